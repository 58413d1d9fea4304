// The table that gives each server's history a short number in place of its hash.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Numbers are never given twice, so that no server inherits another one's history. */
export const historySeries = sqliteTable('history_series', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  hash: text('hash').notNull().unique(),
});
