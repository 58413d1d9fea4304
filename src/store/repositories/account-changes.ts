// Changes and removes accounts inside a transaction of the caller, with everything that goes with it.

import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm';
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
import { accountFailures } from '../../messages/messages.ts';
import type { Queries } from '../engine.ts';
import { reserveName } from './account-names.ts';
import { findAccount, requireFree, writeChanges } from './accounts.ts';
import { addEmailJob, isAbout, isTo } from './outbox.ts';

const AS_READ = ['passwordHash', 'email', 'emailConfirmedAt', 'verifiedAt'] as const;

export function isAsRead(account: Account, read: AccountAsRead): boolean {
  return account.id === read.id && AS_READ.every((field) => account[field] === read[field]);
}

/** The change of an account that has its id by now. */
export function ownedBy(
  accountId: number,
  { secret, emailJobs, ...change }: NewAccountChange,
): AccountChange {
  return {
    ...change,
    ...(secret === undefined ? {} : { secret: { ...secret, accountId } }),
    ...(emailJobs === undefined
      ? {}
      : { emailJobs: emailJobs.map((one) => ({ ...one, accountId })) }),
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
    await tx
      .delete(accountSecrets)
      .where(
        and(eq(accountSecrets.accountId, accountId), inArray(accountSecrets.purpose, [...forget])),
      );
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
  const ofPurpose = and(
    eq(accountSecrets.accountId, accountId),
    eq(accountSecrets.purpose, purpose),
  );
  const isReplaced = SIDE_BY_SIDE.includes(purpose)
    ? and(ofPurpose, eq(accountSecrets.tokenHash, tokenHash))
    : ofPurpose;
  await tx.delete(accountSecrets).where(isReplaced);
  await tx.insert(accountSecrets).values(secret);
}

/**
 * Removes an account with everything personal of it, and reserves its name. What refers to the account is
 * removed by the database. `wipeRemains` has to follow the transaction.
 */
export async function removeAccount(
  tx: Queries,
  account: Account,
  reservation: NameReservation,
): Promise<void> {
  const { accounts, outbox } = tx.tables;
  await tx.delete(accounts).where(eq(accounts.id, account.id));
  const { name, email, emailConfirmedAt } = account;
  // Emails to an address that nobody confirmed may be somebody else's.
  const isToOwner = emailConfirmedAt === null ? undefined : isTo(tx, email);
  await tx.delete(outbox).where(or(isAbout(tx, name), isToOwner));
  await reserveName(tx, reservation);
}

/**
 * Throws `conflict` when no administrator who can log in at `now` is left. To be called after a change that
 * may have removed the last one; throwing undoes the transaction.
 */
export async function requireAdministratorLeft(tx: Queries, now: number): Promise<void> {
  const { accounts } = tx.tables;
  const canLogIn = or(isNull(accounts.suspendedAt), lte(accounts.suspendedUntil, now));
  const left = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.role, 'administrator'), canLogIn))
    .limit(1);
  if (left.length > 0) return;
  throw new Failure('conflict', accountFailures.administration.lastAdministrator);
}
