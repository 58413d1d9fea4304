// Sees to it that somebody is left who can administrate.

import { and, eq, isNull, lte, or, type SQL } from 'drizzle-orm';
import { accounts } from '../../drizzle/schema/accounts.ts';
import { Failure } from '../lib/failure.ts';
import type { Connection } from './connection.ts';

/**
 * Throws `conflict` when no administrator who can log in at `now` is left. To be called inside a
 * transaction, after what may have taken the last one, which it undoes by throwing.
 */
export function requireAdministratorLeft(
  orm: Pick<Connection['orm'], 'select'>,
  now: number,
): void {
  const left = orm
    .select({ id: accounts.id })
    .from(accounts)
    .where(isActiveAdministrator(now))
    .limit(1)
    .get();
  if (left !== undefined) return;
  throw new Failure(
    'conflict',
    'This is the last administrator who can log in: make another account an administrator first.',
  );
}

function isActiveAdministrator(now: number): SQL | undefined {
  return and(
    eq(accounts.role, 'administrator'),
    or(isNull(accounts.suspendedAt), lte(accounts.suspendedUntil, now)),
  );
}
