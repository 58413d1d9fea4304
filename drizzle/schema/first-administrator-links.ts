// The table of the links by which the first administrator is made.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Kept as digests, side by side; all are removed when one is spent. */
export const firstAdministratorLinks = sqliteTable('first_administrator_links', {
  tokenHash: text('token_hash').primaryKey(),
  expiresAt: integer('expires_at').notNull(),
});
