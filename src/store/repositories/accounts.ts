// The repository of accounts.

import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  sql,
} from 'drizzle-orm';
import { accountSecrets } from '../../../drizzle/schema/account-secrets.ts';
import { accounts } from '../../../drizzle/schema/accounts.ts';
import { devices } from '../../../drizzle/schema/devices.ts';
import { loginCodes } from '../../../drizzle/schema/login-codes.ts';
import { sessions } from '../../../drizzle/schema/sessions.ts';
import type { Account, AccountChanges, AccountStore, NewAccount } from '../../accounts/ports.ts';
import type { SecretPurpose } from '../../accounts/registration-ports.ts';
import { Failure } from '../../lib/failure.ts';
import { skeletonOf } from '../../lib/name-skeleton.ts';
import { accountFailures } from '../../messages/messages.ts';
import type { Connection } from '../sqlite/connection.ts';
import { toEmailKey } from './email-keys.ts';
import { isUniqueFailure, withStoreErrors } from '../errors.ts';

const {
  nameKey: _nameKey,
  nameSkeleton: _nameSkeleton,
  emailKey: _emailKey,
  ...columns
} = getTableColumns(accounts);

/** The columns that make an `Account`. */
export const accountColumns = columns;

const DAY_MS = 24 * 60 * 60_000;

/** Opens the repository of accounts over a connection. */
export function createAccountStore({ orm }: Connection): AccountStore {
  const byName = orm
    .select(accountColumns)
    .from(accounts)
    .where(eq(accounts.nameKey, sql.placeholder('key')))
    .prepare();
  const byId = orm
    .select(accountColumns)
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('id')))
    .prepare();
  const listedAccounts = and(isNotNull(accounts.verifiedAt), isNull(accounts.suspendedAt));
  const listedCount = orm.select({ count: count() }).from(accounts).where(listedAccounts).prepare();
  const newestListed = orm
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(listedAccounts)
    .orderBy(desc(accounts.id))
    .limit(sql.placeholder('limit'))
    .prepare();
  // Few: those whose suspension ended by itself. A query of its own, so that both use an index.
  const unsuspended = orm
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(
      and(
        isNotNull(accounts.verifiedAt),
        isNotNull(accounts.suspendedAt),
        isNotNull(accounts.suspendedUntil),
        lte(accounts.suspendedUntil, sql.placeholder('now')),
      ),
    )
    .prepare();
  const registrationDay = sql<number>`${accounts.registeredAt} / ${sql.raw(`${DAY_MS}`)}`;
  const registrations = orm
    .select({ day: registrationDay, count: count() })
    .from(accounts)
    .where(gte(accounts.registeredAt, sql.placeholder('from')))
    .groupBy(registrationDay)
    .orderBy(asc(registrationDay))
    .prepare();

  return {
    // The column counts on from the highest id that there ever was (C10.2).
    insertAccount: (account) =>
      withStoreErrors(() =>
        refuseTaken(orm, undefined, account, () =>
          orm.insert(accounts).values(toRow(account)).returning(accountColumns).get(),
        ),
      ),

    findAccountByName: (name) => withStoreErrors(() => byName.get({ key: toNameKey(name) })),

    findAccountById: (id) => withStoreErrors(() => byId.get({ id })),

    listAccounts: ({ afterId, limit }) =>
      withStoreErrors(() =>
        orm
          .select(accountColumns)
          .from(accounts)
          .where(gt(accounts.id, afterId))
          .orderBy(asc(accounts.id))
          .limit(limit)
          .all(),
      ),

    updateAccount: (id, changes, { endSessions }) =>
      withStoreErrors(() =>
        refuseTaken(orm, id, changes, () =>
          orm.transaction(
            (tx): Account | undefined => {
              writeChanges(tx, id, changes, { endSessions });
              return byId.get({ id });
            },
            { behavior: 'immediate' },
          ),
        ),
      ),

    replacePasswordHash: (id, { from, to }) =>
      withStoreErrors(
        () =>
          orm
            .update(accounts)
            .set({ passwordHash: to })
            .where(and(eq(accounts.id, id), eq(accounts.passwordHash, from)))
            .returning({ id: accounts.id })
            .all().length > 0,
      ),

    deleteAccount: (id) =>
      withStoreErrors(
        () =>
          orm.delete(accounts).where(eq(accounts.id, id)).returning({ id: accounts.id }).all()
            .length > 0,
      ),

    summariseAccounts: (newestLimit, now) =>
      withStoreErrors(() => {
        const back = unsuspended.all({ now });
        const newest = [...newestListed.all({ limit: newestLimit }), ...back];
        return {
          count: (listedCount.get()?.count ?? 0) + back.length,
          newest: newest
            .sort((one, other) => other.id - one.id)
            .slice(0, newestLimit)
            .map(({ name }) => name),
        };
      }),

    countRegistrations: (firstDay) =>
      withStoreErrors(() => registrations.all({ from: firstDay * DAY_MS })),
  };
}

