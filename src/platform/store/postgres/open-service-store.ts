// Opens the store of a running service in a PostgreSQL database.

import { randomUUID } from 'node:crypto';
import { type Found, failed, WELL } from '../../lib/finding.ts';
import { createHistogram, SECONDS } from '../../lib/histogram.ts';
import { coalesce, createJob } from '../../lib/timers.ts';
import type { Report } from '../../ops/events.ts';
import type { Database } from '../engine.ts';
import type { ServiceStore } from '../sqlite/open-service-store.ts';
import { type Opened, wrapMethods } from '../stores.ts';
import { isWrite } from '../write-calls.ts';
import { createDatabaseClock } from './database-clock.ts';
import { createDatabase, type Orm, readRevisions } from './engine.ts';
import { isDatabaseAway, isFull } from './failures.ts';
import { createLeadership, RENEW_EVERY_MS } from './leadership.ts';
import { shareDatabase } from './lock-database.ts';
import { explainOpening, openMigratedPool, type PostgresHooks } from './open-store.ts';
import { openSharedStates } from './shared-states.ts';
import { openStores, type PostgresList } from './stores.ts';

/** How often to check for others' changes. LISTEN would hardly be faster, and no pooler supports it. */
const LOOK_EVERY_MS = 150;
const SWEEP_STATES_EVERY_MS = 60_000;
/** When a check takes longer, the database counts as away. */
const SILENT_MS = 3_000;
/** A lock can be lost without notice, for example behind a firewall. */
const RETAKE_EVERY_MS = 5 * 60_000;

type Hooks = PostgresHooks & { report?: Report };

/** The stores of a running service that shares the database with others. */
export interface ServiceList<Shared, Own, Batch> extends PostgresList<Shared, Own> {
  /** Server changes after `after` by replicas other than `replica`; `undefined` when some of them have been deleted. */
  readBatches(orm: Orm, replica: string, after: number): Promise<ReadBatches<Batch> | undefined>;
  /** All servers. */
  readAll(stores: Own): Promise<Batch>;
  createKnownSessions(db: Database, revision: number): KnownSessions<Opened<Shared & Own>>;
}

/** Recently used sessions, which stay valid while the database is away. */
export interface KnownSessions<Stores> {
  /** The same stores, but they answer with known sessions while the database is away. */
  wrapStores(stores: Stores): Stores;
  /** This process has begun a transaction that changes data. */
  onBegun(): void;
  /** The database answered with the number of its last change. */
  confirm(revision: number): Promise<void>;
  onAway(): void;
}

export function openPostgresServiceStore<Shared, Own, Batch>(
  list: ServiceList<Shared, Own, Batch>,
  url: string,
  hooks: Hooks = {},
): Promise<ServiceStore<Shared & Own, Batch>> {
  return explainOpening(url, () => open(list, url, hooks));
}

