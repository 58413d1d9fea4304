// A database with rows in every table, made from the migrations themselves.

import { Database } from 'bun:sqlite';
import { migrations } from '../../../src/platform/store/sqlite/migrations.ts';

/** The rows that each table gets unless a test wants more. */
const SAMPLE_ROWS = 2;

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
  events: () => '[]',
  event: () => '{}',
  answers: () => '[]',
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
const SINGLE = new Set(['push_keys', 'service_state', 'site_notice']);

/** Makes the database at `path`, with `rows` rows in every table. */
export function makeFilledDatabase(path: string, rows = SAMPLE_ROWS): void {
  using client = new Database(path, { create: true });
  client.run(
    'CREATE TABLE muster_migrations (' +
      'position INTEGER PRIMARY KEY AUTOINCREMENT, tag TEXT NOT NULL UNIQUE, applied_at INTEGER NOT NULL)',
  );
  for (const { tag, sql } of migrations) {
    client.run(sql);
    client.run('INSERT INTO muster_migrations (tag, applied_at) VALUES (?, 0)', [tag]);
  }
  client.run('PRAGMA foreign_keys = OFF');
  for (const table of listTables(client)) fillTable(client, table, rows);
  client.run('PRAGMA foreign_keys = ON');
  const orphans = client.prepare('PRAGMA foreign_key_check').all();
  if (orphans.length > 0) throw new Error(`The samples do not fit: ${JSON.stringify(orphans)}`);
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

function fillTable(client: Database, table: string, count: number): void {
  const columns = client.prepare<Column, [string]>('SELECT * FROM pragma_table_info(?)').all(table);
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const places = columns.map(() => '?').join(', ');
  const rows = SINGLE.has(table) ? Math.min(1, count) : count;
  const values = columns.map((column) => samplesOf(client, table, column));
  const insert = client.prepare(`INSERT OR REPLACE INTO "${table}" (${names}) VALUES (${places})`);
  client.transaction(() => {
    for (let row = 1; row <= rows; row += 1) insert.run(...values.map((value) => value(row)));
  })();
}

type Value = string | number | Uint8Array;

/** The value of a column in each row. */
function samplesOf(client: Database, table: string, column: Column): (row: number) => Value {
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
    if (parent !== undefined) return (row) => plainValue(parent, row);
  }
  const isBlob = type.toLowerCase() === 'blob';
  return VALUES[name] ?? ((row) => (isBlob ? new Uint8Array(0) : plainValue(column, row)));
}

function plainValue({ name, type }: Pick<Column, 'name' | 'type'>, row: number): string | number {
  return type.toLowerCase() === 'integer' ? row : `${name} ${row}`;
}
