// The table of letters that are still to be written: what happened, before anybody looked who gets it.

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/**
 * One letter to be written a row. `asked` is the address it goes to, or what somebody typed who has
 * forgotten a password; `token` and `code` go into the letter and stand nowhere else. `detail` and
 * `until` are the reason and the end of a suspension, or `detail` a new name.
 */
export const emailJobs = sqliteTable(
  'letter_errands',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind').notNull(),
    accountId: integer('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    accountName: text('account_name').notNull(),
    requested: text('asked').notNull(),
    token: text('token').notNull(),
    code: text('code').notNull(),
    createdAt: integer('created_at').notNull(),
    validUntil: integer('valid_until').notNull(),
    detail: text('detail').notNull().default(''),
    until: integer('until'),
  },
  (table) => [index('letter_errands_of_account').on(table.accountId, table.kind)],
);
