// The table of servers that moderators keep out of the public list.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Not part of the table of live servers: a server stays unlisted while it is offline. */
export const unlistedServers = sqliteTable('unlisted_servers', {
  hash: text('hash').primaryKey(),
  reason: text('reason').notNull(),
  unlistedAt: integer('unlisted_at').notNull(),
});