async function open<Shared, Own, Batch>(
  list: ServiceList<Shared, Own, Batch>,
  url: string,
  hooks: Hooks,
): Promise<ServiceStore<Shared & Own, Batch>> {
  const { report = () => {} } = hooks;
  await using opening = new AsyncDisposableStack();
  const pool = opening.use(await openMigratedPool(url, hooks));
  const lock = opening.use(await shareDatabase(url, hooks));
  const replica = randomUUID();
  const leadership = createLeadership(pool.orm, replica, report);
  opening.defer(() => leadership.release().catch(() => {}));
  await leadership.renew();
  const clock = createDatabaseClock({
    machine: hooks.clock,
    onApart: (aheadMs) => report('clock_apart', { aheadMs }),
  });
  const revisions = await readRevisions(pool.orm, clock);
  const states = await openSharedStates(pool.orm, clock);
  const changes = createChangeCount(revisions.accounts);
  const known = list.createKnownSessions(createDatabase(pool.orm, list.tables), revisions.accounts);
  const stores = openStores(list, pool.orm, {
    replica,
    leadership,
    onBegun(revision) {
      changes.onBegun(revision);
      known.onBegun();
    },
    onUndone: changes.onUndone,
  });
  const measured = measureWrites(known.wrapStores(stores));
  const others = createOthers(revisions.servers, {
    readAfter: (after) => list.readBatches(pool.orm, replica, after),
    async readAll() {
      // The number is read first, so changes saved in between are read twice rather than missed.
      const { servers: revision } = await readRevisions(pool.orm, clock);
      return { batches: [await list.readAll(stores)], revision };
    },
  });
  const looks = createLooks(lock, {
    async look() {
      const { accounts, servers } = await readRevisions(pool.orm, clock);
      changes.compare(accounts);
      others.onRevision(servers);
      await known.confirm(accounts);
    },
    onAway: known.onAway,
  });

  async function renewLead(): Promise<void> {
    try {
      await leadership.renew();
    } catch (error) {
      // The check of the database already reports that it is away.
      if (!isDatabaseAway(error)) throw error;
    }
  }

  const lifetimes = opening.move();
  return {
    ...measured.stores,

    states,
    clock,
    changes: { version: changes.version },
    others,
    startWriter: async () => {},
    startDeadline() {},
    checkDamage: async () => {},
    writes: measured.writes,
    checks: {
      database: looks.check,
      damage: () => WELL,
      clock: clock.check,
    },
    leadership,
    jobs: [
      createJob('look for changes in the database', LOOK_EVERY_MS, coalesce(looks.look)),
      createJob('renew the lead', RENEW_EVERY_MS, renewLead),
      createJob('remove old shared states', SWEEP_STATES_EVERY_MS, states.sweep, 'leader'),
    ],
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

/** Counts the changes of other processes by comparing change numbers; `seen` is the last known number. */
function createChangeCount(seen: number) {
  let last = seen;
  let version = 0;
  /** Numbers of this process's own changes since then. */
  const own = new Set<number>();
  return {
    version: () => version,
    onBegun: (revision: number) => void own.add(revision),
    onUndone(revision: number): void {
      own.delete(revision);
      // The number was used again, so the change that was counted under it was another process's.
      if (revision <= last) version += 1;
    },
    compare(revision: number): void {
      let isOthers = revision < last;
      for (let number = last + 1; number <= revision; number += 1) {
        if (!own.delete(number)) isOthers = true;
      }
      if (isOthers) version += 1;
      last = revision;
    },
  };
}

interface ReadBatches<Batch> {
  batches: Batch[];
  revision: number;
}

/** Reads the server changes of other replicas; `seen` is the number of the last existing batch. */
function createOthers<Batch>(
  seen: number,
  read: {
    readAfter(revision: number): Promise<ReadBatches<Batch> | undefined>;
    readAll(): Promise<ReadBatches<Batch>>;
  },
) {
  let saved = seen;
  /** Number of the last batch that was read; `undefined` when all servers must be read. */
  let last: number | undefined = seen;
  const listeners: (() => void)[] = [];
  return {
    onSaved: (listener: () => void) => void listeners.push(listener),
    onRevision(revision: number): void {
      // A new host or a restored database may lack the last batches, so their numbers are used again.
      if (revision < saved) last = undefined;
      if (revision !== saved) for (const listener of listeners) listener();
      saved = revision;
    },
    async readBatches(): Promise<Batch[]> {
      const after = last === undefined ? undefined : await read.readAfter(last);
      const { batches, revision } = after ?? (await read.readAll());
      last = revision;
      return batches;
    },
  };
}

/** Wraps the stores to count the writing calls and measure their time. */
function measureWrites<Stores extends object>(stores: Stores) {
  const durations = createHistogram(SECONDS);
  let waiting = 0;
  const measured = wrapMethods(stores, (method, _store, name) => {
    if (!isWrite(name)) return method;
    return async (...args) => {
      const begunAt = performance.now();
      waiting += 1;
      try {
        return await method(...args);
      } finally {
        waiting -= 1;
        durations.observe((performance.now() - begunAt) / 1_000);
      }
    };
  });
  return { stores: measured, writes: { durations, countWaiting: () => waiting } };
}

/** Checks whether the database answers, and holds the lock that tells others that a service uses the database. */
function createLooks(
  lock: Awaited<ReturnType<typeof shareDatabase>>,
  { look, onAway }: { look(): Promise<void>; onAway(): void },
) {
  let state: Found = WELL;
  let lookingSince = Number.POSITIVE_INFINITY;
  let isLockDue = false;
  let lockedAt = performance.now();

  /** The lock ends with its connection. Without the lock, the data could be copied while this service changes it. */
  async function keepLock(): Promise<void> {
    if (!isLockDue && !lock.isLost() && performance.now() - lockedAt < RETAKE_EVERY_MS) return;
    const isTaken = await lock.retake().catch(() => undefined);
    isLockDue = isTaken !== true;
    if (isTaken === true) lockedAt = performance.now();
    state = isTaken === false ? failed(TAKEN) : WELL;
  }

  return {
    check: (): Found => (performance.now() - lookingSince > SILENT_MS ? AWAY : state),
    async look(): Promise<void> {
      lookingSince = performance.now();
      try {
        await look();
      } catch (error) {
        onAway();
        isLockDue = true;
        const isDown = isDatabaseAway(error);
        state = isFull(error) ? FULL : isDown ? AWAY : REFUSED;
        if (!isDown) throw error;
        return;
      } finally {
        lookingSince = Number.POSITIVE_INFINITY;
      }
      await keepLock();
    },
  };
}

const AWAY = failed(
  'The PostgreSQL server does not answer, so nothing can be saved and nobody can log in.',
);
const FULL = failed(
  'The PostgreSQL server has no connection left for this service: max_connections, or the limit of the user or of the database, is reached. Nothing can be saved and nobody can log in.',
);
const REFUSED = failed(
  'The PostgreSQL database refuses the queries of the service. The log says why.',
);
const TAKEN =
  'The data of the PostgreSQL database is being copied by "muster migrate-data". Stop this service.';
