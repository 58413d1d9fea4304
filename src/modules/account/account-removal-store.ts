// Removes accounts with everything that belongs to them.

import { and, eq, not, or } from 'drizzle-orm';
import { Failure } from '../../platform/lib/failure.ts';
import type { Queries } from '../../platform/store/engine.ts';
import { hasRow, matches } from '../../platform/store/queries.ts';
import { isAbout, isTo } from '../email/outbox-store.ts';
import { reserveName } from './account-names-store.ts';
import type { Account, NameReservation } from './account-ports.ts';
import { isSuspended } from './account-store.ts';
import { accountFailures } from './messages.ts';

export const hasAdministrator = (db: Queries): Promise<boolean> =>
  hasRow(db, db.tables.accounts, matches(db.tables.accounts, { role: 'administrator' }));

/** Removes an account with all its personal data, and reserves its name. Call `wipeRemains` afterwards. */
export async function removeAccount(
  tx: Queries,
  { id, name, email, emailConfirmedAt }: Account,
  reservation: NameReservation,
): Promise<void> {
  const { accounts, outbox } = tx.tables;
  await tx.delete(accounts).where(eq(accounts.id, id));
  // An unconfirmed address may be somebody else's, so its emails stay.
  const isToOwner = emailConfirmedAt === null ? undefined : isTo(tx, email);
  await tx.delete(outbox).where(or(isAbout(tx, name), isToOwner));
  await reserveName(tx, reservation);
}

/** Checks a change that may have removed the last administrator. Throws `conflict` when none can log in at `now`. */
export async function requireAdministratorLeft(tx: Queries, now: number): Promise<void> {
  const { accounts } = tx.tables;
  const canLogIn = not(isSuspended(tx.tables, now));
  if (await hasRow(tx, accounts, and(eq(accounts.role, 'administrator'), canLogIn))) return;
  throw new Failure('conflict', accountFailures.administration.lastAdministrator);
}
