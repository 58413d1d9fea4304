// Changes and removes accounts inside a transaction of the caller, with everything that goes with it.

import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import { accountSecrets } from '../../../drizzle/schema/account-secrets.ts';
import { accounts } from '../../../drizzle/schema/accounts.ts';
import { outbox } from '../../../drizzle/schema/outbox.ts';
import type { Account } from '../../accounts/ports.ts';
import type {
  AccountAsRead,
  AccountChange,
  NameReservation,
  NewAccountChange,
  SecretPurpose,
  StoredSecret,
} from '../../accounts/registration-ports.ts';
import { Failure } from '../../lib/failure.ts';
import { accountFailures } from '../../messages/messages.ts';
import { reserveName } from './account-names.ts';
import { findAccount, writeChanges } from './accounts.ts';
import type { Connection } from '../sqlite/connection.ts';
import { isUniqueFailure } from '../errors.ts';
import { addEmailJob, isAbout, isTo } from './outbox.ts';

const AS_READ = ['passwordHash', 'email', 'emailConfirmedAt', 'verifiedAt'] as const;

/** Whether the account is still as it was read. */
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

/** Makes a change. Throws `conflict` when an address belongs to another account by now. */
export function applyAccountChange(
  orm: Connection['orm'],
  accountId: number,
  change: AccountChange,
): Account | undefined {
  const { changes = {}, forget = [], emailJobs = [], endSessions = false } = change;
  refuseTaken(() => writeChanges(orm, accountId, changes, { endSessions }));
  if (forget.length > 0) {
    orm
      .delete(accountSecrets)
      .where(
        and(eq(accountSecrets.accountId, accountId), inArray(accountSecrets.purpose, [...forget])),
      )
      .run();
  }
  if (change.secret !== undefined) replaceSecret(orm, change.secret);
  for (const emailJob of emailJobs) addEmailJob(orm, emailJob);
  return findAccount(orm, accountId);
}

/** Purposes whose links are kept side by side, since anybody can have another one sent. */
const SIDE_BY_SIDE: readonly SecretPurpose[] = ['undo address', 'reset password'];

/** Replaces the earlier secrets of the purpose, or adds one beside them; never adds the same one twice. */
export function replaceSecret(orm: Connection['orm'], secret: StoredSecret): void {
  const { accountId, purpose, tokenHash } = secret;
  const ofPurpose = and(
    eq(accountSecrets.accountId, accountId),
    eq(accountSecrets.purpose, purpose),
  );
  const isReplaced = SIDE_BY_SIDE.includes(purpose)
    ? and(ofPurpose, eq(accountSecrets.tokenHash, tokenHash))
    : ofPurpose;
  orm.delete(accountSecrets).where(isReplaced).run();
  orm.insert(accountSecrets).values(secret).run();
}

/**
 * Removes an account with everything personal of it, and reserves its name. What refers to the account is
 * removed by the database. `wipeRemains` has to follow the transaction.
 */
export function removeAccount(
  orm: Connection['orm'],
  account: Account,
  reservation: NameReservation,
): void {
  orm.delete(accounts).where(eq(accounts.id, account.id)).run();
  const { name, email, emailConfirmedAt } = account;
  // Emails to an address that nobody confirmed may be somebody else's.
  const isToOwner = emailConfirmedAt === null ? undefined : isTo(email);
  orm
    .delete(outbox)
    .where(or(isAbout(name), isToOwner))
    .run();
  reserveName(orm, reservation);
}

/**
 * Throws `conflict` when no administrator who can log in at `now` is left. To be called after a change that
 * may have removed the last one; throwing undoes the transaction.
 */
export function requireAdministratorLeft(
  orm: Pick<Connection['orm'], 'select'>,
  now: number,
): void {
  const canLogIn = or(isNull(accounts.suspendedAt), lte(accounts.suspendedUntil, now));
  const left = orm
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.role, 'administrator'), canLogIn))
    .limit(1)
    .get();
  if (left !== undefined) return;
  throw new Failure('conflict', accountFailures.administration.lastAdministrator);
}

function refuseTaken(action: () => void): void {
  try {
    action();
  } catch (error) {
    if (!isUniqueFailure(error)) throw error;
    throw new Failure('conflict', accountFailures.email.ofAnother);
  }
}
