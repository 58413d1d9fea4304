// The table of devices and addresses that logged in to an account before.

import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/** One a row, under the hash of a browser's cookie, or of the account and the address it came from. */
export const devices = sqliteTable(
  'devices',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    keyHash: text('key_hash').notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.keyHash] }),
    index('devices_by_key').on(table.keyHash),
    index('devices_by_age').on(table.lastSeenAt),
  ],
);
