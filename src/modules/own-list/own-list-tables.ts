// The tables of accounts' own lists.

import type { TableKit } from '../../platform/store/table-kit.ts';
import type { AccountTables } from '../account/account-tables.ts';

export function ownListTables(kit: TableKit, { accounts }: Pick<AccountTables, 'accounts'>) {
  const { boolean, createTable, index, integer, ownerNumber, primaryKey, text } = kit;

  /**
   * Servers that accounts joined (`played`) or hid (`hidden`), and when. Visits cannot serve as the list of joins: they
   * have the day alone, end after two weeks, and belong to the account of a network that came last. `name` is the name
   * at that time, because nothing else keeps the name of a private server that goes offline.
   */
  const ownListServers = createTable(
    'own_list_servers',
    {
      accountId: ownerNumber('account_id', () => accounts.id),
      kind: text('kind').notNull(),
      hash: text('hash').notNull(),
      addedAt: integer('added_at').notNull(),
      name: text('name').notNull(),
    },
    (table) => [
      primaryKey({ columns: [table.accountId, table.kind, table.hash] }),
      index('own_lists_of_server').on(table.hash),
    ],
  );

  /** Whether joins are kept: one row per account that chose. */
  const ownListChoices = createTable('own_list_choices', {
    accountId: ownerNumber('account_id', () => accounts.id).primaryKey(),
    isPlayedKept: boolean('is_played_kept').notNull(),
  });

  return { ownListServers, ownListChoices };
}
