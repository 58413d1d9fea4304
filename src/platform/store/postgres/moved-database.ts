// Opens a PostgreSQL database for copying its data.

import { type Column, getTableColumns, getTableName, is, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { nameDatabaseHosts } from '../../lib/database-url.ts';
import { Failure } from '../../lib/failure.ts';
import type { Queries, Tables } from '../engine.ts';
import type { MovedDatabase } from '../move-data.ts';
import { createDatabase } from './engine.ts';
import { lockDatabase } from './lock-database.ts';
import { openMigratedPool } from './open-store.ts';
import type { PoolerOptions } from './pool.ts';

const NEEDS_DIRECT =
  'Data cannot be copied through a pooler (database_pooler), because it hides whether a service runs. Give the URL of the PostgreSQL server itself: --from or --to postgres://…';

const MAX_DURATION_MS = 24 * 3_600_000;

/** Opens the database and keeps services off it. Throws `conflict` while one uses it, and `unavailable`. */
export async function openMovedPostgres(
  tables: Tables,
  url: string,
  { isPooled = false }: PoolerOptions = {},
): Promise<MovedDatabase> {
  if (isPooled) throw new Failure('invalid', NEEDS_DIRECT);
  await using opening = new AsyncDisposableStack();
  const pool = opening.use(await openMigratedPool(url, { transactionMs: MAX_DURATION_MS }));
  opening.use(await lockDatabase(url));
  const lifetimes = opening.move();
  return {
    name: `The PostgreSQL database at ${nameDatabaseHosts(url)}`,
    database: createDatabase(pool.orm, tables),
    async readCounters(db) {
      const counters = new Map<string, number>();
      for (const table of listNumbered(db)) {
        const last = sql`coalesce(pg_sequence_last_value(${sequenceOf(table)}), 0)`.mapWith(Number);
        const [row] = await db.select({ last }).from(ONE_ROW);
        if (row !== undefined && row.last > 0) counters.set(table, row.last);
      }
      return counters;
    },
    async writeCounters(db, counters) {
      for (const table of listNumbered(db)) {
        const highest = sql`(select coalesce(max(id), 0) from ${sql.identifier(table)})`;
        const last = sql`greatest(${highest}, ${counters.get(table) ?? 0})`;
        const set = sql`setval(${sequenceOf(table)}, greatest(${last}, 1), ${last} > 0)`;
        await db.select({ set }).from(ONE_ROW);
      }
      return counters;
    },
    async digestRows(db, name) {
      const table = db.tables[name];
      await db.select({ set: sql`set_config('statement_timeout', '0', true)` }).from(ONE_ROW);
      const columns = Object.values(getTableColumns(table));
      const row = sql.join(
        columns.map((column) => sql`coalesce(${sha256(bytesOf(column))}, '-')`),
        sql` || `,
      );
      const first = sql`('x' || left(${sha256(utf8(row))}, 15))::bit(60)::bigint`;
      const count = sql`count(*)`.mapWith(Number);
      const total = sql<string>`coalesce(sum(${first}), 0)::text`;
      const [digest] = await db.select({ count, sum: total }).from(table);
      return digest ?? { count: 0, sum: '' };
    },
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

const ONE_ROW = sql`(select 1) as one_row`;
const sequenceOf = (table: string) => sql`pg_get_serial_sequence(${table}, 'id')::regclass`;

const sha256 = (bytes: SQL) => sql`encode(sha256(${bytes}), 'hex')`;
const utf8 = (text: SQL) => sql`convert_to(${text}, 'UTF8')`;

function bytesOf(column: Column): SQL {
  const type = column.getSQLType();
  if (type === 'bytea') return sql`${column}`;
  return utf8(type === 'boolean' ? sql`${column}::int::text` : sql`${column}::text`);
}

function listNumbered({ tables }: Queries): string[] {
  return Object.values(tables)
    .filter((table) => is(table, PgTable))
    .filter((table) =>
      getTableConfig(table).columns.some(
        ({ generatedIdentity }) => generatedIdentity !== undefined,
      ),
    )
    .map((table) => getTableName(table));
}
