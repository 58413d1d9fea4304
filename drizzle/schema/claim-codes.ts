// The table of the codes that claims of servers are waiting for.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/** One code for each account and server, kept as its digest. */
export const claimCodes = sqliteTable(
  'claim_codes',
  {
    hash: text('hash').notNull(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.hash] })],
);
