// The parts of a database that the stores use: queries over its tables, transactions, and the differences of the
// engines.

import type { Column, SQL } from 'drizzle-orm';
import type { getTableConfig, PgDatabase, PgQueryResultHKT, PgTable } from 'drizzle-orm/pg-core';
import type { clockTables } from './clock-tables.ts';

/** Every table by its name in the code. The root declares the modules' tables, because the store knows no module. */
export interface Tables extends ReturnType<typeof clockTables> {}

type TableConfig = ReturnType<typeof getTableConfig>;
type Builders = 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete';

/**
 * Queries of a connection or a transaction. They have PostgreSQL's types and must be awaited: `get`, `all` and `run`
 * exist only on SQLite.
 */
export interface Queries extends Pick<PgDatabase<PgQueryResultHKT>, Builders> {
  readonly tables: Tables;
  readonly dialect: Dialect;
}

export interface Database extends Queries {
  /** Makes all changes of the action, or none when it throws; no other transaction writes meanwhile. May be nested. */
  transaction<Result>(action: (tx: Database) => Promise<Result>): Promise<Result>;
  /** A transaction that need not wait for the disk; a power cut right afterwards may undo it. Not to be nested. */
  transactionWithoutSync: Database['transaction'];
  /** Makes removed rows unreadable if the engine keeps them. Call it after their transaction. */
  wipeRemains(): void;
}

export function bindQueries(orm: Pick<Queries, Builders>): Pick<Queries, Builders> {
  return {
    select: orm.select.bind(orm),
    selectDistinct: orm.selectDistinct.bind(orm),
    insert: orm.insert.bind(orm),
    update: orm.update.bind(orm),
    delete: orm.delete.bind(orm),
  };
}

export interface Dialect {
  joinTexts(text: Column | SQL): SQL<string | null>;
  /** The text under a key of a JSON object, in a text column. */
  jsonText(column: Column, key: string): SQL<string | null>;
  isUniqueFailure(error: unknown): boolean;
  /** Drizzle's description of a table; each engine has its own function for it. */
  describeTable(table: PgTable): Pick<TableConfig, 'columns' | 'primaryKeys' | 'foreignKeys'>;
}
