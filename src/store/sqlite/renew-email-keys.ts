// Gives accounts of an earlier version the present key of their email address.

import { eq, sql } from 'drizzle-orm';
import { toEmailKey } from '../repositories/email-keys.ts';
import type { Connection } from './connection.ts';
import { findSqliteError, isUniqueFailure } from './errors.ts';
import { accounts } from './tables.ts';

/**
 * Renews the keys of earlier versions. An account keeps its old key where another one has the new key
 * already. Where the database cannot be read or written just now, the next start does it.
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
