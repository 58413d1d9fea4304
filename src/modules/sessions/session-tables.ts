// The tables of sessions and devices.

import type { TableKit } from '../../platform/store/table-kit.ts';
import type { AccountTables } from '../account/account-tables.ts';

export function sessionTables(kit: TableKit, { accounts }: Pick<AccountTables, 'accounts'>) {
  const { createTable, index, integer, ownerNumber, primaryKey, text } = kit;

  /**
   * The sessions of logged-in accounts. One row per session, under the hash of its cookie's value; it is removed with
   * its account. `device` describes the device in words, `country` is a code of two letters; both are empty
   * if unknown.
   */
  const sessions = createTable(
    'sessions',
    {
      valueHash: text('value_hash').primaryKey(),
      accountId: ownerNumber('account_id', () => accounts.id),
      createdAt: integer('created_at').notNull(),
      lastUsedAt: integer('last_used_at').notNull(),
      device: text('device').notNull().default(''),
      country: text('country').notNull().default(''),
    },
    (table) => [index('sessions_of_account').on(table.accountId)],
  );

  /**
   * Devices and addresses that have logged in to an account. One row each, under the hash of the browser's cookie, or
   * of the address. Accounts that share one have the same hash.
   */
  const devices = createTable(
    'devices',
    {
      accountId: ownerNumber('account_id', () => accounts.id),
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
