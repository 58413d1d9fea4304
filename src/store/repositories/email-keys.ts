// The keys by which email addresses of accounts are compared: one for all spellings of a mailbox.

import { eq, type SQL, sql } from 'drizzle-orm';
import { accounts } from '../../../drizzle/schema/accounts.ts';
import { mailboxKey } from '../../lib/mailbox.ts';
import type { Connection } from '../sqlite/connection.ts';
import { findSqliteError, isUniqueFailure } from '../errors.ts';

/** The form of an address that is unique among confirmed ones. */
export function toEmailKey(email: string): string {
  return mailboxKey(email);
}

/**
 * Accounts of a mailbox, by the present key and by that of earlier versions: where two accounts had
 * confirmed two spellings of one mailbox, the second keeps its old key, and is found by its own spelling.
 */
export function isOfMailbox(email: string): SQL {
  const keys = [...new Set([toEmailKey(email), email.toLowerCase()])];
  return sql`${accounts.emailKey} in ${keys}`;
}

/**
 * Gives accounts of an earlier version the present key. An account keeps its old key where another one has
 * the new key already. Where the database cannot be read or written just now, the next start does it.
 */
export function renewEmailKeys(connection: Connection): void {
  try {
    renewStale(connection);
  } catch (error) {
    // Damage is reported where the damaged rows are needed, and by `muster check`.
    if (findSqliteError(error) === undefined) throw error;
  }
}

function renewStale({ orm }: Connection): void {
  const { id, email, emailKey } = accounts;
  // For plain ASCII both keys are the same.
  const stale = orm
    .select({ id, email, emailKey })
    .from(accounts)
    .where(sql`${emailKey} glob ${'*[^!-~]*'}`)
    .orderBy(id)
    .all()
    .filter((account) => toEmailKey(account.email) !== account.emailKey);
  for (const account of stale) {
    try {
      orm
        .update(accounts)
        .set({ emailKey: toEmailKey(account.email) })
        .where(eq(id, account.id))
        .run();
    } catch (error) {
      if (!isUniqueFailure(error)) throw error;
    }
  }
}
