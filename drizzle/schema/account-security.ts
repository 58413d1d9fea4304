// The table of second factors and brute-force protection of accounts.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/**
 * One row for an account that ever set up a second factor or was under brute-force protection. The
 * secret is that of an authenticator app in base 32. It counts once it was confirmed; until then only
 * the session that requested it is shown it.
 */
export const accountSecurity = sqliteTable('account_security', {
  accountId: integer('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  totpSecret: text('totp_secret'),
  totpStartedAt: integer('totp_started_at'),
  totpSessionHash: text('totp_session_hash'),
  totpConfirmedAt: integer('totp_confirmed_at'),
  totpLastStep: integer('totp_last_step').notNull().default(0),
  mailCodesSince: integer('mail_codes_since'),
  protectedUntil: integer('protected_until').notNull().default(0),
});
