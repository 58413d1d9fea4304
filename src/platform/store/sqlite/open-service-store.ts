// Opens the store of a running service: this thread reads, another thread writes.

import type { Repositories } from '../../../app/repositories.ts';
import type { OtherReplicas } from '../../../modules/registry/server-ports.ts';
import type { Clock } from '../../lib/clock.ts';
import { alwaysLeading, type Leadership } from '../../lib/leadership.ts';
import type { SharedStates } from '../../lib/state-ports.ts';
import type { Job } from '../../lib/timers.ts';
import type { Report } from '../../ops/events.ts';
import type { HealthCheck } from '../../ops/readiness.ts';
import type { ChangeSignal } from '../change-signal.ts';
import { withWrites } from '../write-calls.ts';
import { findUnreadableHistory } from './damage.ts';
import { createDamageWatch, goOnWithout } from './damage-watch.ts';
import { openDatabase, type StoreHooks } from './database.ts';
import { databasePath, identify } from './folder.ts';
import { migrations } from './migrations.ts';
import { createChangeSignal, createRepositories } from './open-store.ts';
import { createWriter, type Writer } from './writer.ts';

/** With a WAL a reader waits for moments at most, as when another program recovers the database. */
const READ_PATIENCE_MS = 50;

/** Changes are made by the writer's thread in their order, and visible to reads once they resolved. */
export interface ServiceStore extends Repositories, AsyncDisposable {
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
  others?: OtherReplicas;
  /** Why nothing can be saved; damaged tables; a clock that is not the database's. */
  checks: Record<'database' | 'damage', HealthCheck> & { clock?: HealthCheck };
  leadership: Leadership;
  jobs: readonly Job[];
}

export interface ServiceStoreHooks extends Omit<StoreHooks, 'isService'> {
  report: Report;
  startThread?: () => Worker;
}

/** Opens the store in `<folder>/muster.db` like `openStore`. Throws `unavailable` when it cannot be used. */
export function openServiceStore(folder: string, hooks: ServiceStoreHooks): ServiceStore {
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
    ...(startThread === undefined ? {} : { startThread }),
  });
  const reads = goOnWithout(createRepositories(connection, damage.meet));
  const repositories = withWrites(reads, (call) =>
    writer.write(call).catch((error: unknown) => {
      damage.meet(error);
      throw error;
    }),
  );
  const unreadable = findUnreadableHistory(client);
  if (unreadable.length > 0) damage.note(unreadable);
  return {
    ...repositories,
    // A new one in memory, until the service ends.
    history:
      unreadable.length === 0
        ? repositories.history
        : createRepositories(openDatabase({ memory: true }, migrations, {})).history,
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
