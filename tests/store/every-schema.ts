// Databases as every schema so far left them, with rows in every table, made from the migrations themselves.

import { Database } from 'bun:sqlite';
import { type Migration, migrations } from '../../src/store/sqlite/migrations.ts';

/** The rows that each table gets. */
export const SAMPLE_ROWS = 2;

interface Column {
  name: string;
  type: string;
  pk: number;
}

/** Values of columns that hold more than a number or a text, by the column's name. */
const VALUES: Readonly<Record<string, (row: number) => string | number>> = {
  name: (row) => `name${row}`,
  name_key: (row) => `name${row}`,
  links: () => '[]',
  tags: () => '[]',
  role: (row) => ['player', 'administrator'][row % 2] ?? 'player',
  kind: () => 'range',
  state: () => 'to send',
  level: () => 'info',
  content: () => '{}',
  email: (row) => `name${row}@example.net`,
  email_key: (row) => `name${row}@example.net`,
  recipient: (row) => `name${row}@example.net`,
};

/** Tables that hold one row, with the number 1. */
const SINGLE = new Set(['service_state', 'site_notice']);

/** Makes the database at `path` with the first `count` migrations, and rows in every table. */
export function makeSchema(path: string, count: number, known = migrations): void {
  using client = new Database(path, { create: true });
  client.run(
    'CREATE TABLE muster_migrations (' +
      'position INTEGER PRIMARY KEY AUTOINCREMENT, tag TEXT NOT NULL UNIQUE, applied_at INTEGER NOT NULL)',
  );
  for (const { tag, sql } of known.slice(0, count)) applyMigration(client, { tag, sql });
  client.run('PRAGMA foreign_keys = OFF');
  for (const table of listTables(client)) fillTable(client, table);
  client.run('PRAGMA foreign_keys = ON');
  const orphans = client.prepare('PRAGMA foreign_key_check').all();
  if (orphans.length > 0) throw new Error(`The samples do not fit: ${JSON.stringify(orphans)}`);
}

function applyMigration(client: Database, { tag, sql }: Migration): void {
  client.run(sql);
  client.run('INSERT INTO muster_migrations (tag, applied_at) VALUES (?, 0)', [tag]);
}

/** The tables that migrations made. */
export function listTables(client: Database): string[] {
  return client
    .prepare<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'muster_migrations'",
    )
    .all()
    .map(({ name }) => name);
}

function fillTable(client: Database, table: string): void {
  const columns = client.prepare<Column, [string]>('SELECT * FROM pragma_table_info(?)').all(table);
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const places = columns.map(() => '?').join(', ');
  const rows = SINGLE.has(table) ? 1 : SAMPLE_ROWS;
  for (let row = 1; row <= rows; row += 1) {
    client.run(
      `INSERT OR REPLACE INTO "${table}" (${names}) VALUES (${places})`,
      columns.map((column) => sampleValue(client, table, column, row)),
    );
  }
}

function sampleValue(client: Database, table: string, column: Column, row: number) {
  const { name, type } = column;
  const reference = client
    .prepare<{ table: string; to: string }, [string, string]>(
      'SELECT "table", "to" FROM pragma_foreign_key_list(?) WHERE "from" = ?',
    )
    .get(table, name);
  if (reference !== null) {
    const parents = client
      .prepare<Column, [string]>('SELECT * FROM pragma_table_info(?)')
      .all(reference.table);
    const parent = parents.find((each) => each.name === reference.to);
    if (parent !== undefined) return plainValue(parent, row);
  }
  return (
    VALUES[name]?.(row) ??
    (type.toLowerCase() === 'blob' ? new Uint8Array(0) : plainValue(column, row))
  );
}

function plainValue({ name, type }: Pick<Column, 'name' | 'type'>, row: number): string | number {
  return type.toLowerCase() === 'integer' ? row : `${name} ${row}`;
}
