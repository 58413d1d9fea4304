// A PostgreSQL database whose data is copied.

import { getTableName, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { nameDatabaseHosts } from '../../lib/database-url.ts';
import { Failure } from '../../lib/failure.ts';
import type { Queries } from '../engine.ts';
import { COUNTED, type MovedDatabase } from '../move-data.ts';
import { createDatabase } from './engine.ts';
import { lockDatabase } from './lock-database.ts';
import { openMigratedPool } from './open-store.ts';
import type { PoolerOptions } from './pool.ts';

const NEEDS_DIRECT =
  'Data cannot be copied through a pooler (database_pooler), behind which nobody sees whether a service runs. Give the URL of the PostgreSQL server itself: --from or --to postgres://…';

/** All data is one transaction. */
const LONGEST_MS = 24 * 3_600_000;

/** Opens it, and keeps services off it. Throws `conflict` where one runs, `unavailable` where it cannot be used. */
export async function openMovedPostgres(
  url: string,
  { isPooled = false }: PoolerOptions = {},
): Promise<MovedDatabase> {
  if (isPooled) throw new Failure('invalid', NEEDS_DIRECT);
  await using opening = new AsyncDisposableStack();
  const pool = opening.use(await openMigratedPool(url, { transactionMs: LONGEST_MS }));
  opening.use(await lockDatabase(url));
  const lifetimes = opening.move();
  return {
    name: `The PostgreSQL database at ${nameDatabaseHosts(url)}`,
    database: createDatabase(pool.orm),
    async readCounters(db) {
      const counters = new Map<string, number>();
      for (const table of COUNTED) {
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
    },
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

const ONE_ROW = sql`(select 1) as one_row`;
const sequenceOf = (table: string) => sql`pg_get_serial_sequence(${table}, 'id')::regclass`;

/** Tables whose rows the database numbers. */
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
