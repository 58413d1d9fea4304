// The table of the codes that show the public addresses of claimed servers.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { claims } from './claims.ts';

/** At most one code for each claim, kept as its digest; it is removed with the claim. */
export const addressCodes = sqliteTable('address_codes', {
  hash: text('hash')
    .primaryKey()
    .references(() => claims.hash, { onDelete: 'cascade' }),
  codeHash: text('code_hash').notNull().unique(),
  expiresAt: integer('expires_at').notNull(),
});
