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
  ne,
  type SQL,
  sql,
} from 'drizzle-orm';
import type {
  Account,
  AccountChanges,
  AccountStore,
  NewAccount,
  SecretPurpose,
} from '../../accounts/ports.ts';

import { Failure } from '../../lib/failure.ts';
import { skeletonOf } from '../../lib/look-alike-names.ts';
import { mailboxKey } from '../../lib/mailbox.ts';
import { accountFailures } from '../../messages/messages.ts';
import type { Database, Queries, Tables } from '../engine.ts';

export function accountColumns({ accounts }: Tables) {
  const {
    nameKey: _nameKey,
    nameSkeleton: _nameSkeleton,
    emailKey: _emailKey,
    ...columns
  } = getTableColumns(accounts);
  return columns;
}

const DAY_MS = 24 * 60 * 60_000;

export function createAccountStore(db: Database): AccountStore {
  const { accounts } = db.tables;
  const columns = accountColumns(db.tables);
  const byName = db
    .select(columns)
    .from(accounts)
    .where(eq(accounts.nameKey, sql.param(sql.placeholder('key'), accounts.nameKey)))
    .prepare('account_by_name');
  const byId = db
    .select(columns)
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('id')))
    .prepare('account_by_id');
  const listedAccounts = and(isNotNull(accounts.verifiedAt), isNull(accounts.suspendedAt));
  // Few: those whose suspension ended by itself. A query of its own, so that both use an index.
  const unsuspended = (now: number) =>
    and(
      isNotNull(accounts.verifiedAt),
      isNotNull(accounts.suspendedAt),
      isNotNull(accounts.suspendedUntil),
      lte(accounts.suspendedUntil, now),
    );
  const registrationDay = sql`${accounts.registeredAt} / ${sql.raw(`${DAY_MS}`)}`.mapWith(Number);

  return {
    // The column counts on from the highest id that there ever was (C10.2).
    insertAccount: (account) => db.transaction((tx) => insertAccount(tx, account)),

    findAccountByName: async (name) => (await byName.execute({ key: toNameKey(name) }))[0],

    findAccountById: async (id) => (await byId.execute({ id }))[0],

    listAccounts: async ({ afterId, limit }) =>
      db
        .select(columns)
        .from(accounts)
        .where(gt(accounts.id, afterId))
        .orderBy(asc(accounts.id))
        .limit(limit),

    updateAccount: (id, changes, { endSessions }) =>
      db.transaction(async (tx) => {
        await requireFree(tx, id, changes, accountFailures.email.exists);
        await writeChanges(tx, id, changes, { endSessions });
        return findAccount(tx, id);
      }),

    async replacePasswordHash(id, { from, to }) {
      const replaced = await db
        .update(accounts)
        .set({ passwordHash: to })
        .where(and(eq(accounts.id, id), eq(accounts.passwordHash, from)))
        .returning({ id: accounts.id });
      return replaced.length > 0;
    },

    async deleteAccount(id) {
      const deleted = await db
        .delete(accounts)
        .where(eq(accounts.id, id))
        .returning({ id: accounts.id });
      return deleted.length > 0;
    },

    async summariseAccounts(newestLimit, now) {
      const { id, name } = accounts;
      const back = await db.select({ id, name }).from(accounts).where(unsuspended(now));
      const listed = await db
        .select({ id, name })
        .from(accounts)
        .where(listedAccounts)
        .orderBy(desc(id))
        .limit(newestLimit);
      const [counted] = await db.select({ count: count() }).from(accounts).where(listedAccounts);
      return {
        count: (counted?.count ?? 0) + back.length,
        newest: [...listed, ...back]
          .sort((one, other) => other.id - one.id)
          .slice(0, newestLimit)
          .map((account) => account.name),
      };
    },

    countRegistrations: async (firstDay) =>
      db
        .select({ day: registrationDay, count: count() })
        .from(accounts)
        .where(gte(accounts.registeredAt, firstDay * DAY_MS))
        .groupBy(registrationDay)
        .orderBy(asc(registrationDay)),
  };
}

/** Adds an account, inside a transaction. Throws `conflict` when its name or its confirmed address is taken. */
export async function insertAccount(tx: Queries, account: NewAccount): Promise<Account> {
  await requireFree(tx, undefined, account, accountFailures.email.exists);
  const { name, email } = account;
  const row = {
    ...account,
    nameKey: toNameKey(name),
    nameSkeleton: skeletonOf(name),
    emailKey: mailboxKey(email),
  };
  const [added] = await tx
    .insert(tx.tables.accounts)
    .values(row)
    .returning(accountColumns(tx.tables));
  return added as Account;
}

export async function findAccount(db: Queries, id: number): Promise<Account | undefined> {
  const { accounts } = db.tables;
  const [account] = await db
    .select(accountColumns(db.tables))
    .from(accounts)
    .where(eq(accounts.id, id));
  return account;
}

