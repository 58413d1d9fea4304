// Does to an account everything that one deed of its owner brings, inside a transaction of the caller.

import { and, eq, inArray } from 'drizzle-orm';
import { accountSecrets } from '../../drizzle/schema/account-secrets.ts';
import { accounts } from '../../drizzle/schema/accounts.ts';
import type { Account } from '../accounts/ports.ts';
import type {
  AccountAsRead,
  AccountChange,
  NewAccountChange,
  SecretPurpose,
  StoredSecret,
} from '../accounts/registration-ports.ts';
import { Failure } from '../lib/failure.ts';
import { accountColumns, writeChanges } from './accounts.ts';
import type { Connection } from './connection.ts';
import { isUniqueFailure } from './errors.ts';
import { addEmailJob } from './outbox.ts';

/** Finds the account of an id, inside a transaction or outside of one. */
export function findAccount(orm: Connection['orm'], id: number): Account | undefined {
  return orm.select(accountColumns).from(accounts).where(eq(accounts.id, id)).get();
}

const AS_READ = ['passwordHash', 'email', 'emailConfirmedAt', 'verifiedAt'] as const;

/** Whether the account is still the one that somebody read and judged. */
export function isAsRead(account: Account, read: AccountAsRead): boolean {
  return account.id === read.id && AS_READ.every((field) => account[field] === read[field]);
}

/** The deed to an account that has its id by now. */
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

/** Does the deed; the caller's transaction makes it whole. Throws `conflict` when an address is another's by now. */
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

/** Purposes whose links stand side by side, since anybody can have another one sent. */
const SIDE_BY_SIDE: readonly SecretPurpose[] = ['undo address', 'reset password'];

/** Puts a secret in the place of its forerunners, or beside them; one that is there already stays one. */
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

function refuseTaken(action: () => void): void {
  try {
    action();
  } catch (error) {
    if (!isUniqueFailure(error)) throw error;
    throw new Failure('conflict', 'This address belongs to another account by now.');
  }
}
