// Only PostgreSQL’s own catalogue shows that its schema is that of its migrations, and like SQLite’s.

import { afterAll, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { migrations } from '../../src/store/postgres/migrations.ts';
import { openPostgresStore } from '../../src/store/postgres/open-store.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { migrations as sqliteMigrations } from '../../src/store/sqlite/migrations.ts';
import { startPostgres } from '../support/postgres.ts';

await using resources = new AsyncDisposableStack();
const server = resources.use(await startPostgres());
const url = await server.makeDatabase();
resources.use(await openPostgresStore(url));
const client = new SQL(url, { max: 1 });
resources.defer(() => client.close());
const { client: sqlite } = openDatabase({ memory: true }, sqliteMigrations, {});
resources.defer(() => sqlite.close(true));
const lifetimes = resources.move();
afterAll(() => lifetimes.disposeAsync(), 60_000);

/** Tables that one engine alone needs. */
const OWN_TABLES = [
  ...['leader_lease', 'leader_terms', 'muster_migrations', 'server_batches', 'shared_states'],
  ...['write_lock', 'sqlite_sequence'],
];
/** What the types of one engine are called in the other. */
const TYPES: Readonly<Record<string, string>> = {
  bigint: 'integer',
  boolean: 'integer',
  bytea: 'blob',
};

/** A column, in the words of SQLite. */
interface Column {
  table: string;
  column: string;
  type: string;
  isRequired: boolean;
  /** Its place in the primary key, from 1; 0 outside of it. */
  keyPlace: number;
  /** Without quotes; `null` for none. */
  preset: string | null;
}

const inOrder = (columns: Column[]) =>
  columns
    .filter(({ table }) => !OWN_TABLES.includes(table))
    .toSorted((a, b) => `${a.table}.${a.column}`.localeCompare(`${b.table}.${b.column}`));

function readSqlite(): Column[] {
  const rows = sqlite
    .prepare<Record<'t' | 'name' | 'type' | 'preset', string> & { needed: number; pk: number }, []>(
      `SELECT t.name AS t, c.name, lower(c.type) AS type, c."notnull" AS needed, c.pk, c.dflt_value AS preset
        FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c WHERE t.type = 'table'`,
    )
    .all();
  return rows.map(({ t, name, type, preset, needed, pk }) => ({
    ...{ table: t, column: name, type, keyPlace: pk },
    isRequired: needed === 1 || pk > 0,
    preset: preset === null ? null : unquote(preset),
  }));
}

async function readPostgres(): Promise<Column[]> {
  const rows: Record<string, string>[] = await client`
    SELECT c.table_name, c.column_name, c.data_type, c.is_nullable, c.column_default,
      coalesce(k.ordinal_position, 0)::text AS place
    FROM information_schema.columns AS c
    LEFT JOIN information_schema.table_constraints AS p
      ON p.table_name = c.table_name AND p.table_schema = c.table_schema AND p.constraint_type = 'PRIMARY KEY'
    LEFT JOIN information_schema.key_column_usage AS k
      ON k.constraint_name = p.constraint_name AND k.column_name = c.column_name
      AND k.table_schema = c.table_schema
    WHERE c.table_schema = 'public'`;
  return rows.map((row) => ({
    ...{ table: `${row.table_name}`, column: `${row.column_name}` },
    type: TYPES[`${row.data_type}`] ?? `${row.data_type}`,
    isRequired: row.is_nullable === 'NO',
    keyPlace: Number(row.place),
    preset: row.column_default === null ? null : unquote(`${row.column_default}`),
  }));
}

/** A preset without its quotes and its type; `false` is 0 on SQLite. */
function unquote(preset: string): string {
  const text = preset.replace(/::\w+( COLLATE "C")?$/, '').replace(/^'(.*)'$/, '$1');
  return text === 'false' ? '0' : text;
}

test('every table has the same columns, of the same types, keys and presets', async () => {
  const ofSqlite = inOrder(readSqlite());
  expect(ofSqlite.length).toBeGreaterThan(150);
  expect(inOrder(await readPostgres())).toEqual(ofSqlite);
});

test('what is unique, and what goes with its account, is the same', async () => {
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name).toSorted();
  const uniqueOfSqlite = sqlite
    .prepare<{ name: string }, []>(
      `SELECT t.name || '(' || (SELECT group_concat(c.name, ',' ORDER BY c.seqno)
          FROM pragma_index_info(i.name) AS c) || ')' ||
          CASE WHEN i.partial THEN ' in part' ELSE '' END AS name
        FROM sqlite_schema AS t JOIN pragma_index_list(t.name) AS i
        WHERE t.type = 'table' AND i."unique" AND i.origin <> 'pk' AND t.name <> 'muster_migrations'`,
    )
    .all();
  const uniqueOfPostgres: { name: string }[] = await client`
    SELECT t.relname || '(' || (SELECT string_agg(a.attname, ',' ORDER BY k.place)
        FROM unnest(i.indkey) WITH ORDINALITY AS k(number, place)
        JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = k.number) || ')' ||
        CASE WHEN i.indpred IS NULL THEN '' ELSE ' in part' END AS name
    FROM pg_index AS i JOIN pg_class AS t ON t.oid = i.indrelid
    JOIN pg_namespace AS n ON n.oid = t.relnamespace
    WHERE n.nspname = 'public' AND i.indisunique AND NOT i.indisprimary
      AND t.relname <> 'muster_migrations'`;
  expect(uniqueOfSqlite.length).toBeGreaterThan(5);
  expect(names(uniqueOfPostgres)).toEqual(names(uniqueOfSqlite));

  const referencesOfSqlite = sqlite
    .prepare<{ name: string }, []>(
      `SELECT t.name || '.' || f."from" || ' ' || f."table" || ' ' || f.on_delete AS name
        FROM sqlite_schema AS t JOIN pragma_foreign_key_list(t.name) AS f WHERE t.type = 'table'`,
    )
    .all();
  const referencesOfPostgres: { name: string }[] = await client`
    SELECT k.table_name || '.' || k.column_name || ' ' || u.table_name || ' ' || r.delete_rule AS name
    FROM information_schema.referential_constraints AS r
    JOIN information_schema.key_column_usage AS k ON k.constraint_name = r.constraint_name
    JOIN information_schema.constraint_column_usage AS u ON u.constraint_name = r.constraint_name`;
  expect(referencesOfSqlite.length).toBeGreaterThan(10);
  expect(names(referencesOfPostgres)).toEqual(names(referencesOfSqlite));
});

test('the audit log refuses every change and removal', async () => {
  await client`INSERT INTO audit_entries (at, actor_name, action, subject, reason, detail)
    VALUES (1, 'Alice', 'ban', 'somebody', '', '')`;
  for (const change of [
    "UPDATE audit_entries SET reason = 'another'",
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries',
  ]) {
    await expect(client.unsafe(change)).rejects.toThrow('the audit log is never changed');
  }
  const [{ count }] = await client`SELECT count(*)::int AS count FROM audit_entries`;
  expect(count).toBe(1);
});

test('of several processes that start at once one brings the schema up to date', async () => {
  const fresh = await server.makeDatabase();
  const changes: { from: number; to: number }[] = [];
  const stores = await Promise.all(
    Array.from({ length: 6 }, () =>
      openPostgresStore(fresh, { onMigrated: (change) => changes.push(change) }),
    ),
  );
  expect(changes).toEqual([{ from: 0, to: migrations.length }]);
  for (const store of stores) {
    const counts = { missing: 0, unknown: 0, tolerated: 0 };
    expect(await store.health.compareMigrations()).toEqual(counts);
    await store[Symbol.asyncDispose]();
  }
});
