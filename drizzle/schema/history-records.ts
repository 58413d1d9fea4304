// The table of the highest counts that there ever were: one row, which no thinning removes.

import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';

/** The moments are milliseconds since the Unix epoch. */
export const historyRecords = sqliteTable('history_records', {
  id: integer('id').primaryKey(),
  players: integer('players').notNull(),
  playersAt: integer('players_at').notNull(),
  servers: integer('servers').notNull(),
  serversAt: integer('servers_at').notNull(),
});
