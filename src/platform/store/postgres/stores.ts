// Creates the stores over PostgreSQL.

import { eq } from 'drizzle-orm';
import { createBoundedQueue } from '../../lib/bounded-queue.ts';
import { callMethod, createStores, type Opened, type StoreList, wrapMethods } from '../stores.ts';
import { isWrite } from '../write-calls.ts';
import { createDatabase, lockWrites, type Orm } from './engine.ts';
import { toStoreError } from './failures.ts';
import type { PostgresLeadership } from './leadership.ts';
import { compareMigrations } from './migrate.ts';
import { migrations } from './migrations.ts';
import { writeLock } from './replica-tables.ts';

/** The module stores that the root lists for PostgreSQL. */
export interface PostgresList<Shared, Own> extends StoreList<Shared, Own, Replica> {
  /** Stores whose changes need no lock: of two changes at once, the later one counts. */
  unlocked: ReadonlySet<string>;
  /** Stores that every replica writes, not only the leader. */
  byAnyReplica: ReadonlySet<string>;
}

/** `id` is empty when no service runs. */
export interface Replica {
  orm: Orm;
  id: string;
}

/**
 * The options of a running service, which learns the number of each change. After an undone change, another change may
 * get the same number, even in another process.
 */
export interface ReplicaOptions {
  replica: string;
  leadership: Pick<PostgresLeadership, 'termOfWork' | 'fence'>;
  onBegun(revision: number): void;
  onUndone(revision: number): void;
}

const MAX_WAITING = 1_000;

/**
 * Calls that write accounts or decisions run in a transaction that excludes all others, in every process, as with
 * SQLite's one writer. Batches of servers and samples do not need this: the later one counts. Writes from the leader's
 * work are refused once another process leads.
 */
export function openStores<Shared, Own>(
  list: PostgresList<Shared, Own>,
  orm: Orm,
  options?: ReplicaOptions,
): Opened<Shared & Own> {
  // One at a time and in order, as on SQLite: parallel writes would only wait for the lock, each with its own
  // connection.
  const writes = createBoundedQueue({ atOnce: 1, waiting: MAX_WAITING });
  return wrapMethods(openOver(list, orm, options), (method, store, name) => {
    const isChange = isWrite(name);
    const isLocked = isChange && store !== HEALTH && !list.unlocked.has(store);
    const isFenced = isChange && store !== HEALTH && !list.byAnyReplica.has(store);
    return async (...args) => {
      // The term is read before queueing. In the queue, the work of another call may be the current one.
      const term = isFenced ? options?.leadership.termOfWork() : undefined;
      let revision: number | undefined;

      async function change(tx: Orm): Promise<unknown> {
        if (isLocked) {
          revision = await lockWrites(tx);
          options?.onBegun(revision);
        }
        const call = async () => callMethod(openOver(list, tx, options), store, name, args);
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

/** The store whose writes change no data. */
const HEALTH = 'health';

function openOver<Shared, Own>(
  list: PostgresList<Shared, Own>,
  orm: Orm,
  options: ReplicaOptions | undefined,
): Opened<Shared & Own> {
  const replica = { orm, id: options?.replica ?? '' };
  return createStores(createDatabase(orm, list.tables), list, replica, {
    async checkWrite() {
      await orm.update(writeLock).set({ id: 1 }).where(eq(writeLock.id, 1));
    },
    compareMigrations: () => compareMigrations(orm, migrations),
  });
}
