// Opens the store of a running service: this thread reads, another thread writes.

import type { Clock } from '../../lib/clock.ts';
import { alwaysLeading, type Leadership } from '../../lib/leadership.ts';
import type { SharedStates } from '../../lib/state-ports.ts';
import type { Job } from '../../lib/timers.ts';
import type { Report } from '../../ops/events.ts';
import type { HealthCheck } from '../../ops/readiness.ts';
import type { ChangeSignal } from '../change-signal.ts';
import type { Opened } from '../stores.ts';
import { type Packing, withWrites } from '../write-calls.ts';
import { findUnreadableHistory } from './damage.ts';
import { createDamageWatch, type Dispensable, goOnWithout } from './damage-watch.ts';
import { openDatabase, type StoreHooks } from './database.ts';
import { databasePath, identify } from './folder.ts';
import { migrations } from './migrations.ts';
import { createChangeSignal, openStores, type SqliteList } from './open-store.ts';
import { createWriter, type Writer } from './writer.ts';

/** With a WAL a reader waits for moments at most, as when another program recovers the database. */
const READ_PATIENCE_MS = 50;

/** Changes are made by the writer's thread in their order, and visible to reads once they resolved. */
export type ServiceStore<Stores, Batch = never> = Opened<Stores> & OpenService<Batch>;

interface OpenService<Batch> extends AsyncDisposable {
  changes: ChangeSignal;
  /** What accounts share with other replicas; left out where there can be none. */
  states?: SharedStates;
  /** Starts the writer, as the first change does. Throws why it cannot. */
  startWriter(): Promise<void>;
  /** To be called when a stop begins: from now on all changes together have five seconds. */
  startDeadline(): void;
  /** Reads every page and index of the database, so that `checks` knows of damage; resolves when it does. */
  checkDamage(): Promise<void>;
  writes: Pick<Writer, 'durations' | 'countWaiting'>;
  /** The clock that all replicas of a site go by; left out where it is this machine's. */
  clock?: Clock;
  others?: {
    /** What other replicas saved since the last call; left out where there can be none. */
    readBatches(): Promise<Batch[]>;
    onSaved(listener: () => void): void;
  };
  /** Why nothing can be saved; damaged tables; a clock that is not the database's. */
  checks: Record<'database' | 'damage', HealthCheck> & { clock?: HealthCheck };
  leadership: Leadership;
  jobs: readonly Job[];
}

export interface ServiceStoreHooks extends Omit<StoreHooks, 'isService'> {
  report: Report;
  startThread(): Worker;
}

/** The list of a running service, whose changes another thread makes. */
export type ServiceList<Shared, Own> = SqliteList<Shared & { history: object }, Own> & {
  packing: Packing;
  dispensable: Dispensable;
};

/** Opens the store in `<folder>/muster.db` like `openStore`. Throws `unavailable` when it cannot be used. */
export function openServiceStore<Shared, Own>(
  list: ServiceList<Shared, Own>,
  folder: string,
  hooks: ServiceStoreHooks,
): ServiceStore<Shared & Own> {
  const { report, startThread } = hooks;
  const path = databasePath(folder);
  const damage = createDamageWatch(path, report);
  const connection = openDatabase({ folder }, migrations, {
    ...hooks,
    isService: true,
  });
  const { client } = connection;
  client.run('PRAGMA query_only = ON');
  client.run(`PRAGMA busy_timeout = ${READ_PATIENCE_MS}`);
  const hasChanged = createChangeWatch(createChangeSignal(connection));
  const writer = createWriter({
    place: { path, identity: identify(path) },
    report,
    hasChanged,
    packing: list.packing,
    startThread,
  });
  const reads = goOnWithout(openStores(list, connection, damage.meet), list.dispensable);
  const stores = withWrites(reads, (call) =>
    writer.write(call).catch((error: unknown) => {
      damage.meet(error);
      throw error;
    }),
  );
  const unreadable = findUnreadableHistory(client);
  if (unreadable.length > 0) damage.note(unreadable);
  return {
    ...stores,
    // A new one in memory, until the service ends.
    history:
      unreadable.length === 0
        ? stores.history
        : openStores(list, openDatabase({ memory: true }, migrations, {})).history,
    changes: { version: writer.version },
    startWriter: writer.start,
    startDeadline: writer.startDeadline,
    writes: writer,
    checks: { database: writer.check, damage: damage.state },
    checkDamage: damage.check,
    leadership: alwaysLeading,
    jobs: [],
    async [Symbol.asyncDispose]() {
      damage[Symbol.dispose]();
      // The last connection to close writes the WAL back, which the writer's thread does.
      client.close(true);
      await writer[Symbol.asyncDispose]();
    },
  };
}

function createChangeWatch(signal: ChangeSignal): () => boolean {
  let seen = signal.version();
  return () => {
    const before = seen;
    seen = signal.version();
    return seen !== before;
  };
}
