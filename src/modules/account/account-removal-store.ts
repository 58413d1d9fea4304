// Removes accounts with everything that belongs to them, and decides which names stay taken.

import { and, desc, eq, ne, not, or } from 'drizzle-orm';
import { Failure } from '../../platform/lib/failure.ts';
import { skeletonOf, toNameKey } from '../../platform/lib/look-alikes.ts';
import type { Queries } from '../../platform/store/engine.ts';
import { hasRow, matches, putRow } from '../../platform/store/queries.ts';
import { isAbout, isTo } from '../email/outbox-store.ts';
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

/** Finds an account that has this name, or else one that looks like it. Ignores the account `bearerId`. */
export async function findAlikeName(
  db: Queries,
  name: string,
  bearerId: number | undefined,
): Promise<string | undefined> {
  const { accounts } = db.tables;
  const isOther = bearerId === undefined ? undefined : ne(accounts.id, bearerId);
  const [alike] = await db
    .select({ name: accounts.name })
    .from(accounts)
    .where(and(eq(accounts.nameSkeleton, skeletonOf(name)), isOther))
    .orderBy(desc(eq(accounts.nameKey, toNameKey(name))))
    .limit(1);
  return alike?.name;
}

/** Throws `conflict` when another account than the bearer has a name like it. Call it inside a transaction. */
export async function refuseAlikeName(
  tx: Queries,
  name: string,
  bearerId: number | undefined,
): Promise<void> {
  const alike = await findAlikeName(tx, name, bearerId);
  if (alike === undefined) return;
  throw new Failure('conflict', accountFailures.name.confusable(name, alike));
}

export async function reserveName(
  tx: Queries,
  { skeletonHash, reservedUntil }: NameReservation,
): Promise<void> {
  await putRow(tx, tx.tables.reservedNames, { skeletonHash, reservedUntil });
}
