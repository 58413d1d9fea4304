// The store of accounts.

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
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { DAY_MS } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { skeletonOf, toNameKey } from '../../platform/lib/look-alikes.ts';
import { mailboxKey } from '../../platform/lib/mailbox.ts';
import type { Database, Queries, Tables } from '../../platform/store/engine.ts';
import {
  countRows,
  findRow,
  hasRow,
  matches,
  removeRows,
  updateRows,
} from '../../platform/store/queries.ts';
import type { Account, AccountChanges, AccountStore, NewAccount } from './account-ports.ts';
import { accountFailures } from './messages.ts';
import { MADE_WITH_PASSWORD } from './one-time-secrets.ts';

export function accountColumns({ accounts }: Tables) {
  const {
    nameKey: _nameKey,
    nameSkeleton: _nameSkeleton,
    emailKey: _emailKey,
    sessionsEnded: _sessionsEnded,
    ...columns
  } = getTableColumns(accounts);
  return columns;
}

export function prepareAccountById(db: Database) {
  const { accounts } = db.tables;
  return db
    .select(accountColumns(db.tables))
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('id')))
    .prepare('account_by_id');
}

/** Condition for an account that is suspended at `now`. It is never null, so that `not` can negate it. */
export function isSuspended({ accounts }: Tables, now: number): SQL {
  const { suspendedAt, suspendedUntil } = accounts;
  const isGoingOn = or(isNull(suspendedUntil), gt(suspendedUntil, now));
  return sql`(${isNotNull(suspendedAt)} and ${isGoingOn})`;
}

/** Condition for a suspension that expired but is still stored. There are few, and an index finds them. */
export function isSuspensionOver({ accounts }: Tables, now: number): SQL | undefined {
  const { suspendedAt, suspendedUntil } = accounts;
  return and(isNotNull(suspendedAt), isNotNull(suspendedUntil), lte(suspendedUntil, now));
}

