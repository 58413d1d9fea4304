// What the repositories need of a database: queries over its tables, transactions, and where engines differ.

import type { Column, SQL } from 'drizzle-orm';
import type { getTableConfig, PgDatabase, PgQueryResultHKT, PgTable } from 'drizzle-orm/pg-core';
import type * as tables from '../../drizzle/postgres/schema.ts';

/** Every table by its name in the code. Those of SQLite have the same columns, which a test compares. */
export type Tables = typeof tables;

type TableConfig = ReturnType<typeof getTableConfig>;
type Builders = 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete';

/**
 * Queries of a connection, or of a transaction on it. The types are those of PostgreSQL, whose queries are
 * only awaited: `get`, `all` and `run` are SQLite's alone. An awaited query is an array of rows.
 */
export interface Queries extends Pick<PgDatabase<PgQueryResultHKT>, Builders> {
  readonly tables: Tables;
  readonly dialect: Dialect;
}

export interface Database extends Queries {
  /**
   * Runs an action whose changes are made all together, or not at all when it throws. What it reads stays
   * true until its end, since no other transaction writes meanwhile. An action may begin another one inside
   * of its own, which is then undone alone.
   */
  transaction<Result>(action: (tx: Queries) => Promise<Result>): Promise<Result>;
  /** Makes removed rows unreadable where the engine keeps them. To be called after their transaction. */
  wipeRemains(): void;
}

/** The builders of Drizzle's database or transaction as an object's own. */
export function bindQueries(orm: Pick<Queries, Builders>): Pick<Queries, Builders> {
  return {
    select: orm.select.bind(orm),
    selectDistinct: orm.selectDistinct.bind(orm),
    insert: orm.insert.bind(orm),
    update: orm.update.bind(orm),
    delete: orm.delete.bind(orm),
  };
}

/** What engines say in different words. */
export interface Dialect {
  /** All texts of a column, in any order, with commas between; `null` where there are none. */
  joinTexts(column: Column): SQL<string | null>;
  /** The text under a key of a JSON object that a column of text holds. */
  jsonText(column: Column, key: string): SQL<string | null>;
  isUniqueFailure(error: unknown): boolean;
  /** Drizzle's description of a table, of which each engine has a function of its own. */
  describeTable(table: PgTable): Pick<TableConfig, 'columns' | 'primaryKeys' | 'foreignKeys'>;
}
