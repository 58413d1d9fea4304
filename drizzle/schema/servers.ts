// The table of live servers: what the registry needs to list them again after a restart.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** One live server a row. Times are milliseconds since the Unix epoch. */
export const servers = sqliteTable('servers', {
  hash: text('hash').primaryKey(),
  ip: text('ip').notNull(),
  port: integer('port').notNull(),
  name: text('name').notNull(),
  players: integer('players').notNull(),
  maxPlayers: integer('max_players').notNull(),
  software: text('software').notNull(),
  isPublic: integer('is_public', { mode: 'boolean' }).notNull(),
  supportsWeb: integer('supports_web', { mode: 'boolean' }).notNull(),
  salt: text('salt').notNull(),
  country: text('country').notNull(),
  startedAt: integer('started_at').notNull(),
  steadySince: integer('steady_since').notNull().default(0),
  lastBeatAt: integer('last_beat_at').notNull(),
  reachableAt: integer('reachable_at'),
});
