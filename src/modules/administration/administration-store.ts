// The store of administration: it changes accounts, each in one transaction with its log entries.

import { and, desc, eq, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { Failure } from '../../platform/lib/failure.ts';
import { toNameKey } from '../../platform/lib/look-alikes.ts';
import { mailboxKey } from '../../platform/lib/mailbox.ts';
import type { Database, Queries, Tables } from '../../platform/store/engine.ts';
import { countRows } from '../../platform/store/queries.ts';
import { writeLogEntry } from '../account/account-log-store.ts';
import { refuseAlikeName, reserveName } from '../account/account-names-store.ts';
import type {
  Account,
  AccountQuery,
  AdministrationStore,
  ChangeContext,
  ExpectedAccount,
  Standing,
} from '../account/account-ports.ts';
import { removeAccount, requireAdministratorLeft } from '../account/account-removal-store.ts';
import {
  accountColumns,
  findAccount,
  insertAccount,
  isSuspended,
  requireFree,
  writeChanges,
} from '../account/account-store.ts';
import { accountFailures } from '../account/messages.ts';
import { writeAuditEntry } from '../audit/audit-store.ts';
import { addEmailJob } from '../email/outbox-store.ts';
import { forgetSecurity } from '../two-factor/two-factor-store.ts';

export function createAdministrationStore(db: Database): AdministrationStore {
  const { accounts } = db.tables;

  return {
    searchAccounts: async (query) =>
      db
        .select(accountColumns(db.tables))
        .from(accounts)
        .where(toCondition(db.tables, query))
        .orderBy(desc(accounts.id))
        .limit(query.limit),

    countUnverified: () => countRows(db, accounts, isNull(accounts.verifiedAt)),

    addAccount: (account, entry, { refusesAlike = false } = {}) =>
      db.transaction(async (tx) => {
        if (refusesAlike) await refuseAlikeName(tx, account.name, undefined);
        const added = await insertAccount(tx, account);
        await writeAuditEntry(tx, entry);
        return added;
      }),

    changeAccount: (expected, changes, action) =>
      db.transaction(async (tx) => {
        const before = await findExpected(tx, expected);
        if (before === undefined) return undefined;
        const { id } = before;
        if (action.refusesAlike && changes.name !== undefined) {
          await refuseAlikeName(tx, changes.name, id);
        }
        await requireFree(tx, id, changes, accountFailures.email.exists);
        await writeChanges(tx, id, changes, { endSessions: action.endSessions === true });
        const { note, reserves } = action;
        if (action.forgetsTwoFactor) await forgetSecurity(tx, id);
        if (note !== undefined) await writeLogEntry(tx, id, note.entry, note.bounds);
        if (reserves !== undefined) await reserveName(tx, reserves);
        await conclude(tx, action, before);
        return findAccount(tx, id);
      }),

    async removeAccount(expected, action) {
      const isRemoved = await db.transaction(async (tx) => {
        const account = await findExpected(tx, expected);
        if (account === undefined) return false;
        await removeAccount(tx, account, action.reserves);
        await conclude(tx, action, account);
        return true;
      });
      if (isRemoved) db.wipeRemains();
      return isRemoved;
    },
  };
}

/** Finds the account; `undefined` if it is gone. Throws `conflict` if its name or role has changed. */
async function findExpected(
  tx: Queries,
  { id, name, role }: ExpectedAccount,
): Promise<Account | undefined> {
  const account = await findAccount(tx, id);
  if (account === undefined || (account.name === name && account.role === role)) return account;
  throw new Failure('conflict', accountFailures.administration.changedMeanwhile(name));
}

/** Checks a finished change, adds its emails and logs it. Throws `conflict`, which undoes the change. */
async function conclude(
  tx: Queries,
  { entries, emailJobs = [], keepsAdministrator }: ChangeContext,
  { role }: Account,
): Promise<void> {
  for (const emailJob of emailJobs) await addEmailJob(tx, emailJob);
  if (keepsAdministrator && role === 'administrator') {
    await requireAdministratorLeft(tx, entries[0]?.at ?? 0);
  }
  for (const entry of entries) await writeAuditEntry(tx, entry);
}

function hasStanding(tables: Tables, standing: Standing | undefined, now: number): SQL | undefined {
  const { accounts } = tables;
  switch (standing) {
    case 'unverified':
      return isNull(accounts.verifiedAt);
    case 'suspended':
      return isSuspended(tables, now);
    case 'staff':
      return ne(accounts.role, 'player');
    case undefined:
      return undefined;
  }
}

function toCondition(
  tables: Tables,
  { text, email, standing, now, beforeId }: AccountQuery,
): SQL | undefined {
  return and(
    text === undefined ? undefined : isNamed(tables, text),
    email === undefined ? undefined : eq(tables.accounts.emailKey, mailboxKey(email)),
    hasStanding(tables, standing, now),
    beforeId === undefined ? undefined : lt(tables.accounts.id, beforeId),
  );
}

function isNamed({ accounts }: Tables, text: string): SQL | undefined {
  // Escapes the wildcards of LIKE, because people search for these characters themselves.
  const pattern = `%${toNameKey(text).replace(/[%_^]/g, '^$&')}%`;
  const isInName = sql`${accounts.nameKey} like ${sql.param(pattern, accounts.nameKey)} escape '^'`;
  const id = /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
  return id === undefined ? isInName : or(isInName, eq(accounts.id, id));
}
