// The table of one-time secrets that are sent to the owners of accounts by email.

import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/**
 * One link, and the code beside it where there is one, a row; both as hashes. `email` is the address
 * that the secret is about, `next` the path of this site that a confirmation leads to; empty for none.
 */
export const accountSecrets = sqliteTable(
  'account_secrets',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    purpose: text('purpose').notNull(),
    tokenHash: text('token_hash').notNull(),
    codeHash: text('code_hash'),
    email: text('email').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    sends: integer('sends').notNull(),
    wrongCodes: integer('wrong_codes').notNull(),
    waitUntil: integer('wait_until'),
    next: text('next').notNull().default(''),
  },
  (table) => [
    uniqueIndex('account_secrets_token').on(table.tokenHash),
    index('account_secrets_of_account').on(table.accountId, table.purpose),
    index('account_secrets_expiry').on(table.expiresAt),
  ],
);
