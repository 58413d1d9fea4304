// The simulated machine: its time, what is due when, and the database that outlives the service.

import { Database } from 'bun:sqlite';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { createStore, type Store } from '../../src/app/open-stores.ts';
import { batchPacking } from '../../src/modules/registry/packed-batch.ts';
import type { Job, Timers } from '../../src/platform/lib/timers.ts';
import type { Jobs } from '../../src/platform/ops/jobs.ts';
import { openDatabase } from '../../src/platform/store/sqlite/database.ts';
import { migrations } from '../../src/platform/store/sqlite/migrations.ts';
import {
  packCall,
  runWriteCall,
  type WriteCall,
  withWrites,
} from '../../src/platform/store/write-calls.ts';
import { settle } from '../support/fake-timers.ts';
import type { Random } from './random.ts';

/** Longer waits are passed in slices, in which each job runs once: a loop that was busy. */
const EXACT_MS = 3_000;
const LAST_EXACT_MS = 1_500;
const SLICE_MS = 20_000;
const MAX_SLICES = 4;
/** Jobs are no later than this, however long the wait. */
const MAX_SLICE_MS = 20 * 60_000;
/** Jobs that look at this process, which is not simulated. */
const OF_THIS_PROCESS = ['check for free descriptors', 'measure the event loop'];
/** Turns of the event loop after which what has not settled waits for time to pass. */
const TURNS = 4;

interface Due {
  at: number;
  run(): unknown;
}

/** The time of the simulation, and what is to happen in it. */
export interface Schedule {
  now(): number;
  /** When the jobs had last run that were due by then. */
  ranJobsAt(): number;
  /** Calls `run` after so many milliseconds. Returns what cancels it. */
  after(ms: number, run: () => unknown): () => void;
  /** Timers and jobs of one run of the service; after `cut` none of them happens any more. */
  openRun(hooks: RunHooks): Run;
  /** Lets so much time pass. */
  pass(ms: number): Promise<void>;
  /** Lets time pass until the promise settles, or so many milliseconds are over. */
  finish<Result>(work: Promise<Result>, limitMs: number): Promise<Result | 'late'>;
}

/** What one run of the service has of the schedule. */
export interface Run {
  timers: Timers;
  jobs: Jobs;
  isCut(): boolean;
  cut(): void;
}

/** What a run of the service is told of its jobs. */
export interface RunHooks {
  onJobFailed(name: string, error: unknown): void;
  /** Whether there is nothing for this job to do, so that the simulation leaves it out. */
  isIdle(name: string): boolean;
}

interface JobState {
  job: Job;
  nextAt: number;
  running: boolean;
  run: Run;
}

/** Makes a schedule that begins at `startMs`. */
export function createSchedule(startMs: number): Schedule {
  let now = startMs;
  let ranJobsAt = startMs;
  const due = new Set<Due>();
  let jobs: JobState[] = [];
  let hooks: RunHooks = { onJobFailed() {}, isIdle: () => false };

  function after(ms: number, run: () => unknown): () => void {
    const entry = { at: now + Math.max(0, ms), run };
    due.add(entry);
    return () => due.delete(entry);
  }

  /** What is due first by then. */
  function first<Item>(items: Iterable<Item>, atOf: (item: Item) => number, until: number) {
    let found: Item | undefined;
    for (const item of items) {
      if (atOf(item) <= until && (found === undefined || atOf(item) < atOf(found))) found = item;
    }
    return found;
  }

  function runJob(state: JobState): void {
    state.nextAt = now + state.job.intervalMs;
    if (state.running || state.run.isCut() || hooks.isIdle(state.job.name)) return;
    state.running = true;
    const ended = (): void => {
      state.running = false;
    };
    const failed = (error: unknown): void => {
      ended();
      if (!state.run.isCut()) hooks.onJobFailed(state.job.name, error);
    };
    try {
      Promise.resolve(state.job.run()).then(ended, failed);
    } catch (error) {
      failed(error);
    }
  }

  /** Runs what is due until then, each at its own moment. Returns false where nothing was. */
  async function stepUntil(until: number, withJobs: boolean): Promise<boolean> {
    const entry = first(due, ({ at }) => at, until);
    const isDueBy = entry?.at ?? until;
    const state = withJobs ? first(jobs, ({ nextAt }) => nextAt, isDueBy) : undefined;
    if (withJobs) ranJobsAt = now;
    if (state !== undefined) {
      now = Math.max(now, state.nextAt);
      runJob(state);
    } else if (entry !== undefined) {
      due.delete(entry);
      now = Math.max(now, entry.at);
      entry.run();
    } else return false;
    await settle();
    return true;
  }

  async function passExactly(ms: number): Promise<void> {
    const until = now + ms;
    while (await stepUntil(until, true));
    now = Math.max(now, until);
  }

  async function passSlice(ms: number): Promise<void> {
    const until = now + ms;
    while (await stepUntil(until, false));
    now = Math.max(now, until);
    for (const state of jobs) {
      if (state.nextAt > now) continue;
      runJob(state);
      await settle();
    }
    ranJobsAt = now;
  }

  return {
    now: () => now,
    ranJobsAt: () => ranJobsAt,
    after,
    openRun(given) {
      hooks = given;
      let isCut = false;
      const run: Run = {
        isCut: () => isCut,
        cut() {
          isCut = true;
          jobs = jobs.filter((state) => state.run !== run);
        },
        timers: { after: (ms, work) => after(ms, () => isCut || work()) },
        jobs: {
          start(started) {
            for (const job of started) {
              if (OF_THIS_PROCESS.includes(job.name)) continue;
              jobs.push({ job, nextAt: now + job.intervalMs, running: false, run });
            }
          },
          listLate: () => [],
          listRuns: () => [],
          async [Symbol.asyncDispose]() {
            jobs = jobs.filter((state) => state.run !== run);
          },
        },
      };
      return run;
    },
    async pass(ms) {
      await settle();
      if (ms > EXACT_MS) {
        const long = ms - LAST_EXACT_MS;
        const few = Math.min(MAX_SLICES, Math.ceil(long / SLICE_MS));
        const slices = Math.max(few, Math.ceil(long / MAX_SLICE_MS));
        for (let slice = 0; slice < slices; slice += 1) await passSlice(Math.ceil(long / slices));
      }
      await passExactly(Math.min(ms, ms > EXACT_MS ? LAST_EXACT_MS : ms));
    },
    async finish<Result>(work: Promise<Result>, limitMs: number) {
      const until = now + limitMs;
      let outcome: { value: Result } | { error: unknown } | undefined;
      work.then(
        (value) => {
          outcome = { value };
        },
        (error: unknown) => {
          outcome = { error };
        },
      );
      for (;;) {
        for (let turn = 0; turn < TURNS && outcome === undefined; turn += 1) await settle();
        if (outcome !== undefined) break;
        if (!(await stepUntil(until, true))) return 'late';
      }
      if ('error' in outcome) throw outcome.error;
      return outcome.value;
    },
  };
}

