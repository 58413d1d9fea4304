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
import { accounts } from '../../../drizzle/schema/accounts.ts';
import type {
  AccountQuery,
  AdministrationStore,
  ChangeContext,
  ExpectedAccount,
  Standing,
} from '../../accounts/administration-ports.ts';
import type { Account } from '../../accounts/ports.ts';
import { Failure } from '../../lib/failure.ts';
import { accountFailures } from '../../messages/messages.ts';
import { removeAccount, requireAdministratorLeft } from './account-changes.ts';
import { writeLogEntry } from './account-log.ts';
import { refuseAlikeName, reserveName } from './account-names.ts';
import {
  accountColumns,
  findAccount,
  refuseTaken,
  toNameKey,
  toRow,
  writeChanges,
} from './accounts.ts';
import { writeAuditEntry } from './audit.ts';
import { type Connection, wipeRemains } from '../sqlite/connection.ts';
import { isOfMailbox } from './email-keys.ts';
import { withStoreErrors } from '../errors.ts';
import { addEmailJob } from './outbox.ts';
import { forgetSecurity } from './security.ts';

/** Opens the repository over a connection. */
export function createAdministrationStore(connection: Connection): AdministrationStore {
  const { orm } = connection;
  const immediately = { behavior: 'immediate' } as const;

  /** The account, `undefined` when it is gone. Throws `conflict` when its name or role changed since it was read. */
  function findExpected({ id, name, role }: ExpectedAccount): Account | undefined {
    const account = findAccount(orm, id);
    if (account === undefined || (account.name === name && account.role === role)) return account;
    throw new Failure('conflict', accountFailures.administration.changedMeanwhile(name));
  }

  function countWhere(condition: SQL | undefined): number {
    return orm.select({ count: count() }).from(accounts).where(condition).get()?.count ?? 0;
  }

  /** Checks and logs a change that was made. Throws `conflict`, which undoes it. */
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
            return findAccount(orm, id);
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