/** Finds the account of an id, inside a transaction or outside of one. */
export function findAccount(
  orm: Pick<Connection['orm'], 'select'>,
  id: number,
): Account | undefined {
  return orm.select(accountColumns).from(accounts).where(eq(accounts.id, id)).get();
}

/** False for an account that was deleted meanwhile: nothing may be written that belongs to it. */
export function isAccountThere(tx: Pick<Connection['orm'], 'select'>, accountId: number): boolean {
  const ids = tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId));
  return ids.get() !== undefined;
}

/** Changes an account, and ends its sessions where that is requested (C3.8). To be called inside a transaction. */
export function writeChanges(
  tx: Pick<Connection['orm'], 'update' | 'delete'>,
  id: number,
  changes: AccountChanges,
  { endSessions }: { endSessions: boolean },
): void {
  const assignments = toAssignments(changes);
  if (Object.keys(assignments).length > 0) {
    tx.update(accounts).set(assignments).where(eq(accounts.id, id)).run();
  }
  if (endSessions) tx.delete(sessions).where(eq(sessions.accountId, id)).run();
  if (changes.email !== undefined) spendLoginCodes(tx, id);
  if (endSessions && changes.passwordHash !== undefined) forgetOldPassword(tx, id);
}

/**
 * Login codes that were sent to the address of before are no longer valid: the mailbox is not the account's
 * any more. They are kept as spent, since they count towards what may be sent.
 */
function spendLoginCodes(tx: Pick<Connection['orm'], 'update'>, accountId: number): void {
  tx.update(loginCodes)
    .set({ spentAt: loginCodes.sentAt })
    .where(and(eq(loginCodes.accountId, accountId), isNull(loginCodes.spentAt)))
    .run();
}

/** A link that restores the address of before stays valid: it is the owner's. */
const MADE_WITH_PASSWORD: readonly SecretPurpose[] = ['reset password', 'new address'];

/**
 * Forgets what somebody who knew the old password may have prepared: all devices of the account, and the
 * links by which its address or its password could be changed without a session.
 */
function forgetOldPassword(tx: Pick<Connection['orm'], 'delete'>, accountId: number): void {
  tx.delete(devices).where(eq(devices.accountId, accountId)).run();
  tx.delete(accountSecrets)
    .where(
      and(
        eq(accountSecrets.accountId, accountId),
        inArray(accountSecrets.purpose, [...MADE_WITH_PASSWORD]),
      ),
    )
    .run();
}

/**
 * Runs an action that fails when a name or an address is taken. Throws `conflict` then, with a sentence for
 * people; `id` is the account that is changed, `undefined` for a new one.
 */
export function refuseTaken<T>(
  orm: Connection['orm'],
  id: number | undefined,
  values: AccountChanges,
  action: () => T,
): T {
  try {
    return action();
  } catch (error) {
    throw isUniqueFailure(error) ? describeConflict(orm, id, values) : error;
  }
}

// A query, since SQLite's message names either of the two keys.
function describeConflict(
  orm: Connection['orm'],
  id: number | undefined,
  { name }: AccountChanges,
): Failure {
  const owner =
    name === undefined
      ? undefined
      : orm
          .select({ id: accounts.id })
          .from(accounts)
          .where(eq(accounts.nameKey, toNameKey(name)))
          .get();
  return new Failure(
    'conflict',
    name !== undefined && owner !== undefined && owner.id !== id
      ? accountFailures.name.taken(name)
      : accountFailures.email.exists,
  );
}

/** The row of a new account, its keys included. */
export function toRow(account: NewAccount) {
  const { name, email } = account;
  return {
    ...account,
    nameKey: toNameKey(name),
    nameSkeleton: skeletonOf(name),
    emailKey: toEmailKey(email),
  };
}

/** The new values of an account's row, the derived keys included. */
function toAssignments({ name, email, ...others }: AccountChanges) {
  return {
    ...others,
    ...(name === undefined
      ? {}
      : { name, nameKey: toNameKey(name), nameSkeleton: skeletonOf(name) }),
    ...(email === undefined ? {} : { email, emailKey: toEmailKey(email) }),
  };
}

/** The form of a name that is unique. It folds A to Z alone (C4.17): two names that look different stay two. */
export function toNameKey(name: string): string {
  return name.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}
