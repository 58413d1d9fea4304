// Jobs: they repeat, never run twice at once, survive their failures, and end when disposed.

import { describe, expect, test } from 'bun:test';
import { createJobs, type Jobs } from '../../../src/platform/ops/jobs.ts';
import { createReporter } from '../../support/reporter.ts';

const OFTEN_MS = 1;

const ignored = () => {};

/** Starts one job. */
function start(jobs: Jobs, name: string, intervalMs: number, run: () => unknown): void {
  jobs.start([{ name, intervalMs, run }]);
}

describe('jobs', () => {
  test('repeat until they are disposed', async () => {
    const jobs = createJobs(ignored);
    const third = Promise.withResolvers<void>();
    let runs = 0;
    start(jobs, 'count', OFTEN_MS, () => {
      runs += 1;
      if (runs === 3) third.resolve();
    });
    await third.promise;
    await jobs[Symbol.asyncDispose]();
    const atEnd = runs;
    const other = createJobs(ignored);
    const later = Promise.withResolvers<void>();
    start(other, 'later', OFTEN_MS * 5, () => later.resolve());
    await later.promise;
    await other[Symbol.asyncDispose]();
    expect(runs).toBe(atEnd);
  });

  test('never run twice at once, and disposing waits for what runs', async () => {
    const jobs = createJobs(ignored);
    const started = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    let starts = 0;
    let hasEnded = false;
    start(jobs, 'slow', OFTEN_MS, async () => {
      starts += 1;
      started.resolve();
      await mayEnd.promise;
      hasEnded = true;
    });
    await started.promise;
    const ticks = Promise.withResolvers<void>();
    let tickCount = 0;
    start(jobs, 'tick', OFTEN_MS, () => {
      tickCount += 1;
      if (tickCount === 3) ticks.resolve();
    });
    await ticks.promise;
    expect(starts).toBe(1);
    const disposed = jobs[Symbol.asyncDispose]();
    mayEnd.resolve();
    await disposed;
    expect(hasEnded).toBe(true);
    expect(starts).toBe(1);
  });
});

describe('a job that fails', () => {
  /** Runs a job once for each of `turns`, and returns what was reported; the clock is read as it stands then. */
  async function reportsOf(turns: readonly { atMs: number; fails: boolean }[]) {
    const described: unknown[] = [];
    let turn = 0;
    const atMs = () => turns[turn]?.atMs ?? 0;
    const report = createReporter({
      task_failed: ({ task, error, count }) =>
        described.push([atMs(), 'failed', task, error, count]),
      task_recovered: ({ task, count }) => described.push([atMs(), 'recovered', task, count]),
    });
    const done = Promise.withResolvers<void>();
    await using jobs = createJobs(report, { now: atMs });
    turn = -1;
    start(jobs, 'save', OFTEN_MS, () => {
      if (turn >= turns.length - 1) done.resolve();
      else turn += 1;
      if (turns[turn]?.fails) throw ERROR;
    });
    await done.promise;
    return described;
  }
  const ERROR = new Error('no');
  const fails = (atMs: number) => ({ atMs, fails: true });
  const works = (atMs: number) => ({ atMs, fails: false });

  test('runs on, and is reported at its first failure and then once a minute with the count', async () => {
    const turns = [0, 250, 500, 59_999, 60_000, 60_250, 120_001].map(fails);
    expect(await reportsOf([...turns, works(120_002)])).toEqual([
      [0, 'failed', 'save', ERROR, 1],
      [60_000, 'failed', 'save', ERROR, 4],
      [120_001, 'failed', 'save', ERROR, 2],
      [120_002, 'recovered', 'save', 0],
    ]);
  });

  test('is reported to work again once, with the failures that no line had', async () => {
    const turns = [fails(0), fails(250), fails(500), works(750), works(1_000)];
    expect(await reportsOf(turns)).toEqual([
      [0, 'failed', 'save', ERROR, 1],
      [750, 'recovered', 'save', 2],
    ]);
  });

  test('does not fill the log where it works every other time', async () => {
    const turns = Array.from({ length: 200 }, (_, index) => ({
      atMs: index * 500,
      fails: index % 2 === 0,
    }));
    expect(await reportsOf(turns)).toEqual([
      [0, 'failed', 'save', ERROR, 1],
      [500, 'recovered', 'save', 0],
      [60_000, 'failed', 'save', ERROR, 60],
      [60_500, 'recovered', 'save', 0],
    ]);
  });

  test('is reported by itself, whatever other jobs do', async () => {
    const failures: [string, number | undefined][] = [];
    const both = Promise.withResolvers<void>();
    await using jobs = createJobs(
      createReporter({
        task_failed({ task, count }) {
          failures.push([task, count]);
          if (failures.length === 2) both.resolve();
        },
      }),
      { now: () => 0 },
    );
    for (const name of ['one', 'two']) {
      start(jobs, name, OFTEN_MS, () => {
        throw ERROR;
      });
    }
    await both.promise;
    expect(failures).toEqual([
      ['one', 1],
      ['two', 1],
    ]);
  });
});

