// The tables of the editors of claimed servers, and of invitations.

import type { TableKit } from '../../platform/store/table-kit.ts';
import type { AccountTables } from '../account/account-tables.ts';
import type { ClaimTables } from '../claims/claim-tables.ts';

export function managerTables(
  kit: TableKit,
  { accounts, claims }: Pick<AccountTables & ClaimTables, 'accounts' | 'claims'>,
) {
  const { createTable, index, integer, ownerNumber, primaryKey, text } = kit;

  /** The rows move and end with the claim, and end with the account. */
  const listKeys = () => ({
    hash: text('hash')
      .notNull()
      .references(() => claims.hash, { onDelete: 'cascade', onUpdate: 'cascade' }),
    accountId: ownerNumber('account_id', () => accounts.id),
  });

  /** The editors of each claimed server. Its owner is in `claims`. */
  const claimManagers = createTable(
    'claim_managers',
    { ...listKeys(), since: integer('since').notNull() },
    (table) => [
      primaryKey({ columns: [table.hash, table.accountId] }),
      index('claim_managers_of_account').on(table.accountId),
    ],
  );

  /** The owner's invitations. Those that were declined or withdrawn stay until they expire. */
  const claimInvitations = createTable(
    'claim_invitations',
    {
      ...listKeys(),
      role: text('role').$type<'editor' | 'owner'>().notNull(),
      state: text('state').$type<'open' | 'declined' | 'withdrawn'>().notNull(),
      expiresAt: integer('expires_at').notNull(),
    },
    (table) => [
      primaryKey({ columns: [table.hash, table.accountId] }),
      index('claim_invitations_of_account').on(table.accountId),
    ],
  );

  return { claimManagers, claimInvitations };
}
