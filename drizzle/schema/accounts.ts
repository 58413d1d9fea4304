// The table of accounts.

import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * One account a row. AUTOINCREMENT keeps the id of a deleted account from being given again. The
 * two keys hold the folded forms that make the name and the e-mail address unique.
 */
export const accounts = sqliteTable(
  'accounts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    nameKey: text('name_key').notNull().unique(),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull().unique(),
    passwordHash: text('password_hash').notNull(),
    verifiedAt: integer('verified_at'),
    suspendedAt: integer('suspended_at'),
    suspensionReason: text('suspension_reason').notNull(),
    isAdmin: integer('is_admin', { mode: 'boolean' }).notNull(),
    flags: text('flags').notNull(),
    forumTitle: text('forum_title').notNull(),
    isPremium: integer('is_premium', { mode: 'boolean' }).notNull(),
    registeredAt: integer('registered_at').notNull(),
  },
  // Counting the players that everybody may see would read every account without it.
  (table) => [
    index('accounts_in_good_standing')
      .on(table.id)
      .where(sql`${table.verifiedAt} is not null and ${table.suspendedAt} is null`),
  ],
);
