// The repository of visits: which accounts are known to have joined which server.

import { and, count, gte, isNotNull, lt, notInArray } from 'drizzle-orm';
import type { VisitStore } from '../../servers/ports.ts';
import type { Database } from '../engine.ts';
import { hasRow, matches, removeRows, updateRows } from '../queries.ts';

export function createVisitStore(db: Database): VisitStore {
  const { accounts, historySeries, visits } = db.tables;
  const { hash, day, accountId, network } = visits;

  return {
    saveVisit: (visit) =>
      db.transaction(async (tx) => {
        const isOwn = matches(visits, { accountId: visit.accountId, hash: visit.hash });
        if ((await updateRows(tx, visits, { day: visit.day }, isOwn)) > 0) return;
        if (!(await hasRow(tx, historySeries, matches(historySeries, { hash: visit.hash }))))
          return;
        await tx
          .insert(visits)
          .values(visit)
          .onConflictDoUpdate({
            target: [hash, network],
            set: { accountId: visit.accountId, day: visit.day },
          });
      }),

    async countVisits(since) {
      const { id, suspendedAt } = accounts;
      const suspended = db.select({ id }).from(accounts).where(isNotNull(suspendedAt));
      return db
        .select({ hash, day, people: count() })
        .from(visits)
        .where(and(gte(day, since), notInArray(accountId, suspended)))
        .groupBy(hash, day);
    },

    async removeVisits(before) {
      await removeRows(db, visits, lt(day, before));
    },
  };
}
