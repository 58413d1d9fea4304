// The table of what accounts show of themselves.

import type { TableKit } from '../../platform/store/table-kit.ts';
import type { AccountTables } from '../account/account-tables.ts';

export function playerPageTables(kit: TableKit, { accounts }: Pick<AccountTables, 'accounts'>) {
  const { boolean, createTable, ownerNumber } = kit;

  /** What the page of a player shows: one row per account. An account without a row has the defaults. */
  const playerPages = createTable('player_pages', {
    accountId: ownerNumber('account_id', () => accounts.id).primaryKey(),
    isShown: boolean('is_shown').notNull(),
    areServersShown: boolean('are_servers_shown').notNull(),
    areFavouritesShown: boolean('are_favourites_shown').notNull(),
  });

  return { playerPages };
}
