// What the stores need of a database: queries over its tables, transactions, and where engines differ.

import type { Column, SQL } from 'drizzle-orm';
import type { getTableConfig, PgDatabase, PgQueryResultHKT, PgTable } from 'drizzle-orm/pg-core';
import type { clockTables } from './clock-tables.ts';

/** Every table by its name in the code. The root declares those of the modules, of which the store knows none. */
export interface Tables extends ReturnType<typeof clockTables> {}

type TableConfig = ReturnType<typeof getTableConfig>;
type Builders = 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete';

/** Queries of a connection or a transaction. Typed as PostgreSQL's, and only awaited: `get`, `all` and `run` are SQLite's. */
export interface Queries extends Pick<PgDatabase<PgQueryResultHKT>, Builders> {
  readonly tables: Tables;
  readonly dialect: Dialect;
}

export interface Database extends Queries {
  /** All changes of the action are made, or none when it throws; no other transaction writes meanwhile. May be nested. */
  transaction<Result>(action: (tx: Database) => Promise<Result>): Promise<Result>;
  /** One that a power cut right after it may undo, where the engine need not wait for the disk. Not to be nested. */
  transactionWithoutSync: Database['transaction'];
  /** Makes removed rows unreadable where the engine keeps them. To be called after their transaction. */
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
  /** The text under a key of a JSON object that a column of text holds. */
  jsonText(column: Column, key: string): SQL<string | null>;
  isUniqueFailure(error: unknown): boolean;
  /** Drizzle's description of a table, of which each engine has a function of its own. */
  describeTable(table: PgTable): Pick<TableConfig, 'columns' | 'primaryKeys' | 'foreignKeys'>;
}
