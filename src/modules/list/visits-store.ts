// The store of visits: which accounts joined which server.

import { and, count, gte, lt, notInArray } from 'drizzle-orm';
import { removeAged } from '../../platform/store/clock-leaps.ts';
import type { Database } from '../../platform/store/engine.ts';
import { hasRow, matches, updateRows } from '../../platform/store/queries.ts';
import { isSuspended } from '../account/account-store.ts';
import type { VisitStore } from './visit-ports.ts';

export function createVisitStore(db: Database): VisitStore {
  const { accounts, historySeries, visits } = db.tables;

  return {
    saveVisit: (visit) =>
      db.transaction(async (tx) => {
        const { accountId, hash, day } = visit;
        const isOwn = matches(visits, { accountId, hash });
        if ((await updateRows(tx, visits, { day }, isOwn)) > 0) return;
        if (!(await hasRow(tx, historySeries, matches(historySeries, { hash })))) return;
        const target = [visits.hash, visits.network];
        const set = { accountId, day };
        await tx.insert(visits).values(visit).onConflictDoUpdate({ target, set });
      }),

    async countVisits(since, now) {
      const { hash, day, accountId } = visits;
      const { id } = accounts;
      const suspended = db.select({ id }).from(accounts).where(isSuspended(db.tables, now));
      return db
        .select({ hash, day, people: count() })
        .from(visits)
        .where(and(gte(day, since), notInArray(accountId, suspended)))
        .groupBy(hash, day);
    },

    async removeVisits(before) {
      await removeAged(db, visits, lt(visits.day, before));
    },
  };
}
