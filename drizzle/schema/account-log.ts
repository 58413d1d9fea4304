// The table of what happened to accounts, as their owners see it.

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/** One event a row; `count` is how often it happened in a row within the hour before `at`. */
export const accountLog = sqliteTable(
  'account_log',
  {
    id: integer('id').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    at: integer('at').notNull(),
    event: text('event').notNull(),
    device: text('device').notNull(),
    country: text('country').notNull(),
    detail: text('detail').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    index('account_log_of_account').on(table.accountId, table.id),
    index('account_log_by_age').on(table.at),
  ],
);
