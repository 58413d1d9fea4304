// The table of recovery codes that have not been used.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/** One code a row, as its hash; using it removes the row. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
);
