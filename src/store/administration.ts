// The repository of administration: changes of accounts, each in one transaction with its log entries.

import {
  and,
  count,
  desc,
  eq,
  gt,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { accounts } from '../../drizzle/schema/accounts.ts';
import type {
  AccountQuery,
  AdministrationStore,
  ChangeContext,
  ExpectedAccount,
  Standing,
} from '../accounts/administration-ports.ts';
import type { Account } from '../accounts/ports.ts';
import { Failure } from '../lib/failure.ts';
import { writeLogEntry } from './account-log.ts';
import { accountColumns, refuseTaken, toNameKey, toRow, writeChanges } from './accounts.ts';
import { refuseAlikeName } from './alike-names.ts';
import { writeAuditEntry } from './audit.ts';
import type { Connection } from './connection.ts';
import { isOfMailbox } from './email-keys.ts';
import { withStoreErrors } from './errors.ts';
import { requireAdministratorLeft } from './last-administrator.ts';
import { addEmailJob } from './outbox.ts';
import { removeAccount, reserveName } from './removal.ts';
import { forgetSecurity } from './security.ts';
import { wipeRemains } from './wipe.ts';

/** Opens the repository over a connection. */
export function createAdministrationStore(connection: Connection): AdministrationStore {
  const { orm } = connection;
  const immediately = { behavior: 'immediate' } as const;

  /** The account as it was judged, and as it still is. Throws `conflict` when it is not. */
  function findExpected({ id, name, role }: ExpectedAccount): Account | undefined {
    const account = find(id);
    if (account === undefined || (account.name === name && account.role === role)) return account;
    throw new Failure(
      'conflict',
      `The account "${name}" was changed at the same time: look at it again.`,
    );
  }

  function find(id: number) {
    return orm.select(accountColumns).from(accounts).where(eq(accounts.id, id)).get();
  }

  function countWhere(condition: SQL | undefined): number {
    return orm.select({ count: count() }).from(accounts).where(condition).get()?.count ?? 0;
  }

  /** Judges what was done to an account, and writes it down. Throws `conflict`, which undoes it. */
  function conclude(
    { entries, keepsAdministrator }: Pick<ChangeContext, 'entries' | 'keepsAdministrator'>,
    { role }: Account,
  ): void {
    if (keepsAdministrator && role === 'administrator') {
      requireAdministratorLeft(orm, entries[0]?.at ?? 0);
    }
    for (const entry of entries) writeAuditEntry(orm, entry);
  }

  return {
    searchAccounts: (query) =>
      withStoreErrors(() =>
        orm
          .select(accountColumns)
          .from(accounts)
          .where(toCondition(query))
          .orderBy(desc(accounts.id))
          .limit(query.limit)
          .all(),
      ),

    countAccounts: (now) =>
      withStoreErrors(() => ({
        all: countWhere(undefined),
        unverified: countWhere(hasStanding('unverified', now)),
        suspended: countWhere(hasStanding('suspended', now)),
        staff: countWhere(hasStanding('staff', now)),
      })),

    addAccount: (account, entry, { refusesAlike = false } = {}) =>
      withStoreErrors(() =>
        refuseTaken(orm, undefined, account, () =>
          orm.transaction(() => {
            if (refusesAlike) refuseAlikeName(orm, account.name, undefined);
            const added = orm
              .insert(accounts)
              .values(toRow(account))
              .returning(accountColumns)
              .get();
            writeAuditEntry(orm, entry);
            return added;
          }, immediately),
        ),
      ),

    changeAccount: (expected, changes, action) =>
      withStoreErrors(() =>
        refuseTaken(orm, expected.id, changes, () =>
          orm.transaction(() => {
            const before = findExpected(expected);
            if (before === undefined) return undefined;
            const { id } = before;
            if (action.refusesAlike && changes.name !== undefined) {
              refuseAlikeName(orm, changes.name, id);
            }
            writeChanges(orm, id, changes, { endSessions: action.endSessions === true });
            const { note, reserves } = action;
            if (action.forgetsTwoFactor) forgetSecurity(orm, id);
            if (note !== undefined) writeLogEntry(orm, id, note.entry, note.bounds);
            if (reserves !== undefined) reserveName(orm, reserves);
            for (const emailJob of action.emailJobs ?? []) addEmailJob(orm, emailJob);
            conclude(action, before);
            return find(id);
          }, immediately),
        ),
      ),

    async removeAccount(expected, action) {
      const isRemoved = await withStoreErrors(() =>
        orm.transaction(() => {
          const account = findExpected(expected);
          if (account === undefined) return false;
          removeAccount(orm, account, action.reserves);
          for (const emailJob of action.emailJobs ?? []) addEmailJob(orm, emailJob);
          conclude(action, account);
          return true;
        }, immediately),
      );
      if (isRemoved) wipeRemains(connection);
      return isRemoved;
    },
  };
}

function isSuspended(now: number): SQL | undefined {
  return and(
    isNotNull(accounts.suspendedAt),
    or(isNull(accounts.suspendedUntil), gt(accounts.suspendedUntil, now)),
  );
}

function hasStanding(standing: Standing, now: number): SQL | undefined {
  switch (standing) {
    case 'unverified':
      return isNull(accounts.verifiedAt);
    case 'suspended':
      return isSuspended(now);
    case 'staff':
      return ne(accounts.role, 'player');
  }
}

function toCondition({ text, email, standing, now, beforeId }: AccountQuery): SQL | undefined {
  return and(
    text === undefined ? undefined : isNamed(text),
    email === undefined ? undefined : isOfMailbox(email),
    standing === undefined ? undefined : hasStanding(standing, now),
    beforeId === undefined ? undefined : lt(accounts.id, beforeId),
  );
}

function isNamed(text: string): SQL | undefined {
  const isInName = sql`instr(${accounts.nameKey}, ${toNameKey(text)}) > 0`;
  const id = /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
  return id === undefined ? isInName : or(isInName, eq(accounts.id, id));
}