describe('a job is late', () => {
  test('three intervals and a minute after it succeeded last, and not while it goes on succeeding', async () => {
    let now = 0;
    await using jobs = createJobs(ignored, { now: () => now });
    let mayWork = true;
    let turned = Promise.withResolvers<void>();
    start(jobs, 'save', OFTEN_MS, () => {
      turned.resolve();
      if (!mayWork) throw new Error('no');
    });
    const turn = async () => {
      turned = Promise.withResolvers();
      await turned.promise;
      // The outcome is noted after the run.
      await new Promise((resolve) => setImmediate(resolve));
    };
    for (now = 0; now < 300_000; now += 50_000) {
      await turn();
      expect(jobs.listLate()).toEqual([]);
    }
    await turn();
    mayWork = false;
    await turn();
    now += 60_000 + 3 * OFTEN_MS;
    expect(jobs.listLate()).toEqual([]);
    now += 1;
    expect(jobs.listLate()).toEqual(['save']);
    mayWork = true;
    await turn();
    await turn();
    expect(jobs.listLate()).toEqual([]);
  });
});

describe('where several replicas serve one site', () => {
  /** A leadership that a test gives and takes. */
  function createTestLeadership() {
    const test = {
      current: undefined as number | undefined,
      /** How often work of the leader was begun. */
      begun: 0,
      term: () => test.current,
      run<Result>(work: () => Result): Result {
        test.begun += 1;
        return work();
      },
    };
    return test;
  }

  /** Resolves when a job that every replica runs ran a few times more. */
  async function someTurns(jobs: Jobs): Promise<void> {
    const done = Promise.withResolvers<void>();
    let turns = 0;
    start(jobs, 'turns', OFTEN_MS, () => {
      turns += 1;
      if (turns === 5) done.resolve();
    });
    await done.promise;
  }

  test('the leader runs its jobs as work of the leader, and the others theirs', async () => {
    const leadership = createTestLeadership();
    await using jobs = createJobs(ignored, { leadership });
    const ran = new Set<string>();
    const add = (name: string, runsOn?: 'leader' | 'followers') =>
      jobs.start([
        { name, intervalMs: OFTEN_MS, ...(runsOn && { runsOn }), run: () => ran.add(name) },
      ]);
    add('send', 'leader');
    add('follow', 'followers');
    add('save');
    await someTurns(jobs);
    expect([...ran].sort()).toEqual(['follow', 'save']);
    expect(leadership.begun).toBe(0);
    ran.clear();
    leadership.current = 1;
    await someTurns(jobs);
    expect([...ran].sort()).toEqual(['save', 'send']);
    expect(leadership.begun).toBeGreaterThan(0);
  });

  test('a job is not late because another replica runs it, and is when the leader fails at it', async () => {
    const leadership = createTestLeadership();
    let now = 0;
    await using jobs = createJobs(ignored, { leadership, now: () => now });
    jobs.start([
      {
        ...{ name: 'send', intervalMs: OFTEN_MS, runsOn: 'leader' },
        run() {
          throw new Error('no');
        },
      },
    ]);
    for (now = 0; now < 200_000; now += 50_000) await someTurns(jobs);
    expect(jobs.listLate()).not.toContain('send');
    leadership.current = 1;
    now += 100_000;
    expect(jobs.listLate()).toContain('send');
  });

  test('what fails because the lead was lost is not reported', async () => {
    const leadership = createTestLeadership();
    leadership.current = 1;
    const failures: unknown[] = [];
    const report = createReporter({ task_failed: (facts) => failures.push(facts) });
    await using jobs = createJobs(report, { leadership });
    let runs = 0;
    jobs.start([
      {
        ...{ name: 'send', intervalMs: OFTEN_MS, runsOn: 'leader' },
        run() {
          runs += 1;
          leadership.current = undefined;
          throw new Error('another replica leads');
        },
      },
    ]);
    await someTurns(jobs);
    expect(runs).toBe(1);
    expect(failures).toEqual([]);
    expect(jobs.listRuns()).toContainEqual({ name: 'send', succeeded: 0, failed: 0 });
  });
});
