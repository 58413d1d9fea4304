// The tables of rallies, and of the browsers that get notifications of them.

import { sql } from 'drizzle-orm';
import type { TableKit } from '../../platform/store/table-kit.ts';
import type { AccountTables } from '../account/account-tables.ts';

export function rallyTables(kit: TableKit, { accounts }: Pick<AccountTables, 'accounts'>) {
  const { check, createTable, index, integer, text } = kit;

  /**
   * Who would play on which server if so many come, themselves included. One account a row; `metAt` is when its owner
   * was told that there are enough, `null` while they wait.
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
   * Browsers that get notifications of rallies. One browser a row, with what its maker's service needs to reach it, all of
   * it secret. At `dueAt` it is to be told that the pledge of its account is met; `null` once it was.
   */
  const pushBrowsers = createTable(
    'push_browsers',
    {
      endpoint: text('endpoint_secret').primaryKey(),
      accountId: integer('account_id')
        .notNull()
        .references(() => accounts.id, { onDelete: 'cascade' }),
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

  /** The keys by which services of browsers know this site: at most one row. The private one is secret. */
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
