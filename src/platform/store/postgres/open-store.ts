// Opens the store in a PostgreSQL database.

import { sql } from 'drizzle-orm';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { nameDatabaseHosts } from '../../lib/database-url.ts';
import { Failure } from '../../lib/failure.ts';
import type { MigrationCounts } from '../store-ports.ts';
import type { Opened } from '../stores.ts';
import { AWAY_READ_ONLY, findPostgresError, findSqlState, isDatabaseAway } from './failures.ts';
import { compareMigrations, migrate, type SchemaChange } from './migrate.ts';
import { migrations } from './migrations.ts';
import { openPool, type Pool, type PoolerOptions } from './pool.ts';
import { openStores, type PostgresList } from './stores.ts';

export type PostgresStore<Stores> = Opened<Stores> & AsyncDisposable;

export interface PostgresHooks extends PoolerOptions {
  clock?: Clock;
  onMigrated?: (change: SchemaChange) => void;
  transactionMs?: number;
}

/** Opens the store and brings the schema up to date. Throws `unavailable` when the database is unusable. */
export async function openPostgresStore<Shared, Own>(
  list: PostgresList<Shared, Own>,
  url: string,
  hooks: PostgresHooks = {},
): Promise<PostgresStore<Shared & Own>> {
  const pool = await openMigratedPool(url, hooks);
  return {
    ...openStores(list, pool.orm),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

/** Brings the schema up to date. Throws `unavailable` when this fails. */
export async function migratePostgres(url: string, hooks: PostgresHooks): Promise<void> {
  await using _pool = await openMigratedPool(url, hooks);
}

export async function openMigratedPool(
  url: string,
  { clock = systemClock, onMigrated, ...options }: PostgresHooks,
): Promise<Pool> {
  const pool = openPool(url, options);
  try {
    const change = await explainOpening(url, () => migrate(pool.orm, migrations, clock.now()));
    if (change !== undefined) onMigrated?.(change);
    return pool;
  } catch (error) {
    await pool[Symbol.asyncDispose]();
    throw error;
  }
}

export async function explainOpening<Result>(
  url: string,
  open: () => Promise<Result>,
): Promise<Result> {
  try {
    return await open();
  } catch (error) {
    throw describeOpenFailure(error, url);
  }
}

/** The server's version, and the missing and unknown migrations. Throws `unavailable` when the database is unusable. */
export async function examinePostgres(
  url: string,
  pooler: PoolerOptions = {},
): Promise<{ host: string; server: string } & MigrationCounts> {
  await using pool = openPool(url, pooler);
  return await explainOpening(url, async () => {
    const shown: unknown = await pool.orm.execute(sql`SHOW server_version`);
    const [row] = shown as { server_version: string }[];
    const server = row?.server_version ?? '';
    return { host: pool.host(), server, ...(await compareMigrations(pool.orm, migrations)) };
  });
}

const POOLER =
  'was reached through a pooler that refuses settings of a connection. Set database_pooler, or connect to it directly.';
const READ_ONLY =
  'accepts no writes: it is a standby, or read-only. Name the host of the primary in database_url.';

/** Advice for answers of a server that was reached, by SQLSTATE or our own code. */
const ADVICE: Readonly<Record<string, string>> = {
  '28P01': 'refuses the user name or the password. Check database_url.',
  '28000': 'does not let this user in. Check database_url, and the pg_hba.conf of the server.',
  '3D000': 'has no database of that name. Make it: CREATE DATABASE.',
  '42501': 'does not let this user make tables. Make the user the owner of the database.',
  '25006': READ_ONLY,
  '53300':
    'has no connection left: max_connections, or the limit of the user or of the database, is reached. Raise it, or end other connections.',
  [AWAY_READ_ONLY]: READ_ONLY,
};

/** The failure for the operator. It names the server's host but no other part of the address. */
function describeOpenFailure(error: unknown, url: string): unknown {
  if (error instanceof Failure) return error;
  const state = findSqlState(error);
  const cause = findPostgresError(error);
  const reason = state ?? (cause !== undefined && 'code' in cause ? `${cause.code}` : undefined);
  // Poolers also use this code for their own problems, such as an unavailable server.
  const isPooler = state === '08P01' && /startup parameter/.test(cause?.message ?? '');
  const advice = isPooler
    ? POOLER
    : (ADVICE[reason ?? ''] ??
      (isDatabaseAway(error)
        ? 'does not answer. Check that it runs, and the host and port in database_url.'
        : undefined));
  // Certificate problems have no error class of their own.
  if (advice === undefined && state !== undefined) return cause ?? error;
  const host = nameDatabaseHosts(url);
  const said = advice ?? `cannot be used: ${error instanceof Error ? error.message : error}`;
  const code = reason === undefined ? '' : ` (${reason})`;
  return new Failure('unavailable', `The PostgreSQL server at ${host} ${said}${code}`, { cause });
}
