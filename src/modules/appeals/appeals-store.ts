// The store of appeals against suspensions.

import { and, desc, eq, exists, getTableColumns, lt, ne, sql } from 'drizzle-orm';
import type { Database, Queries } from '../../platform/store/engine.ts';
import { countRows, findRow, hasRow, matches, updateRows } from '../../platform/store/queries.ts';
import { isSuspended } from '../account/account-store.ts';
import { changeAndLog } from '../audit/audit-store.ts';
import { addEmailJob } from '../email/outbox-store.ts';
import type { AppealStore, NewAppeal } from './appeal-ports.ts';

export function createAppealStore(db: Database): AppealStore {
  const { accounts, appeals } = db.tables;
  const isUndecided = eq(appeals.status, 'open');
  const isNotDeclined = ne(appeals.status, 'declined');

  /** Condition for appeals whose suspension goes on. By default also accepted ones, since it ends only after that. */
  function isOpen(queries: Queries, now: number, isWaiting = isNotDeclined) {
    const isSame = and(
      eq(accounts.id, appeals.accountId),
      eq(accounts.suspendedAt, appeals.suspendedAt),
    );
    const suspension = queries
      .select({ one: sql`1` })
      .from(accounts)
      .where(and(isSame, isSuspended(db.tables, now)));
    return and(isWaiting, exists(suspension));
  }

  const isFirst = async (tx: Queries, { accountId, suspendedAt, createdAt }: NewAppeal) => {
    const isOn = and(
      matches(accounts, { id: accountId, suspendedAt }),
      isSuspended(db.tables, createdAt),
    );
    if (!(await hasRow(tx, accounts, isOn))) return false;
    return !(await hasRow(tx, appeals, matches(appeals, { accountId, suspendedAt })));
  };

  return {
    findAppeal: (accountId, suspendedAt) =>
      findRow(db, appeals, matches(appeals, { accountId, suspendedAt })),

    findAppealById: (id) => findRow(db, appeals, matches(appeals, { id })),

    addAppeal: (appeal) =>
      db.transaction(async (tx) => {
        if (!(await isFirst(tx, appeal))) return false;
        await tx.insert(appeals).values(appeal);
        return true;
      }),

    async listAppeals({ state, now, beforeId, limit }) {
      const isShown = state === 'open' ? isOpen(db, now) : ne(appeals.status, 'open');
      return db
        .select({
          ...getTableColumns(appeals),
          accountName: accounts.name,
          suspensionReason: accounts.suspensionReason,
        })
        .from(appeals)
        .innerJoin(accounts, eq(accounts.id, appeals.accountId))
        .where(and(isShown, beforeId === undefined ? undefined : lt(appeals.id, beforeId)))
        .orderBy(desc(appeals.id))
        .limit(limit);
    },

    countOpenAppeals: (now) => countRows(db, appeals, isOpen(db, now)),

    decideAppeal: (id, status, entry, emailJobs) =>
      changeAndLog(db, entry, async (tx) => {
        const isWaiting = status === 'accepted' ? isNotDeclined : isUndecided;
        const { at: decidedAt, reason: answer } = entry;
        const decision = { status, answer, decidedAt };
        const decided = await updateRows(
          tx,
          appeals,
          decision,
          and(eq(appeals.id, id), isOpen(tx, entry.at, isWaiting)),
        );
        if (decided > 0) for (const job of emailJobs) await addEmailJob(tx, job);
        return decided;
      }),
  };
}
