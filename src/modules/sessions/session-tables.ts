// The tables of sessions and devices.

import type { TableKit } from '../../platform/store/table-kit.ts';
import type { AccountTables } from '../account/account-tables.ts';

export function sessionTables(kit: TableKit, { accounts }: Pick<AccountTables, 'accounts'>) {
  const { createTable, index, integer, primaryKey, text } = kit;

  /**
   * The sessions of logged-in accounts. One session a row, under the hash of its cookie's value; it is removed with
   * its account. `device` is what it was started from in words, `country` a code of two letters; both are empty
   * where they are not known.
   */
  const sessions = createTable(
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

  /**
   * Devices and addresses that logged in to an account before. One a row, under the hash of a browser's cookie, or
   * of the account and the address it came from.
   */
  const devices = createTable(
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

  return { sessions, devices };
}
