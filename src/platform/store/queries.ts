// Short forms of the queries that most stores make. Without a condition, they apply to every row.

import { and, type Column, count, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from './engine.ts';

type Row<Table extends PgTable> = Table['$inferSelect'];
type Condition = SQL | undefined;

const ONE = { one: sql`1` };

export function matches<Table extends PgTable>(
  table: Table,
  values: { [Field in keyof Row<Table>]?: NonNullable<Row<Table>[Field]> },
): Condition {
  const columns: Record<string, Column> = getTableColumns(table);
  const conditions = Object.entries(values).map(([field, value]) =>
    eq(columns[field] as Column, value),
  );
  return and(...conditions);
}

export async function findRow<Table extends PgTable>(
  db: Queries,
  table: Table,
  where?: Condition,
): Promise<Row<Table> | undefined> {
  const query = db.select().from(table as PgTable);
  const [row] = await query.where(where).limit(1);
  return row;
}

export async function hasRow(db: Queries, table: PgTable, where?: Condition): Promise<boolean> {
  const rows = await db.select(ONE).from(table).where(where).limit(1);
  return rows.length > 0;
}

export async function countRows(db: Queries, table: PgTable, where?: Condition): Promise<number> {
  const [counted] = await db.select({ rows: count() }).from(table).where(where);
  return counted?.rows ?? 0;
}

/** Returns how many rows were changed. */
export async function updateRows<Table extends PgTable>(
  db: Queries,
  table: Table,
  changes: Partial<Row<Table>>,
  where: Condition,
): Promise<number> {
  const query = db.update(table as PgTable).set(changes);
  const changed = await query.where(where).returning(ONE);
  return changed.length;
}

/** Returns how many rows were removed. */
export async function removeRows(db: Queries, table: PgTable, where?: Condition): Promise<number> {
  const removed = await db.delete(table).where(where).returning(ONE);
  return removed.length;
}

/** Adds a row. When a row with its primary key exists, replaces the named fields of that row, by default all. */
export async function putRow<Table extends PgTable>(
  db: Queries,
  table: Table,
  row: Table['$inferInsert'],
  replaced?: readonly (keyof Table['$inferInsert'])[],
): Promise<void> {
  const columns: Record<string, Column> = getTableColumns(table);
  const target = listKeys(db, table) as (Column & PgTable['_']['columns'][string])[];
  const isKey = (field: string) => target.some(({ name }) => name === columns[field]?.name);
  const isReplaced = ([field]: [string, unknown]) =>
    replaced === undefined ? !isKey(field) : replaced.some((one) => one === field);
  const set = Object.fromEntries(Object.entries(row).filter(isReplaced));
  await db.insert<PgTable>(table).values(row).onConflictDoUpdate({ target, set });
}

export function listKeys({ dialect }: Queries, table: PgTable): Column[] {
  const { columns, primaryKeys } = dialect.describeTable(table);
  return primaryKeys[0]?.columns ?? columns.filter((column) => column.primary);
}

export function listReferences(
  { tables, dialect }: Queries,
  to: PgTable,
): { table: PgTable; column: Column }[] {
  return Object.values(tables).flatMap((table) =>
    dialect.describeTable(table).foreignKeys.flatMap((key) => {
      const { columns, foreignTable } = key.reference();
      return foreignTable === to ? columns.map((column) => ({ table, column })) : [];
    }),
  );
}

/** Values per statement. Databases limit their number. */
const AT_ONCE = 1_000;

export function* inParts<Value>(values: readonly Value[]): Generator<Value[]> {
  for (let start = 0; start < values.length; start += AT_ONCE) {
    yield values.slice(start, start + AT_ONCE);
  }
}
