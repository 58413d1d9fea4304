// The store of the warnings that staff give to players.

import { and, desc, eq, isNull, lt, lte } from 'drizzle-orm';
import { removeAged } from '../../platform/store/clock-leaps.ts';
import type { Database } from '../../platform/store/engine.ts';
import { countRows, matches, removeRows } from '../../platform/store/queries.ts';
import { isAccountThere } from '../account/account-store.ts';
import { changeAndLog } from '../audit/audit-store.ts';
import { addEmailJob } from '../email/outbox-store.ts';
import type { WarningStore } from './warning-ports.ts';

export function createWarningStore(db: Database): WarningStore {
  const { warnings } = db.tables;
  const isOf = (accountId: number) => eq(warnings.accountId, accountId);
  const isUnread = isNull(warnings.readAt);

  return {
    async listUnreadAccounts() {
      const { accountId } = warnings;
      const rows = await db.selectDistinct({ accountId }).from(warnings).where(isUnread);
      return rows.map((row) => row.accountId);
    },

    async listWarnings(accountId) {
      const { id, authorId, authorName, reason, server, createdAt, readAt } = warnings;
      return db
        .select({ id, authorId, authorName, reason, server, createdAt, readAt })
        .from(warnings)
        .where(isOf(accountId))
        .orderBy(desc(id));
    },

    addWarning: (accountId, warning, most, { entry, emailJobs }) =>
      changeAndLog(db, entry, async (tx) => {
        if (!(await isAccountThere(tx, accountId))) return 0;
        if ((await countRows(tx, warnings, isOf(accountId))) >= most) return 0;
        await tx.insert(warnings).values({ ...warning, accountId });
        for (const job of emailJobs) await addEmailJob(tx, job);
        return 1;
      }),

    withdrawWarning: (accountId, id, entry) =>
      changeAndLog(db, entry, (tx) =>
        removeRows(tx, warnings, and(matches(warnings, { accountId, id }), isUnread)),
      ),

    async markRead(accountId, upToId, at) {
      const isShown = and(isOf(accountId), lte(warnings.id, upToId), isUnread);
      await db.update(warnings).set({ readAt: at }).where(isShown);
    },

    async removeOldWarnings(createdBefore) {
      await removeAged(db, warnings, lt(warnings.createdAt, createdBefore));
    },
  };
}