/** What the disk does with changes. */
export interface Disk {
  /** On a full one SQLite fails where the database would have to grow, on a read-only one always. */
  setState(state: 'well' | 'full' | 'read-only'): void;
  isWell(): boolean;
  /** Whether the next change ends the service in its middle. */
  cutsNext: boolean;
  /** The longest time that one change takes. */
  slowMs: number;
}

/** Ends a change in its middle, as a process that is killed does. */
class CutError extends Error {}

/** Makes an empty database in memory. */
export function createDatabase(random: Random, schedule: Schedule) {
  const { client: made } = openDatabase({ memory: true }, migrations, {});
  const image = made.serialize();
  made.close(true);
  const client = Database.deserialize(image);
  client.run('PRAGMA foreign_keys = ON');
  let statementsLeft = Number.POSITIVE_INFINITY;

  /** Counts a statement of a change, and ends the change where it is cut. */
  function count(): void {
    statementsLeft -= 1;
    if (statementsLeft < 0) throw new CutError();
  }

  const prepare = client.prepare.bind(client);
  const prepared = new Map<string, ReturnType<typeof prepare>>();
  // Kept by their text: preparing the same ones again and again would take most of the time.
  client.prepare = ((sql: string) => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const statement = prepare(sql);
    prepared.set(sql, statement);
    if (/^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|PRAGMA)/i.test(sql)) return statement;
    for (const method of ['run', 'all', 'get', 'values'] as const) {
      const original = statement[method].bind(statement) as (...args: unknown[]) => unknown;
      Object.assign(statement, {
        [method](...args: unknown[]) {
          count();
          return original(...args);
        },
      });
    }
    return statement;
  }) as typeof client.prepare;

  const connection = { client, orm: drizzle({ client }) };
  let isWell = true;
  const disk: Disk = {
    cutsNext: false,
    slowMs: 0,
    isWell: () => isWell,
    setState(state) {
      isWell = state === 'well';
      // A limit below the present size means the present size.
      client.run(`PRAGMA max_page_count = ${state === 'full' ? 1 : 1_000_000}`);
      client.run(`PRAGMA query_only = ${state === 'read-only' ? 'ON' : 'OFF'}`);
    },
  };
  const own = createStore(connection);
  const dueEmail = client.prepare<unknown, [number]>(
    "SELECT 1 FROM outbox WHERE state = 'to compose' OR (failed_at IS NULL AND next_attempt_at <= ?) LIMIT 1",
  );

  return {
    disk,
    /** Reads past every run. */
    store: own,
    /** A store for one run of the service; `onCut` is called where the disk ends it. */
    openStore(run: Run, onCut: () => void): Store {
      const { changes, checkIntegrity, ...rest } = createStore(connection);
      const { [Symbol.dispose]: _dispose, ...repositories } = rest;
      let last: Promise<unknown> = Promise.resolve();

      async function makeInTurn(packed: WriteCall): Promise<unknown> {
        const waitMs = disk.slowMs > 0 && random.chance(0.3) ? random.whole(disk.slowMs) : 0;
        if (waitMs > 0) await new Promise<void>((resolve) => schedule.after(waitMs, resolve));
        if (run.isCut()) return new Promise(() => {});
        const isCutting = disk.cutsNext;
        disk.cutsNext = false;
        statementsLeft = isCutting ? random.whole(7) : Number.POSITIVE_INFINITY;
        try {
          const result = await runWriteCall(repositories, packed, batchPacking);
          // It was made, and nobody hears of it.
          if (isCutting) throw new CutError();
          return structuredClone(result);
        } catch (error) {
          if (!isCutting) throw error;
          onCut();
          return new Promise(() => {});
        } finally {
          statementsLeft = Number.POSITIVE_INFINITY;
        }
      }

      function write(call: WriteCall): Promise<unknown> {
        if (run.isCut()) return new Promise(() => {});
        const packed = structuredClone(packCall(call, batchPacking));
        const made = last.then(() => makeInTurn(packed));
        last = made.catch(() => {});
        return made;
      }

      return {
        ...{ changes, checkIntegrity },
        ...withWrites(repositories, write),
        // The database stays open for the next run.
        [Symbol.dispose]() {},
      };
    },
    /** What SQLite finds wrong. */
    findDamage: () => own.checkIntegrity(),
    /** Whether an email waits that is to be composed, or is to be sent by now. */
    hasDueEmail: () => dueEmail.get(schedule.now()) !== null,
  };
}
