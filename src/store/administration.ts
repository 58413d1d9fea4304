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
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { accounts } from '../../drizzle/schema/accounts.ts';
import type {
  AccountQuery,
  ActOfChange,
  AdministrationStore,
  Standing,
} from '../accounts/administration-ports.ts';
import { MusterError } from '../lib/errors.ts';
import {
  accountColumns,
  refuseTaken,
  toEmailKey,
  toNameKey,
  toRow,
  writeChanges,
} from './accounts.ts';
import { writeAuditEntry } from './audit.ts';
import type { Connection } from './connection.ts';
import { guard } from './errors.ts';

/** Opens the repository over a connection. */
export function createAdministrationStore({ orm }: Connection): AdministrationStore {
  const immediately = { behavior: 'immediate' } as const;

  function find(id: number) {
    return orm.select(accountColumns).from(accounts).where(eq(accounts.id, id)).get();
  }

  function countWhere(condition: SQL | undefined): number {
    return orm.select({ count: count() }).from(accounts).where(condition).get()?.count ?? 0;
  }

  /** Judges what was done to an account, and writes it down. Throws `conflict`, which undoes it. */
  function conclude({ entries, keepsAdministrator }: ActOfChange, wasAdministrator: boolean) {
    const at = entries[0]?.at ?? 0;
    if (keepsAdministrator && wasAdministrator && countWhere(isActiveAdministrator(at)) === 0) {
      throw new MusterError(
        'conflict',
        'This is the last administrator who can log in: make another account an administrator first.',
      );
    }
    for (const entry of entries) writeAuditEntry(orm, entry);
  }

  return {
    searchAccounts: (query) =>
      guard(() =>
        orm
          .select(accountColumns)
          .from(accounts)
          .where(toCondition(query))
          .orderBy(desc(accounts.id))
          .limit(query.limit)
          .all(),
      ),

    countAccounts: (now) =>
      guard(() => ({
        all: countWhere(undefined),
        unverified: countWhere(hasStanding('unverified', now)),
        suspended: countWhere(hasStanding('suspended', now)),
        staff: countWhere(hasStanding('staff', now)),
      })),

    addAccount: (account, entry) =>
      guard(() =>
        refuseTaken(orm, undefined, account, () =>
          orm.transaction(() => {
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

    changeAccount: (id, changes, act) =>
      guard(() =>
        refuseTaken(orm, id, changes, () =>
          orm.transaction(() => {
            const before = find(id);
            if (before === undefined) return undefined;
            writeChanges(orm, id, changes, { endSessions: act.endSessions === true });
            conclude(act, before.role === 'administrator');
            return find(id);
          }, immediately),
        ),
      ),

    removeAccount: (id, act) =>
      guard(() =>
        orm.transaction(() => {
          const [removed] = orm
            .delete(accounts)
            .where(eq(accounts.id, id))
            .returning({ role: accounts.role })
            .all();
          if (removed === undefined) return false;
          conclude(act, removed.role === 'administrator');
          return true;
        }, immediately),
      ),
  };
}

function isSuspended(now: number): SQL | undefined {
  return and(
    isNotNull(accounts.suspendedAt),
    or(isNull(accounts.suspendedUntil), gt(accounts.suspendedUntil, now)),
  );
}

function isActiveAdministrator(now: number): SQL | undefined {
  return and(
    eq(accounts.role, 'administrator'),
    or(isNull(accounts.suspendedAt), lte(accounts.suspendedUntil, now)),
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
    email === undefined ? undefined : eq(accounts.emailKey, toEmailKey(email)),
    standing === undefined ? undefined : hasStanding(standing, now),
    beforeId === undefined ? undefined : lt(accounts.id, beforeId),
  );
}

function isNamed(text: string): SQL | undefined {
  const isInName = sql`instr(${accounts.nameKey}, ${toNameKey(text)}) > 0`;
  const id = /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
  return id === undefined ? isInName : or(isInName, eq(accounts.id, id));
}
