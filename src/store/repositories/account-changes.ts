// Changes and removes accounts inside a transaction of the caller, with everything that goes with it.

import { and, eq, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type {
  Account,
  AccountAsRead,
  AccountChange,
  NameReservation,
  NewAccountChange,
  SecretPurpose,
  StoredSecret,
} from '../../accounts/ports.ts';

import { Failure } from '../../lib/failure.ts';
import { skeletonOf } from '../../lib/look-alike-names.ts';
import { accountFailures } from '../../messages/messages.ts';
import type { Queries } from '../engine.ts';
import { hasRow, matches, putRow } from '../queries.ts';
import { findAccount, requireFree, toNameKey, writeChanges } from './accounts.ts';
import { addEmailJob, isAbout, isTo } from './outbox.ts';

const AS_READ = ['id', 'passwordHash', 'email', 'emailConfirmedAt', 'verifiedAt'] as const;

export function isAsRead(account: Account, read: AccountAsRead): boolean {
  return AS_READ.every((field) => account[field] === read[field]);
}

export function ownedBy(
  accountId: number,
  { secret, emailJobs = [], ...change }: NewAccountChange,
): AccountChange {
  return {
    ...change,
    ...(secret === undefined ? {} : { secret: { ...secret, accountId } }),
    emailJobs: emailJobs.map((one) => ({ ...one, accountId })),
  };
}

/** Makes a change, inside a transaction. Throws `conflict` when an address belongs to another account by now. */
export async function applyAccountChange(
  tx: Queries,
  accountId: number,
  change: AccountChange,
): Promise<Account | undefined> {
  const { changes = {}, forget = [], emailJobs = [], endSessions = false } = change;
  await requireFree(tx, accountId, changes, accountFailures.email.ofAnother);
  await writeChanges(tx, accountId, changes, { endSessions });
  if (forget.length > 0) {
    const { accountSecrets } = tx.tables;
    const isForgotten = inArray(accountSecrets.purpose, [...forget]);
    await tx.delete(accountSecrets).where(and(matches(accountSecrets, { accountId }), isForgotten));
  }
  if (change.secret !== undefined) await replaceSecret(tx, change.secret);
  for (const emailJob of emailJobs) await addEmailJob(tx, emailJob);
  return findAccount(tx, accountId);
}

/** Purposes whose links are kept side by side, since anybody can have another one sent. */
const SIDE_BY_SIDE: readonly SecretPurpose[] = ['undo address', 'reset password'];

/** Replaces the earlier secrets of the purpose, or adds one beside them; never adds the same one twice. */
export async function replaceSecret(tx: Queries, secret: StoredSecret): Promise<void> {
  const { accountSecrets } = tx.tables;
  const { accountId, purpose, tokenHash } = secret;
  const isReplaced = matches(accountSecrets, {
    ...{ accountId, purpose },
    ...(SIDE_BY_SIDE.includes(purpose) ? { tokenHash } : {}),
  });
  await tx.delete(accountSecrets).where(isReplaced);
  await tx.insert(accountSecrets).values(secret);
}

/** Removes an account with everything personal of it, and reserves its name. `wipeRemains` has to follow. */
export async function removeAccount(
  tx: Queries,
  { id, name, email, emailConfirmedAt }: Account,
  reservation: NameReservation,
): Promise<void> {
  const { accounts, outbox } = tx.tables;
  await tx.delete(accounts).where(eq(accounts.id, id));
  // Emails to an address that nobody confirmed may be somebody else's.
  const isToOwner = emailConfirmedAt === null ? undefined : isTo(tx, email);
  await tx.delete(outbox).where(or(isAbout(tx, name), isToOwner));
  await reserveName(tx, reservation);
}

/** Throws `conflict`, after a change that may have removed the last one, when no administrator can log in at `now`. */
export async function requireAdministratorLeft(tx: Queries, now: number): Promise<void> {
  const { accounts } = tx.tables;
  const canLogIn = or(isNull(accounts.suspendedAt), lte(accounts.suspendedUntil, now));
  if (await hasRow(tx, accounts, and(eq(accounts.role, 'administrator'), canLogIn))) return;
  throw new Failure('conflict', accountFailures.administration.lastAdministrator);
}

/** The name of an account that has this name, or else one that looks like it; the account `bearerId` is left out. */
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
    .orderBy(sql`${accounts.nameKey} = ${toNameKey(name)} desc`)
    .limit(1);
  return alike?.name;
}

/** Throws `conflict` when an account other than the bearer has a name like it. To be called inside a transaction. */
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
