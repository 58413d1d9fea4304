// The tables that only PostgreSQL has, since only there several processes serve one site.

import { bigint, pgTable } from 'drizzle-orm/pg-core';

/** One row. Who locks it may change accounts, and decides by what nobody else changes meanwhile. */
export const writeLock = pgTable('write_lock', {
  id: bigint('id', { mode: 'number' }).primaryKey(),
});
