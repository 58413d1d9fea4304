// The table of address ranges whose heartbeats are refused.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** One banned range a row; `id` counts in the order in which the bans were made. */
export const bans = sqliteTable('bans', {
  id: integer('id').primaryKey(),
  range: text('range').notNull().unique(),
  reason: text('reason').notNull(),
  createdAt: integer('created_at').notNull(),
});
