// The tables of invites and of the first administrator.

import type { TableKit } from '../../platform/store/table-kit.ts';

export function registrationTables(kit: TableKit) {
  const { counted, createTable, integer, text } = kit;

  /** Invites to register. One invite a row, with only the hash of its code. */
  const invites = createTable('invites', {
    id: counted('id'),
    codeHash: text('code_hash').notNull().unique(),
    uses: integer('uses').notNull(),
    usesLeft: integer('uses_left').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  });

  /** The links that create the first administrator, stored as digests. Several can be valid; using one removes all. */
  const firstAdministratorLinks = createTable('first_administrator_links', {
    tokenHash: text('token_hash').primaryKey(),
    expiresAt: integer('expires_at').notNull(),
  });

  return { invites, firstAdministratorLinks };
}
