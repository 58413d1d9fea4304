// The table of appeals against suspensions.

import type { TableKit } from '../../platform/store/table-kit.ts';
import type { AccountTables } from '../account/account-tables.ts';

export function appealTables(kit: TableKit, { accounts }: Pick<AccountTables, 'accounts'>) {
  const { counted, createTable, integer, ownerNumber, text, uniqueIndex } = kit;

  /** An account has one appeal per suspension, identified by the start of the suspension. `answer` is for the player. */
  const appeals = createTable(
    'appeals',
    {
      id: counted('id'),
      accountId: ownerNumber('account_id', () => accounts.id),
      suspendedAt: integer('suspended_at').notNull(),
      text: text('text').notNull(),
      createdAt: integer('created_at').notNull(),
      status: text('status').$type<'open' | 'accepted' | 'declined'>().notNull().default('open'),
      answer: text('answer').notNull().default(''),
      decidedAt: integer('decided_at'),
    },
    (table) => [uniqueIndex('appeals_once').on(table.accountId, table.suspendedAt)],
  );

  return { appeals };
}
