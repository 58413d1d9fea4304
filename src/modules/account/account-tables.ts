// The tables of accounts, their logs and one-time secrets.

import type { Language } from '../../platform/messages/language.ts';
import type { TableKit } from '../../platform/store/table-kit.ts';

export function accountTables(kit: TableKit) {
  const {
    boolean,
    counted,
    createTable,
    index,
    integer,
    numbered,
    ownerNumber,
    sql,
    text,
    uniqueIndex,
  } = kit;

  /**
   * Accounts. One account a row. AUTOINCREMENT keeps the id of a deleted account from being reused. The keys hold
   * folded forms: names are unique, email addresses are unique among the confirmed ones, and equal skeletons mean that
   * names look alike. `rulesVersion` is the version of the rules that the owner agreed to last; null for none.
   */
  const accounts = createTable(
    'accounts',
    {
      id: counted('id'),
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
      role: text('role')
        .$type<'player' | 'moderator' | 'administrator'>()
        .notNull()
        .default('player'),
      flags: text('flags').notNull(),
      forumTitle: text('forum_title').notNull(),
      isPremium: boolean('is_premium').notNull(),
      registeredAt: integer('registered_at').notNull(),
      rulesVersion: text('rules_version'),
      rulesAgreedAt: integer('rules_agreed_at'),
      /** The language of the account's emails. */
      language: text('language').$type<Language>().notNull().default('en'),
      /** How often all sessions, or all but one, were ended at once. What programs got before ends with them. */
      sessionsEnded: integer('sessions_ended').notNull().default(0),
    },
    (table) => [
      index('accounts_name_skeleton').on(table.nameSkeleton),
      index('accounts_email_key').on(table.emailKey),
      uniqueIndex('accounts_confirmed_email')
        .on(table.emailKey)
        .where(sql`${table.emailConfirmedAt} is not null`),
      // Finds registrations that were never confirmed, to remove them later.
      index('accounts_unverified').on(table.registeredAt).where(sql`${table.verifiedAt} is null`),
      // Counts the registrations of each day.
      index('accounts_registered_at').on(table.registeredAt),
      // Without this index, counting the public players would read every account.
      index('accounts_in_good_standing')
        .on(table.id)
        .where(sql`${table.verifiedAt} is not null and ${table.suspendedAt} is null`),
      index('accounts_suspended_until')
        .on(table.suspendedUntil)
        .where(sql`${table.suspendedUntil} is not null`),
      index('accounts_with_a_role').on(table.role).where(sql`${table.role} <> 'player'`),
    ],
  );

  /**
   * What happened to accounts, as their owners see it. One event a row; `count` is the number of times it happened in a
   * row within the hour before `at`.
   */
  const accountLog = createTable(
    'account_log',
    {
      id: numbered('id'),
      accountId: ownerNumber('account_id', () => accounts.id),
      at: integer('at').notNull(),
      event: text('event').notNull(),
      device: text('device').notNull(),
      country: text('country').notNull(),
      detail: text('detail').notNull(),
      count: integer('count').notNull(),
    },
    (table) => [
      index('account_log_of_account').on(table.accountId, table.id),
      index('account_log_by_age').on(table.at),
    ],
  );

  /**
   * One-time secrets that owners of accounts get by email. Each row has a link and, if there is one, the code beside
   * it, both as hashes. `email` is the address that the secret is about. `next` is the path on this site to continue to
   * after confirmation; empty for none.
   */
  const accountSecrets = createTable(
    'account_secrets',
    {
      id: counted('id'),
      accountId: ownerNumber('account_id', () => accounts.id),
      purpose: text('purpose')
        .$type<'verify address' | 'reset password' | 'new address' | 'undo address'>()
        .notNull(),
      tokenHash: text('token_hash').notNull(),
      codeHash: text('code_hash'),
      email: text('email').notNull(),
      createdAt: integer('created_at').notNull(),
      expiresAt: integer('expires_at').notNull(),
      sends: integer('sends').notNull(),
      wrongCodes: integer('wrong_codes').notNull(),
      waitUntil: integer('wait_until'),
      next: text('next').notNull().default(''),
    },
    (table) => [
      uniqueIndex('account_secrets_token').on(table.tokenHash),
      index('account_secrets_of_account').on(table.accountId, table.purpose),
      index('account_secrets_expiry').on(table.expiresAt),
    ],
  );

  /**
   * Names that nobody may take for some time. One name a row, as the hash of its skeleton, because the table does not
   * record the former owner.
   */
  const reservedNames = createTable('reserved_names', {
    skeletonHash: text('skeleton_hash').primaryKey(),
    reservedUntil: integer('reserved_until').notNull(),
  });

  return { accounts, accountLog, accountSecrets, reservedNames };
}

export type AccountTables = ReturnType<typeof accountTables>;
