// The tables of second factors.

import type { TableKit } from '../../platform/store/table-kit.ts';
import type { AccountTables } from '../account/account-tables.ts';

export function securityTables(kit: TableKit, { accounts }: Pick<AccountTables, 'accounts'>) {
  const { createTable, index, integer, numbered, ownerNumber, primaryKey, text } = kit;

  /**
   * Second factors and brute-force protection. One row per account that has set up a second factor
   * or was under brute-force protection. The secret is that of an authenticator app in base 32. It is valid once
   * confirmed; until then only the session that requested it is shown it.
   */
  const accountSecurity = createTable('account_security', {
    accountId: integer('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    totpSecret: text('totp_secret'),
    totpStartedAt: integer('totp_started_at'),
    totpSessionHash: text('totp_session_hash'),
    totpConfirmedAt: integer('totp_confirmed_at'),
    totpLastStep: integer('totp_last_step').notNull().default(0),
    mailCodesSince: integer('mail_codes_since'),
    passkeysSince: integer('passkeys_since'),
    protectedUntil: integer('protected_until').notNull().default(0),
  });

  /**
   * Login codes sent by email. One row per code, as its hash. Spent codes stay for an hour, since they count
   * towards the limit of emails.
   */
  const loginCodes = createTable(
    'login_codes',
    {
      id: numbered('id'),
      accountId: ownerNumber('account_id', () => accounts.id),
      codeHash: text('code_hash').notNull(),
      sentAt: integer('sent_at').notNull(),
      validUntil: integer('valid_until').notNull(),
      spentAt: integer('spent_at'),
    },
    (table) => [index('login_codes_of_account').on(table.accountId, table.sentAt)],
  );

  /** Unused recovery codes. One row per code, as its hash. Using a code removes its row. */
  const recoveryCodes = createTable(
    'recovery_codes',
    {
      accountId: ownerNumber('account_id', () => accounts.id),
      codeHash: text('code_hash').notNull(),
      createdAt: integer('created_at').notNull(),
    },
    (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
  );

  return { accountSecurity, loginCodes, recoveryCodes };
}
