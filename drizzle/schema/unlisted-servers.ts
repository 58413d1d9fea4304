// The table of servers that moderators keep out of the public list.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Stands apart from the live servers: a server stays unlisted while it is away. */
export const unlistedServers = sqliteTable('unlisted_servers', {
  hash: text('hash').primaryKey(),
  reason: text('reason').notNull(),
  unlistedAt: integer('unlisted_at').notNull(),
});
