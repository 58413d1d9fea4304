// The table of return alerts.

import type { TableKit } from '../../platform/store/table-kit.ts';
import type { AccountTables } from '../account/account-tables.ts';
import type { HistoryTables } from '../history/history-tables.ts';

export function returnAlertTables(
  kit: TableKit,
  { accounts }: Pick<AccountTables, 'accounts'>,
  { historySeries }: Pick<HistoryTables, 'historySeries'>,
) {
  const { createTable, index, integer, ownerNumber, primaryKey, text } = kit;

  /**
   * Who gets an email when a server is back. One row per account and server. The row is removed with either of
   * them, and when the email is queued.
   */
  const returnAlerts = createTable(
    'return_alerts',
    {
      accountId: ownerNumber('account_id', () => accounts.id),
      hash: text('hash')
        .notNull()
        .references(() => historySeries.hash, { onDelete: 'cascade', onUpdate: 'cascade' }),
      expiresAt: integer('expires_at').notNull(),
    },
    (table) => [
      primaryKey({ columns: [table.accountId, table.hash] }),
      index('return_alerts_of_server').on(table.hash),
    ],
  );

  return { returnAlerts };
}
