// The table of the warnings that staff give to players.

import type { TableKit } from '../../platform/store/table-kit.ts';
import type { AccountTables } from '../account/account-tables.ts';

export function warningTables(kit: TableKit, { accounts }: Pick<AccountTables, 'accounts'>) {
  const { counted, createTable, index, integer, ownerNumber, sql, text } = kit;

  /** The author is named as in the audit log, and the warning outlives the author's account. */
  const warnings = createTable(
    'warnings',
    {
      id: counted('id'),
      accountId: ownerNumber('account_id', () => accounts.id),
      authorId: integer('author_id').notNull(),
      authorName: text('author_name').notNull(),
      reason: text('reason').notNull(),
      server: text('server').notNull(),
      createdAt: integer('created_at').notNull(),
      readAt: integer('read_at'),
    },
    (table) => [
      index('warnings_of_account').on(table.accountId),
      index('warnings_unread').on(table.accountId).where(sql`${table.readAt} is null`),
      index('warnings_by_age').on(table.createdAt),
    ],
  );

  return { warnings };
}
