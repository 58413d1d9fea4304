// The table of invites to register.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** One invite a row; its code is kept as a hash alone. */
export const invites = sqliteTable('invites', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  codeHash: text('code_hash').notNull().unique(),
  uses: integer('uses').notNull(),
  usesLeft: integer('uses_left').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
});
