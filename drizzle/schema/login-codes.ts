// The table of login codes that were sent by email.

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/** One code a row, as its hash; spent ones stay for an hour, since they count towards what may be sent. */
export const loginCodes = sqliteTable(
  'login_codes',
  {
    id: integer('id').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    sentAt: integer('sent_at').notNull(),
    validUntil: integer('valid_until').notNull(),
    spentAt: integer('spent_at'),
  },
  (table) => [index('login_codes_of_account').on(table.accountId, table.sentAt)],
);
