// The table of what administrators set about the site on its page, in place of the settings.

import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** One value a row, under the name of its field; an empty text without bytes stands for none. */
export const siteValues = sqliteTable('site_values', {
  field: text('field').primaryKey(),
  text: text('text').notNull(),
  bytes: blob('bytes', { mode: 'buffer' }),
  changedAt: integer('changed_at').notNull(),
});
