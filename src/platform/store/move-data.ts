// Copies all data from one database into another, of the same or the other engine.

import { asc, type Column, getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { Failure } from '../lib/failure.ts';
import type { Database, Queries } from './engine.ts';
import { hasRow, listKeys } from './queries.ts';

/** Rows per read and write. The widest table has 23 columns, and SQLite takes 32,766 values. */
const ROWS_AT_ONCE = 500;

export interface MovedDatabase extends AsyncDisposable {
  name: string;
  database: Database;
  /** The highest number that each table has ever given. Tables that have given none are missing. */
  readCounters(db: Queries): Promise<ReadonlyMap<string, number>>;
  /** Returns the counters that this engine keeps: SQLite has some for tables with AUTOINCREMENT only. */
  writeCounters(db: Queries, counters: ReadonlyMap<string, number>): Promise<typeof counters>;
  /** Digests all rows of a table at once. The copy goes page by page, so both cannot share a mistake. */
  digestRows(db: Queries, table: TableName): Promise<RowsDigest>;
}

/** A digest of rows: equal on both engines when every row is equal, in any order. */
export interface RowsDigest {
  count: number;
  /** The sum of the first 60 bits of each row's SHA-256. A row is hashed as the hex digits of each value, or `-`. */
  sum: string;
}

type Row = Record<string, unknown>;
export type TableName = keyof Queries['tables'];

/** Copies every row in one transaction and compares digests. Throws `conflict` when the target is not empty. */
export async function moveData(
  from: MovedDatabase,
  to: MovedDatabase,
): Promise<ReadonlyMap<string, number>> {
  const names = sortByReference(from.database);
  return to.database.transaction(async (tx) => {
    for (const name of names) await refuseFilled(tx, name, to);
    for (const name of names) {
      for await (const rows of readPages(from.database, name)) {
        await tx.insert(tableOf(tx, name)).values(rows);
      }
    }
    const counters = await to.writeCounters(tx, await from.readCounters(from.database));
    const copied = await to.readCounters(tx);
    for (const [table, count] of counters) {
      if (copied.get(table) !== count) throw describeDifference(table);
    }
    const counts = new Map<string, number>();
    for (const name of names) {
      const table = getTableName(tableOf(tx, name));
      // PostgreSQL lifts its time limit for a statement only inside a transaction.
      const kept = await from.database.transaction((source) => from.digestRows(source, name));
      if (!Bun.deepEquals(kept, await to.digestRows(tx, name))) throw describeDifference(table);
      counts.set(table, kept.count);
    }
    return counts;
  });
}

function sortByReference({ tables, dialect }: Queries): TableName[] {
  const sorted = new Set<PgTable>();
  const visit = (table: PgTable) => {
    for (const key of dialect.describeTable(table).foreignKeys) visit(key.reference().foreignTable);
    sorted.add(table);
  };
  for (const table of Object.values(tables)) visit(table);
  const nameOf = new Map<PgTable, string>(
    Object.entries(tables).map(([name, table]) => [table, name]),
  );
  return [...sorted].map((table) => nameOf.get(table) as TableName);
}

function tableOf(db: Queries, name: TableName): PgTable {
  return db.tables[name];
}

async function refuseFilled(tx: Queries, name: TableName, to: MovedDatabase): Promise<void> {
  const table = tableOf(tx, name);
  if (!(await hasRow(tx, table))) return;
  const message = `${to.name} has data already (${getTableName(table)}). Nothing was changed. Use an empty one.`;
  throw new Failure('conflict', message);
}

async function* readPages(db: Queries, name: TableName): AsyncGenerator<Row[]> {
  const table = tableOf(db, name);
  const keys = listKeys(db, table);
  const fields = keys.map((key) => fieldOf(table, key));
  let last: Row | undefined;
  for (;;) {
    const rows: Row[] = await db
      .select()
      .from(table)
      .where(last && isBehind(keys, fields, last))
      .orderBy(...keys.map((key) => asc(key)))
      .limit(ROWS_AT_ONCE);
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

/** Matches by name: the columns in a composite key are different objects from those of the table. */
function fieldOf(table: PgTable, { name }: Column): string {
  const found = Object.entries(getTableColumns(table)).find(([, column]) => column.name === name);
  if (found === undefined) throw new Error(`${getTableName(table)} has no column ${name}`);
  return found[0];
}

function isBehind(keys: Column[], fields: string[], last: Row) {
  const values = keys.map((key, place) => sql.param(last[fields[place] as string], key));
  return sql`(${sql.join(keys, sql`, `)}) > (${sql.join(values, sql`, `)})`;
}

function describeDifference(table: string): Failure {
  const message = `The copy of the table ${table} is not the same as the original. Nothing was changed. Is a service running on one of the two?`;
  return new Failure('unavailable', message);
}
