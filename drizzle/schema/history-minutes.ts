// The table of samples that are not sorted by server yet: one row a minute, for all servers together.

import { blob, integer, sqliteTable } from 'drizzle-orm/sqlite-core';

/** `at` counts minutes since the Unix epoch; `counts` holds a series and its players in turn. */
export const historyMinutes = sqliteTable('history_minutes', {
  at: integer('at').primaryKey(),
  players: integer('players').notNull(),
  servers: integer('servers').notNull(),
  counts: blob('counts', { mode: 'buffer' }).notNull(),
});
