// The tables of invites and of the first administrator.

import type { TableKit } from '../../platform/store/table-kit.ts';

export function registrationTables(kit: TableKit) {
  const { counted, createTable, integer, text } = kit;

  /** Invites to register. One invite a row; its code is kept as a hash alone. */
  const invites = createTable('invites', {
    id: counted('id'),
    codeHash: text('code_hash').notNull().unique(),
    uses: integer('uses').notNull(),
    usesLeft: integer('uses_left').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  });

  /**
   * The links by which the first administrator is made. Kept as digests, side by side; all are removed when one is
   * spent.
   */
  const firstAdministratorLinks = createTable('first_administrator_links', {
    tokenHash: text('token_hash').primaryKey(),
    expiresAt: integer('expires_at').notNull(),
  });

  return { invites, firstAdministratorLinks };
}
