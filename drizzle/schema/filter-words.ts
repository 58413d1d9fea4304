// The table of words that keep a server out of the public list when they stand in its name.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** `key` is the word as names are compared with it, `word` as it was typed. */
export const filterWords = sqliteTable('filter_words', {
  key: text('key').primaryKey(),
  word: text('word').notNull(),
  addedAt: integer('added_at').notNull(),
});
