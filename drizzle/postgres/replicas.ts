// The tables that only PostgreSQL has, since only there several processes serve one site.

import { bigint, pgTable } from 'drizzle-orm/pg-core';

/**
 * One row. Who locks it may change accounts and decisions, and reads what nobody else changes meanwhile.
 * `revision` counts the changes, so that each process sees that others made some.
 */
export const writeLock = pgTable('write_lock', {
  id: bigint('id', { mode: 'number' }).primaryKey(),
  revision: bigint('revision', { mode: 'number' }).notNull().default(0),
});