/** False for an account that was deleted meanwhile: nothing may be written that belongs to it. */
export async function isAccountThere(tx: Queries, accountId: number): Promise<boolean> {
  const { accounts } = tx.tables;
  const ids = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId));
  return ids.length > 0;
}

/** Changes an account, and ends its sessions where that is requested (C3.8). To be called inside a transaction. */
export async function writeChanges(
  tx: Queries,
  id: number,
  changes: AccountChanges,
  { endSessions }: { endSessions: boolean },
): Promise<void> {
  const { accounts, sessions } = tx.tables;
  const assignments = toAssignments(changes);
  if (Object.keys(assignments).length > 0) {
    await tx.update(accounts).set(assignments).where(eq(accounts.id, id));
  }
  if (endSessions) await tx.delete(sessions).where(eq(sessions.accountId, id));
  if (changes.email !== undefined) await spendLoginCodes(tx, id);
  if (endSessions && changes.passwordHash !== undefined) await forgetOldPassword(tx, id);
}

/**
 * Login codes that were sent to the address of before are no longer valid: the mailbox is not the account's
 * any more. They are kept as spent, since they count towards what may be sent.
 */
async function spendLoginCodes(tx: Queries, accountId: number): Promise<void> {
  const { loginCodes } = tx.tables;
  await tx
    .update(loginCodes)
    .set({ spentAt: sql`${loginCodes.sentAt}` })
    .where(and(eq(loginCodes.accountId, accountId), isNull(loginCodes.spentAt)));
}

/** A link that restores the address of before stays valid: it is the owner's. */
const MADE_WITH_PASSWORD: readonly SecretPurpose[] = ['reset password', 'new address'];

/**
 * Forgets what somebody who knew the old password may have prepared: all devices of the account, and the
 * links by which its address or its password could be changed without a session.
 */
async function forgetOldPassword(tx: Queries, accountId: number): Promise<void> {
  const { accountSecrets, devices } = tx.tables;
  await tx.delete(devices).where(eq(devices.accountId, accountId));
  await tx
    .delete(accountSecrets)
    .where(
      and(
        eq(accountSecrets.accountId, accountId),
        inArray(accountSecrets.purpose, [...MADE_WITH_PASSWORD]),
      ),
    );
}

/**
 * Throws `conflict` when a name or a confirmed address belongs to another account, with `emailTaken` as the
 * sentence for an address. `id` is the account that is changed, `undefined` for a new one. Looked up before it
 * is written, since PostgreSQL gives a refused row a number that no other row gets.
 */
export async function requireFree(
  tx: Queries,
  id: number | undefined,
  changes: AccountChanges,
  emailTaken: string,
): Promise<void> {
  const { accounts } = tx.tables;
  const isOther = id === undefined ? undefined : ne(accounts.id, id);
  const findOther = (condition: SQL | undefined) =>
    tx.select({ id: accounts.id }).from(accounts).where(and(isOther, condition)).limit(1);

  const { name } = changes;
  if (name !== undefined) {
    const named = await findOther(eq(accounts.nameKey, toNameKey(name)));
    if (named.length > 0) throw new Failure('conflict', accountFailures.name.taken(name));
  }
  const confirmedKey = await findConfirmedKey(tx, id, changes);
  if (confirmedKey === undefined) return;
  const isConfirmed = isNotNull(accounts.emailConfirmedAt);
  const confirmed = await findOther(and(eq(accounts.emailKey, confirmedKey), isConfirmed));
  if (confirmed.length > 0) throw new Failure('conflict', emailTaken);
}

/** The key of the address that is confirmed after a change; `undefined` when none is, or nothing about it changes. */
async function findConfirmedKey(
  tx: Queries,
  id: number | undefined,
  { email, emailConfirmedAt }: AccountChanges,
): Promise<string | undefined> {
  if (emailConfirmedAt === null || (email === undefined && emailConfirmedAt === undefined)) {
    return undefined;
  }
  if (email !== undefined && emailConfirmedAt !== undefined) return mailboxKey(email);
  const { accounts } = tx.tables;
  const [before] = await tx
    .select({ emailKey: accounts.emailKey, emailConfirmedAt: accounts.emailConfirmedAt })
    .from(accounts)
    .where(eq(accounts.id, id ?? 0));
  if ((emailConfirmedAt ?? before?.emailConfirmedAt ?? null) === null) return undefined;
  return email === undefined ? before?.emailKey : mailboxKey(email);
}

function toAssignments({ name, email, ...others }: AccountChanges) {
  return {
    ...others,
    ...(name === undefined
      ? {}
      : { name, nameKey: toNameKey(name), nameSkeleton: skeletonOf(name) }),
    ...(email === undefined ? {} : { email, emailKey: mailboxKey(email) }),
  };
}

/** The form of a name that is unique. It folds A to Z alone (C4.17): two names that look different stay two. */
export function toNameKey(name: string): string {
  return name.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}
