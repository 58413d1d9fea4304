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

/** With a WAL, a reader waits only for moments, such as while another program recovers the database. */
const READ_PATIENCE_MS = 50;

/** The writer's thread makes changes in order. Once the promise of a change has resolved, reads see the change. */
export type ServiceStore<Stores, Batch = never> = Opened<Stores> & OpenService<Batch>;

interface OpenService<Batch> extends AsyncDisposable {
  changes: ChangeSignal;
  /** States that accounts share with other replicas; absent when replicas are impossible. */
  states?: SharedStates;
  /** Starts the writer, which the first change would also do. Throws the reason when it cannot start. */
  startWriter(): Promise<void>;
  /** Call it when a stop begins: from then on all changes together have five seconds. */
  startDeadline(): void;
  /** Reads every page and index of the database. Resolves once `checks` knows of any damage. */
  checkDamage(): Promise<void>;
  writes: Pick<Writer, 'durations' | 'countWaiting'>;
  /** The clock that all replicas of a site follow; absent when it is this machine's clock. */
  clock?: Clock;
  others?: {
    /** Server changes by other replicas since the last call; absent when replicas are impossible. */
    readBatches(): Promise<Batch[]>;
    onSaved(listener: () => void): void;
  };
  /** These report why nothing can be saved, which tables are damaged, and a clock that differs from the database's. */
  checks: Record<'database' | 'damage', HealthCheck> & { clock?: HealthCheck };
  leadership: Leadership;
  jobs: readonly Job[];
}

export interface ServiceStoreHooks extends Omit<StoreHooks, 'isService'> {
  report: Report;
  startThread(): Worker;
}

/** The stores of a running service; another thread makes their changes. */
export type ServiceList<Shared, Own> = SqliteList<Shared & { history: object }, Own> & {
  packing: Packing;
  dispensable: Dispensable;
};

/** Opens the store in `<folder>/muster.db` like `openStore`. Throws `unavailable` when it is unusable. */
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
    // A new history in memory replaces an unreadable one until the service ends.
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
      // The last connection to close writes the WAL back. The writer's thread does this.
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
