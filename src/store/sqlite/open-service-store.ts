// Opens the store of a running service: this thread reads, another thread writes.

import { constants } from 'bun:sqlite';
import type { SharedStates } from '../../accounts/security-ports.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Report } from '../../lib/events.ts';
import { alwaysLeading, type Leadership } from '../../lib/leadership.ts';
import { type HealthCheck, WELL } from '../../lib/readiness.ts';
import type { Job } from '../../lib/timers.ts';
import type { ChangeSignal, OtherReplicas } from '../../servers/ports.ts';
import type { Repositories } from '../repositories.ts';
import { withWrites } from '../write-calls.ts';
import { isHistory } from './damage.ts';
import { createDamageWatch } from './damage-watch.ts';
import { openDatabase, type StoreHooks } from './database.ts';
import { describeFiles, type FileProblem } from './file-watch.ts';
import { databasePath, identify } from './folder.ts';
import { migrations } from './migrations.ts';
import { createChangeSignal, createRepositories } from './open-store.ts';
import { createWriter, type Writer } from './writer.ts';

/** With a WAL a reader waits for moments at most, as when another program recovers the database. */
const READ_PATIENCE_MS = 50;
const CHECK_FILES_EVERY_MS = 1_000;

/** Changes are made by the writer's thread in their order, and visible to reads once they resolved. */
export interface ServiceStore extends Repositories, AsyncDisposable {
  changes: ChangeSignal;
  /** What accounts share with other replicas; left out where there can be none. */
  states?: SharedStates;
  /** Starts the writer, as the first change does. Throws why it cannot. */
  startWriter(): Promise<void>;
  /** To be called when a stop begins: from now on all changes together have five seconds. */
  startDeadline(): void;
  /** Checks whether the open files are still those of the folder; for a call once a second. */
  checkFiles(): Promise<void>;
  /** Reads every page of the database, so that `checks` knows of damage; resolves when it does. */
  checkDamage(): Promise<void>;
  writes: Pick<Writer, 'durations' | 'countWaiting'>;
  /** The clock that all replicas of a site go by; left out where it is this machine's. */
  clock?: Clock;
  others?: OtherReplicas;
  /** Why nothing can be saved; files deleted or replaced; damaged tables; a clock that is not the database's. */
  checks: Record<'database' | 'database_file' | 'damage', HealthCheck> & { clock?: HealthCheck };
  leadership: Leadership;
  jobs: readonly Job[];
}

export interface ServiceStoreHooks extends Omit<StoreHooks, 'service'> {
  report: Report;
  startThread?: () => Worker;
}

/** Opens the store in `<folder>/muster.db` like `openStore`. Throws `unavailable` when it cannot be used. */
export function openServiceStore(folder: string, hooks: ServiceStoreHooks): ServiceStore {
  const { report, startThread } = hooks;
  const path = databasePath(folder);
  let problem: FileProblem | undefined;
  const damage = createDamageWatch(path, report);
  const connection = openDatabase({ folder }, migrations, {
    ...hooks,
    service: { onDamage: damage.report },
  });
  const { client } = connection;
  client.run('PRAGMA query_only = ON');
  client.run(`PRAGMA busy_timeout = ${READ_PATIENCE_MS}`);
  const hasChanged = createChangeWatch(createChangeSignal(connection));
  const writer = createWriter({
    place: { path, identity: identify(path) },
    report,
    hasChanged,
    onFiles(found) {
      problem = found;
      // If this connection is the last to close, it must not delete a WAL that belongs to another database by now.
      client.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, found === undefined ? 0 : 1);
    },
    ...(startThread === undefined ? {} : { startThread }),
  });
  const repositories = withWrites(createRepositories(connection, damage.meet), (call) =>
    writer.write(call).catch((error: unknown) => {
      damage.meet(error);
      throw error;
    }),
  );
  const found = damage.latest();
  const isHistoryUsable = !(found?.kind === 'not set aside' && isHistory(found.tables));
  return {
    ...repositories,
    history: isHistoryUsable
      ? repositories.history
      : createRepositories(openDatabase({ memory: true }, migrations, {})).history,
    changes: { version: writer.version },
    startWriter: writer.start,
    startDeadline: writer.startDeadline,
    checkFiles: writer.checkFiles,
    writes: writer,
    checks: {
      // A problem with the files is also the reason of every failed change, and is reported alone.
      database: () => (problem === undefined ? writer.check() : WELL),
      database_file: () => (problem === undefined ? WELL : describeFiles(problem)),
      damage: damage.state,
    },
    checkDamage: damage.check,
    leadership: alwaysLeading,
    jobs: [
      {
        name: 'check the database files',
        intervalMs: CHECK_FILES_EVERY_MS,
        run: writer.checkFiles,
      },
    ],
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
