// The table of the sessions of logged-in accounts.

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/**
 * One session a row, under the hash of its cookie's value; it is removed with its account. `device` is what
 * it was started from in words, `country` a code of two letters; both are empty where they are not known.
 */
export const sessions = sqliteTable(
  'sessions',
  {
    valueHash: text('value_hash').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
    device: text('device').notNull().default(''),
    country: text('country').notNull().default(''),
  },
  (table) => [index('sessions_of_account').on(table.accountId)],
);
