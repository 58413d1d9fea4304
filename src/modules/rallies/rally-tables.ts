// The tables of rallies and of the browsers that receive their notifications.

import type { TableKit } from '../../platform/store/table-kit.ts';
import type { AccountTables } from '../account/account-tables.ts';

export function rallyTables(kit: TableKit, { accounts }: Pick<AccountTables, 'accounts'>) {
  const { check, createTable, index, integer, ownerNumber, sql, text } = kit;

  /**
   * Pledges to play on a server if `wanted` players come, oneself included. One account a row. `metAt` is when the
   * player was told that enough are coming, `null` while waiting.
   */
  const pledges = createTable(
    'pledges',
    {
      accountId: integer('account_id')
        .primaryKey()
        .references(() => accounts.id, { onDelete: 'cascade' }),
      hash: text('hash').notNull(),
      wanted: integer('wanted').notNull(),
      madeAt: integer('made_at').notNull(),
      expiresAt: integer('expires_at').notNull(),
      metAt: integer('met_at'),
    },
    (table) => [index('pledges_of_server').on(table.hash)],
  );

  /**
   * Browsers that receive notifications of rallies. One browser a row, with the secret data that its push service
   * needs. `dueAt` is when the browser is to be notified that its account's pledge is met; `null` afterwards.
   */
  const pushBrowsers = createTable(
    'push_browsers',
    {
      endpoint: text('endpoint_secret').primaryKey(),
      accountId: ownerNumber('account_id', () => accounts.id),
      browserKey: text('browser_key').notNull(),
      authSecret: text('auth_secret').notNull(),
      addedAt: integer('added_at').notNull(),
      dueAt: integer('due_at'),
    },
    (table) => [
      index('push_browsers_of_account').on(table.accountId),
      index('push_browsers_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    ],
  );

  /** The keys that identify this site to push services: at most one row. The private key is secret. */
  const pushKeys = createTable(
    'push_keys',
    {
      id: integer('id').primaryKey(),
      publicKey: text('public_key').notNull(),
      privateKey: text('private_key').notNull(),
    },
    (table) => [check('push_keys_one_row', sql`${table.id} = 1`)],
  );

  return { pledges, pushBrowsers, pushKeys };
}
