// The table of accounts.

import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * One account a row. AUTOINCREMENT keeps the id of a deleted account from being given again. The
 * keys hold folded forms: a name is unique, an e-mail address among those that were confirmed, and
 * a skeleton shows which names look alike. `rulesVersion` names the text of the rules that its owner agreed
 * to last; it is null where there were none.
 */
export const accounts = sqliteTable(
  'accounts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    nameKey: text('name_key').notNull().unique(),
    nameSkeleton: text('name_skeleton').notNull().default(''),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    emailConfirmedAt: integer('email_confirmed_at'),
    passwordHash: text('password_hash').notNull(),
    verifiedAt: integer('verified_at'),
    suspendedAt: integer('suspended_at'),
    suspendedUntil: integer('suspended_until'),
    suspensionReason: text('suspension_reason').notNull(),
    role: text('role', { enum: ['player', 'moderator', 'administrator'] })
      .notNull()
      .default('player'),
    flags: text('flags').notNull(),
    forumTitle: text('forum_title').notNull(),
    isPremium: integer('is_premium', { mode: 'boolean' }).notNull(),
    registeredAt: integer('registered_at').notNull(),
    rulesVersion: text('rules_version'),
    rulesAgreedAt: integer('rules_agreed_at'),
    /** In which its emails are written. */
    language: text('language', { enum: ['en', 'de'] })
      .notNull()
      .default('en'),
  },
  (table) => [
    index('accounts_name_skeleton').on(table.nameSkeleton),
    index('accounts_email_key').on(table.emailKey),
    uniqueIndex('accounts_confirmed_email')
      .on(table.emailKey)
      .where(sql`${table.emailConfirmedAt} is not null`),
    // The registrations that nobody ever confirmed, which are removed some day.
    index('accounts_unverified').on(table.registeredAt).where(sql`${table.verifiedAt} is null`),
    // The registrations of each day.
    index('accounts_registered_at').on(table.registeredAt),
    // Counting the players that everybody may see would read every account without it.
    index('accounts_in_good_standing')
      .on(table.id)
      .where(sql`${table.verifiedAt} is not null and ${table.suspendedAt} is null`),
    index('accounts_suspended_until')
      .on(table.suspendedUntil)
      .where(sql`${table.suspendedUntil} is not null`),
    index('accounts_with_a_role').on(table.role).where(sql`${table.role} <> 'player'`),
  ],
);
