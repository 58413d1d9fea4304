// The tables of favourite servers.

import type { TableKit } from '../../platform/store/table-kit.ts';
import type { AccountTables } from '../account/account-tables.ts';

export function favouriteTables(kit: TableKit, { accounts }: Pick<AccountTables, 'accounts'>) {
  const { createTable, index, integer, ownerNumber, primaryKey, text } = kit;

  /**
   * Servers that accounts marked with a star, one account and server a row; deleting the account removes it. `name` is
   * the name at that time, because nothing else keeps the name of a private server that goes offline.
   */
  const favourites = createTable(
    'favourites',
    {
      accountId: ownerNumber('account_id', () => accounts.id),
      hash: text('hash').notNull(),
      addedAt: integer('added_at').notNull(),
      name: text('name').notNull(),
    },
    (table) => [
      primaryKey({ columns: [table.accountId, table.hash] }),
      index('favourites_of_server').on(table.hash),
    ],
  );

  return { favourites };
}
