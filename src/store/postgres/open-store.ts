// Opens the store in a PostgreSQL database.

import { type Clock, systemClock } from '../../lib/clock.ts';
import type { Repositories } from '../repositories.ts';
import { migrate, type SchemaChange } from './migrate.ts';
import { migrations } from './migrations.ts';
import { openPool } from './pool.ts';
import { createRepositories } from './repositories.ts';

/** Every repository over a pool of connections. Disposing it lets queries end, and closes the connections. */
export interface PostgresStore extends Repositories, AsyncDisposable {}

/** Options and events of opening. */
export interface PostgresHooks {
  /** The time of migrations. */
  clock?: Clock;
  /** Called when the schema was brought up to date, also for a new database. */
  onMigrated?: (change: SchemaChange) => void;
}

/** Opens the store and brings the schema up to date. Throws `unavailable` when it cannot be used. */
export async function openPostgresStore(
  url: string,
  { clock = systemClock, onMigrated }: PostgresHooks = {},
): Promise<PostgresStore> {
  const pool = openPool(url);
  try {
    const change = await migrate(pool.orm, migrations, clock.now());
    if (change !== undefined) onMigrated?.(change);
  } catch (error) {
    await pool[Symbol.asyncDispose]();
    throw error;
  }
  return {
    ...createRepositories(pool.orm),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
