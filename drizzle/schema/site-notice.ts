// The table of the notice that administrators show on all pages: at most one row.

import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Without `until`, in milliseconds since the Unix epoch, it is shown until somebody removes it. */
export const siteNotice = sqliteTable(
  'site_notice',
  {
    id: integer('id').primaryKey(),
    text: text('text').notNull(),
    level: text('level', { enum: ['info', 'warning', 'outage'] }).notNull(),
    until: integer('until'),
    setAt: integer('set_at').notNull(),
  },
  (table) => [check('site_notice_one_row', sql`${table.id} = 1`)],
);
