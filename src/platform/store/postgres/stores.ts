// The stores over PostgreSQL.

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

/** The stores of modules that the root lists for PostgreSQL. */
export interface PostgresList<Shared, Own> extends StoreList<Shared, Own, Replica> {
  /** Stores whose changes run beside others: of two the later one counts. */
  unlocked: ReadonlySet<string>;
  /** Stores that every replica writes, whoever leads. */
  byAnyReplica: ReadonlySet<string>;
}

/** `id` is empty without a running service. */
export interface Replica {
  orm: Orm;
  id: string;
}

/** What a running service gives. It learns of changes, by their numbers. One that was undone leaves its number to another, perhaps of another process. */
export interface ReplicaOptions {
  replica: string;
  leadership: Pick<PostgresLeadership, 'termOfWork' | 'fence'>;
  onBegun(revision: number): void;
  onUndone(revision: number): void;
}

const MAX_WAITING = 1_000;

/**
 * What writes accounts or decisions runs in a transaction that nobody else's runs beside, in no process, as with the
 * one writer of SQLite. Batches of servers and samples need it not: the later one counts. What the work of the leader
 * writes is refused once another process leads.
 */
export function openStores<Shared, Own>(
  list: PostgresList<Shared, Own>,
  orm: Orm,
  options?: ReplicaOptions,
): Opened<Shared & Own> {
  // One at a time and in their order, as on SQLite: others would only wait for the lock, each with a connection.
  const writes = createBoundedQueue({ atOnce: 1, waiting: MAX_WAITING });
  return wrapMethods(openOver(list, orm, options), (method, store, name) => {
    const isChange = isWrite(name);
    const isLocked = isChange && store !== HEALTH && !list.unlocked.has(store);
    const isFenced = isChange && store !== HEALTH && !list.byAnyReplica.has(store);
    return async (...args) => {
      // Read here: in the queue the work of another call may be under way.
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

/** Its writes change nothing. */
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
