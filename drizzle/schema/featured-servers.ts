// The table of servers that an administrator put first in the list.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Not part of the table of live servers: a server stays featured while it is offline. */
export const featuredServers = sqliteTable('featured_servers', {
  hash: text('hash').primaryKey(),
  featuredAt: integer('featured_at').notNull(),
});
