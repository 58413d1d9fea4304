// Opens the store of a running service in a PostgreSQL database.

import { randomUUID } from 'node:crypto';
import { type Found, failed, WELL } from '../../lib/finding.ts';
import { createHistogram, SECONDS } from '../../lib/histogram.ts';
import { coalesce } from '../../lib/timers.ts';
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

/** How soon the changes of other processes, such as the command line, are seen. LISTEN would be hardly sooner, and no pooler has it. */
const LOOK_EVERY_MS = 150;
const SWEEP_STATES_EVERY_MS = 60_000;
/** A database that answers a look no sooner is away. */
const SILENT_MS = 3_000;
/** A lock may be lost with nobody told, as behind a firewall. */
const RETAKE_EVERY_MS = 5 * 60_000;

type Hooks = PostgresHooks & { report?: Report };

/** The list of a running service, which shares the database with others. */
export interface ServiceList<Shared, Own, Batch> extends PostgresList<Shared, Own> {
  /** What others than `replica` saved of servers after the change `after`; `undefined` where some is no longer kept. */
  readBatches(
    orm: Orm,
    replica: string,
    after: number,
  ): Promise<{ batches: Batch[]; revision: number } | undefined>;
  /** All servers. */
  readAll(stores: Own): Promise<Batch>;
  createKnownSessions(db: Database, revision: number): KnownSessions<Opened<Shared & Own>>;
}

/** Sessions that were looked up lately, so that they count while the database is away. */
export interface KnownSessions<Stores> {
  /** The same stores, which answer with known sessions while the database is away. */
  wrapStores(stores: Stores): Stores;
  /** A transaction of this process that changes something has begun. */
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
  const durations = createHistogram(SECONDS);
  let waiting = 0;
  /** The number of the last change that was looked at, and of those that this process made since. */
  const clock = createDatabaseClock({
    machine: hooks.clock,
    onApart: (aheadMs) => report('clock_apart', { aheadMs }),
  });
  const revisions = await readRevisions(pool.orm, clock);
  const states = await openSharedStates(pool.orm, clock);
  let seen = revisions.accounts;
  const own = new Set<number>();
  let version = 0;
  /** The number of the last batch of servers that was read, where all are to be loaded none, and the last one that there is. */
  let readServers: number | undefined = revisions.servers;
  let savedServers = revisions.servers;
  const listeners: (() => void)[] = [];
  const known = list.createKnownSessions(createDatabase(pool.orm, list.tables), revisions.accounts);
  let state: Found = WELL;

  const stores = openStores(list, pool.orm, {
    replica,
    leadership,
    onBegun(revision) {
      own.add(revision);
      known.onBegun();
    },
    onUndone(revision) {
      own.delete(revision);
      // The change of that number was not this one.
      if (revision <= seen) version += 1;
    },
  });
  const measured = wrapMethods(known.wrapStores(stores), (method, _store, name) => {
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

  let lookingSince = Number.POSITIVE_INFINITY;
  let isLockDue = false;
  let lockedAt = performance.now();

  function compare(revision: number): void {
    let isOthers = revision < seen;
    for (let number = seen + 1; number <= revision; number += 1) {
      if (!own.delete(number)) isOthers = true;
    }
    if (isOthers) version += 1;
    seen = revision;
  }

  async function look(): Promise<void> {
    lookingSince = performance.now();
    try {
      const { accounts, servers } = await readRevisions(pool.orm, clock);
      compare(accounts);
      // A host that took over, or a restored database, may lack the last batches: numbers come again.
      if (servers < savedServers) readServers = undefined;
      if (servers !== savedServers) for (const listener of listeners) listener();
      savedServers = servers;
      await known.confirm(accounts);
    } catch (error) {
      known.onAway();
      isLockDue = true;
      const isDown = isDatabaseAway(error);
      state = isFull(error) ? FULL : isDown ? AWAY : REFUSED;
      if (!isDown) throw error;
      return;
    } finally {
      lookingSince = Number.POSITIVE_INFINITY;
    }
    await keepLock();
  }

  /** The lock ends with its connection, and without it the data could be copied while this service changes it. */
  async function keepLock(): Promise<void> {
    if (!isLockDue && !lock.isLost() && performance.now() - lockedAt < RETAKE_EVERY_MS) return;
    const isTaken = await lock.retake().catch(() => undefined);
    isLockDue = isTaken !== true;
    if (isTaken === true) lockedAt = performance.now();
    state = isTaken === false ? failed(TAKEN) : WELL;
  }

  async function readOthers(): Promise<Batch[]> {
    const read =
      readServers === undefined
        ? undefined
        : await list.readBatches(pool.orm, replica, readServers);
    if (read !== undefined) {
      readServers = read.revision;
      return read.batches;
    }
    // The number first: what is saved after it is read once more.
    const { servers: revision } = await readRevisions(pool.orm, clock);
    const all = await list.readAll(stores);
    readServers = revision;
    return [all];
  }

  const lookSoon = coalesce(look);

  async function renewLead(): Promise<void> {
    try {
      await leadership.renew();
    } catch (error) {
      // The check of the database reports that it is away.
      if (!isDatabaseAway(error)) throw error;
    }
  }

  const lifetimes = opening.move();
  return {
    ...measured,

    states,
    clock,
    changes: { version: () => version },
    others: {
      readBatches: readOthers,
      onSaved: (listener) => void listeners.push(listener),
    },
    startWriter: async () => {},
    startDeadline() {},
    checkDamage: async () => {},
    writes: { durations, countWaiting: () => waiting },
    checks: {
      database: () => (performance.now() - lookingSince > SILENT_MS ? AWAY : state),
      damage: () => WELL,
      clock: clock.check,
    },
    leadership,
    jobs: [
      { name: 'look for changes in the database', intervalMs: LOOK_EVERY_MS, run: lookSoon },
      { name: 'renew the lead', intervalMs: RENEW_EVERY_MS, run: renewLead },
      {
        name: 'remove old shared states',
        intervalMs: SWEEP_STATES_EVERY_MS,

        runsOn: 'leader',
        run: states.sweep,
      },
    ],
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

const AWAY = failed(
  'The PostgreSQL server does not answer, so nothing can be saved and nobody can log in.',
);
const FULL = failed(
  'The PostgreSQL server has no connection left for this service: max_connections, or the limit of the user or of the database, is reached. Nothing can be saved and nobody can log in.',
);
const REFUSED = failed(
  'The PostgreSQL database refuses what the service asks of it. The log says why.',
);
const TAKEN =
  'The data of the PostgreSQL database is being copied by "muster migrate-data". Stop this service.';
