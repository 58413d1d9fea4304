// The repositories over PostgreSQL.

import { eq } from 'drizzle-orm';
import { writeLock } from '../../../../drizzle/postgres/replicas.ts';
import {
  createSharedRepositories,
  type Repositories,
  wrapMethods,
} from '../../../app/repositories.ts';
import { createServerStore } from '../../../modules/registry/postgres-server-store.ts';
import { createBoundedQueue } from '../../lib/bounded-queue.ts';
import { callMethod, isWrite } from '../write-calls.ts';
import { createDatabase, lockWrites, type Orm } from './engine.ts';
import { toStoreError } from './failures.ts';
import type { PostgresLeadership } from './leadership.ts';
import { compareMigrations } from './migrate.ts';
import { migrations } from './migrations.ts';

/** What a running service gives. It learns of changes, by their numbers. One that was undone leaves its number to another, perhaps of another process. */
export interface ReplicaOptions {
  replica: string;
  leadership: Pick<PostgresLeadership, 'termOfWork' | 'fence'>;
  onBegun(revision: number): void;
  onUndone(revision: number): void;
}

const MOST_WAITING = 1_000;

/**
 * What writes accounts or decisions runs in a transaction that nobody else's runs beside, in no process, as with the
 * one writer of SQLite. Batches of servers and samples need it not: the later one counts. What the work of the leader
 * writes is refused once another process leads.
 */
export function createRepositories(orm: Orm, options?: ReplicaOptions): Repositories {
  // One at a time and in their order, as on SQLite: others would only wait for the lock, each with a connection.
  const writes = createBoundedQueue({ atOnce: 1, waiting: MOST_WAITING });
  return wrapMethods(openRepositories(orm, options), (method, repository, name) => {
    const isChange = isWrite(name);
    const isLocked = isChange && !WITHOUT_WRITE_LOCK.has(repository);
    const isFenced = isChange && !BY_ANY_REPLICA.has(repository);
    return async (...args) => {
      // Read here: in the queue the work of another call may be under way.
      const term = isFenced ? options?.leadership.termOfWork() : undefined;
      let revision: number | undefined;

      async function change(tx: Orm): Promise<unknown> {
        if (isLocked) {
          revision = await lockWrites(tx);
          options?.onBegun(revision);
        }
        const call = async () => callMethod(openRepositories(tx, options), repository, name, args);
        return term === undefined ? call() : options?.leadership.fence(tx, term, call);
      }

      try {
        if (isLocked) return await writes.run(() => orm.transaction(change));
        return await (term === undefined ? method(...args) : orm.transaction(change));
      } catch (error) {
        if (revision !== undefined) options?.onUndone(revision);
        throw toStoreError(error);
      }
    };
  });
}

const WITHOUT_WRITE_LOCK: ReadonlySet<keyof Repositories> = new Set([
  'servers',
  'history',
  'health',
]);
/** What every replica writes, whoever leads. */
const BY_ANY_REPLICA: ReadonlySet<keyof Repositories> = new Set(['servers', 'health']);

function openRepositories(orm: Orm, options: ReplicaOptions | undefined): Repositories {
  const db = createDatabase(orm);
  return {
    ...createSharedRepositories(db),
    servers: createServerStore(orm, options?.replica),
    health: {
      async checkWrite() {
        await orm.update(writeLock).set({ id: 1 }).where(eq(writeLock.id, 1));
      },
      compareMigrations: () => compareMigrations(orm, migrations),
    },
  };
}