export function createAccountStore(db: Database): AccountStore {
  const { accounts } = db.tables;
  const columns = accountColumns(db.tables);
  const byName = db
    .select(columns)
    .from(accounts)
    .where(eq(accounts.nameKey, sql.param(sql.placeholder('key'), accounts.nameKey)))
    .prepare('account_by_name');
  const byId = prepareAccountById(db);
  const isVerified = isNotNull(accounts.verifiedAt);
  const isListed = and(isVerified, isNull(accounts.suspendedAt));
  const registrationDay = sql`${accounts.registeredAt} / ${sql.raw(`${DAY_MS}`)}`.mapWith(Number);

  return {
    // The column counts on from the highest id that was ever given (C10.2).
    insertAccount: (account) => db.transaction((tx) => insertAccount(tx, account)),

    findAccountByName: async (name) => (await byName.execute({ key: toNameKey(name) }))[0],

    findAccountById: async (id) => (await byId.execute({ id }))[0],

    updateAccount: (id, changes, { endSessions }) =>
      db.transaction(async (tx) => {
        await requireFree(tx, id, changes, accountFailures.email.exists);
        await writeChanges(tx, id, changes, { endSessions });
        return findAccount(tx, id);
      }),

    async replacePasswordHash(id, { from, to }) {
      const isSame = matches(accounts, { id, passwordHash: from });
      return (await updateRows(db, accounts, { passwordHash: to }, isSame)) > 0;
    },

    deleteAccount: async (id) => (await removeRows(db, accounts, matches(accounts, { id }))) > 0,

    async summariseAccounts(newestLimit, now) {
      const { id, name } = accounts;
      // A separate query, so that both use an index.
      const isUnsuspended = and(isVerified, isSuspensionOver(db.tables, now));
      const back = await db.select({ id, name }).from(accounts).where(isUnsuspended);
      const listed = await db
        .select({ id, name })
        .from(accounts)
        .where(isListed)
        .orderBy(desc(id))
        .limit(newestLimit);
      return {
        count: (await countRows(db, accounts, isListed)) + back.length,
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

/** Adds an account inside a transaction. Throws `conflict` when its name or its confirmed address is taken. */
export async function insertAccount(tx: Queries, account: NewAccount): Promise<Account> {
  await requireFree(tx, undefined, account, accountFailures.email.exists);
  const [added] = await tx
    .insert(tx.tables.accounts)
    .values({ ...account, ...keysOfName(account.name), emailKey: mailboxKey(account.email) })
    .returning(accountColumns(tx.tables));
  return added as Account;
}

export async function findAccount(db: Queries, id: number): Promise<Account | undefined> {
  const { accounts } = db.tables;
  const columns = accountColumns(db.tables);
  const [account] = await db.select(columns).from(accounts).where(eq(accounts.id, id));
  return account;
}

/** Returns false if the account was deleted in the meantime: then nothing that belongs to it may be written. */
export function isAccountThere(tx: Queries, id: number): Promise<boolean> {
  const { accounts } = tx.tables;
  return hasRow(tx, accounts, matches(accounts, { id }));
}

/** Changes an account, and ends its sessions if requested (C3.8). Call it inside a transaction. */
export async function writeChanges(
  tx: Queries,
  id: number,
  { name, email, ...others }: AccountChanges,
  { endSessions }: { endSessions: boolean },
): Promise<void> {
  const { accounts, accountSecrets, devices, loginCodes, sessions } = tx.tables;
  const assignments = {
    ...others,
    ...(name === undefined ? {} : { name, ...keysOfName(name) }),
    ...(email === undefined ? {} : { email, emailKey: mailboxKey(email) }),
  };
  if (Object.keys(assignments).length > 0) {
    await tx.update(accounts).set(assignments).where(eq(accounts.id, id));
  }
  if (endSessions) {
    await tx.delete(sessions).where(eq(sessions.accountId, id));
    await noteSessionsEnded(tx, id);
  }
  if (email !== undefined) {
    // The old mailbox is not the account's any more. Spent secrets are kept, since they count towards the limit.
    await tx
      .update(loginCodes)
      .set({ spentAt: sql`${loginCodes.sentAt}` })
      .where(and(eq(loginCodes.accountId, id), isNull(loginCodes.spentAt)));
  }
  if (endSessions && others.passwordHash !== undefined) {
    // Removes what somebody who knew the old password may have prepared: devices, and links that need no session.
    await tx.delete(devices).where(eq(devices.accountId, id));
    const isPrepared = inArray(accountSecrets.purpose, [...MADE_WITH_PASSWORD]);
    await tx.delete(accountSecrets).where(and(eq(accountSecrets.accountId, id), isPrepared));
  }
}

/** Counts that all sessions, or all but one, were ended at once. */
export async function noteSessionsEnded(tx: Queries, id: number): Promise<void> {
  const { accounts } = tx.tables;
  const sessionsEnded = sql`${accounts.sessionsEnded} + 1`;
  await tx.update(accounts).set({ sessionsEnded }).where(eq(accounts.id, id));
}

/**
 * Throws `conflict` when a name or a confirmed address belongs to another account than `id`. This check comes before
 * the insert because PostgreSQL uses up an id even for a refused row.
 */
export async function requireFree(
  tx: Queries,
  id: number | undefined,
  changes: AccountChanges,
  emailTaken: string,
): Promise<void> {
  const { accounts } = tx.tables;
  const isOther = id === undefined ? undefined : ne(accounts.id, id);
  const hasOther = (condition: SQL | undefined) => hasRow(tx, accounts, and(isOther, condition));

  const { name } = changes;
  if (name !== undefined && (await hasOther(eq(accounts.nameKey, toNameKey(name))))) {
    throw new Failure('conflict', accountFailures.name.taken(name));
  }
  const emailKey = await findConfirmedKey(tx, id, changes);
  if (emailKey === undefined) return;
  const isConfirmed = isNotNull(accounts.emailConfirmedAt);
  if (await hasOther(and(matches(accounts, { emailKey }), isConfirmed))) {
    throw new Failure('conflict', emailTaken);
  }
}

/** The key of the address that the change confirms; `undefined` if it confirms none or changes nothing about it. */
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
  const before = await findRow(tx, accounts, matches(accounts, { id: id ?? 0 }));
  if ((emailConfirmedAt ?? before?.emailConfirmedAt ?? null) === null) return undefined;
  return email === undefined ? before?.emailKey : mailboxKey(email);
}

function keysOfName(name: string) {
  return { nameKey: toNameKey(name), nameSkeleton: skeletonOf(name) };
}
