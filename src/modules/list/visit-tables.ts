// The tables of visits.

import type { TableKit } from '../../platform/store/table-kit.ts';
import type { AccountTables } from '../account/account-tables.ts';
import type { HistoryTables } from '../history/history-tables.ts';

export function visitTables(
  kit: TableKit,
  { accounts }: Pick<AccountTables, 'accounts'>,
  { historySeries }: Pick<HistoryTables, 'historySeries'>,
) {
  const { createTable, index, integer, ownerNumber, primaryKey, text, uniqueIndex } = kit;

  /**
   * Visits of players to servers: one row for each account and server, with the UTC day of the latest visit in
   * days since the Unix epoch. `network` has 16 bits of a digest, which hundreds of networks share. Each network counts
   * once for a server, so a newer visit from it replaces the older one.
   */
  const visits = createTable(
    'visits',
    {
      accountId: ownerNumber('account_id', () => accounts.id),
      hash: text('hash')
        .notNull()
        .references(() => historySeries.hash, { onDelete: 'cascade', onUpdate: 'cascade' }),
      network: integer('network').notNull(),
      day: integer('day').notNull(),
    },
    (table) => [
      primaryKey({ columns: [table.accountId, table.hash] }),
      uniqueIndex('visits_of_network').on(table.hash, table.network),
      // The index lets the count skip a sort.
      index('visits_by_day').on(table.hash, table.day, table.accountId),
    ],
  );

  return { visits };
}
