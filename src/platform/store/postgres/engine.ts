// Implements the stores' database on PostgreSQL.

import { eq, sql } from 'drizzle-orm';
import { getTableConfig, type PgDatabase, type PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { bindQueries, type Database, type Dialect, type Tables } from '../engine.ts';
import type { DatabaseClock } from './database-clock.ts';
import { isUniqueViolation } from './failures.ts';
import { writeLock } from './replica-tables.ts';

/** A pool, or a transaction on it. */
export type Orm = PgDatabase<PgQueryResultHKT>;

const dialect: Dialect = {
  joinTexts: (column) => sql`string_agg(${column}, ',')`,
  jsonText: (column, key) => sql`${column}::json ->> ${key}`,
  isUniqueFailure: isUniqueViolation,
  describeTable: getTableConfig,
};

/** The database of a pool or a transaction. A transaction inside another can be undone alone. */
export function createDatabase(orm: Orm, tables: Tables): Database {
  const transaction: Database['transaction'] = (action) =>
    orm.transaction((tx) => action(createDatabase(tx, tables)));
  return {
    ...bindQueries(orm),

    tables,
    dialect,
    transaction,
    transactionWithoutSync: transaction,
    // The server overwrites removed rows when it vacuums its tables.
    wipeRemains() {},
  };
}

/** For queries that name the store's own tables directly. */
export const NO_TABLES = {} as Tables;

const ACCOUNTS_LOCK = 1;
export const SERVERS_LOCK = 2;

/** Shorter than the wait for a lock: a process that hangs in a transaction must not block the others. */
const BOUND_OF_IDLING = sql`set_config('idle_in_transaction_session_timeout', '5000', true)`;

/** Keeps all other changes of this kind waiting until `tx` ends. Returns the number of the change. */
export async function lockWrites(tx: Orm, lock = ACCOUNTS_LOCK): Promise<number> {
  const [row] = await tx
    .update(writeLock)
    .set({ revision: sql`${writeLock.revision} + 1` })
    .where(eq(writeLock.id, lock))
    .returning({ revision: writeLock.revision, bound: BOUND_OF_IDLING });
  return row?.revision ?? 0;
}

/** The numbers of the last changes by any replica; `clock` learns the database's time. */
export async function readRevisions(
  orm: Orm,
  clock: Pick<DatabaseClock, 'observe'>,
): Promise<{ accounts: number; servers: number }> {
  const sentAt = performance.now();
  const { id, revision } = writeLock;
  const rows = await orm.select({ id, revision, shown: NOW }).from(writeLock);
  const of = (lock: number) => rows.find((row) => row.id === lock);
  const accounts = of(ACCOUNTS_LOCK);
  if (accounts !== undefined) clock.observe(accounts.shown, sentAt, performance.now());
  return { accounts: accounts?.revision ?? 0, servers: of(SERVERS_LOCK)?.revision ?? 0 };
}

const NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::float8`.mapWith(Number);
