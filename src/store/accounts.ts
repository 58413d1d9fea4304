// The repository of accounts.

import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  lte,
  sql,
} from 'drizzle-orm';
import { accounts } from '../../drizzle/schema/accounts.ts';
import { sessions } from '../../drizzle/schema/sessions.ts';
import type { Account, AccountChanges, AccountStore, NewAccount } from '../accounts/ports.ts';
import { Failure } from '../lib/failure.ts';
import { skeletonOf } from '../lib/name-skeleton.ts';
import type { Connection } from './connection.ts';
import { toEmailKey } from './email-keys.ts';
import { isUniqueFailure, withStoreErrors } from './errors.ts';
import { forgetOldMailbox } from './old-mailbox.ts';
import { forgetOldPassword } from './old-password.ts';

const {
  nameKey: _nameKey,
  nameSkeleton: _nameSkeleton,
  emailKey: _emailKey,
  ...columns
} = getTableColumns(accounts);

/** The columns that make an `Account`. */
export const accountColumns = columns;

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
  // Few: those whose suspension ended by itself. Asked apart, so that both have an index.
  const comeBack = orm
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
        const back = comeBack.all({ now });
        const newest = [...newestListed.all({ limit: newestLimit }), ...back];
        return {
          count: (listedCount.get()?.count ?? 0) + back.length,
          newest: newest
            .sort((one, other) => other.id - one.id)
            .slice(0, newestLimit)
            .map(({ name }) => name),
        };
      }),
  };
}

/** Changes an account, and at once ends its sessions where that is asked for (C3.8). To be called inside a transaction. */
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
  if (changes.email !== undefined) forgetOldMailbox(tx, id);
  if (endSessions && changes.passwordHash !== undefined) forgetOldPassword(tx, id);
}

/**
 * Does what may fail because a name or an address is taken. Throws `conflict` then, in words of its
 * own; `id` is the account that is changed, `undefined` for a new one.
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

// Asked rather than read from SQLite's message, which names one of the two keys at its own choice.
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
    owner !== undefined && owner.id !== id
      ? `The name "${name}" is taken.`
      : 'An account with this e-mail address exists already.',
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

/** What an account's row is changed to, the keys that follow included. */
function toAssignments({ name, email, ...others }: AccountChanges) {
  return {
    ...others,
    ...(name === undefined
      ? {}
      : { name, nameKey: toNameKey(name), nameSkeleton: skeletonOf(name) }),
    ...(email === undefined ? {} : { email, emailKey: toEmailKey(email) }),
  };
}

/** The form of a name that is unique. Only A to Z (C4.17): folding more would make one of two names that look different. */
export function toNameKey(name: string): string {
  return name.replace(/[A-Z]+/g, (outbox) => outbox.toLowerCase());
}
