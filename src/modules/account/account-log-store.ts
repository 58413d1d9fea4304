// The store of the log that account owners see.

import { and, desc, eq, lt, lte, or } from 'drizzle-orm';
import { removeAged } from '../../platform/store/clock-leaps.ts';
import type { Database, Queries } from '../../platform/store/engine.ts';
import { matches } from '../../platform/store/queries.ts';
import { isRepeated } from './account-log.ts';
import type { AccountEvent, AccountLogStore, LogBounds, NewLogEntry } from './account-log-ports.ts';
import { isAccountThere } from './account-store.ts';

export function createAccountLogStore(db: Database): AccountLogStore {
  const { accountLog } = db.tables;
  return {
    addLogEntry: (accountId, entry, bounds) =>
      db.transaction((tx) => writeLogEntry(tx, accountId, entry, bounds)),

    async listLogEntries(accountId) {
      const rows = await db
        .select()
        .from(accountLog)
        .where(matches(accountLog, { accountId }))
        .orderBy(desc(accountLog.id));
      return rows.map(({ id: _id, accountId: _accountId, ...entry }) => ({
        ...entry,
        event: entry.event as AccountEvent,
      }));
    },

    async removeOldLogEntries(before, loginsBefore) {
      const isLogin = matches(accountLog, { event: 'logged in' satisfies AccountEvent });
      const isOldLogin = and(lt(accountLog.at, loginsBefore), isLogin);
      await removeAged(db, accountLog, or(lt(accountLog.at, before), isOldLogin));
    },
  };
}

/** Writes an entry inside the caller's transaction, as `AccountLogStore.addLogEntry` describes. */
export async function writeLogEntry(
  tx: Queries,
  accountId: number,
  entry: NewLogEntry,
  { atMost, sameWithinMs }: LogBounds,
): Promise<void> {
  const { accountLog } = tx.tables;
  if (!(await isAccountThere(tx, accountId))) return;
  const newest = async (offset: number) =>
    tx
      .select()
      .from(accountLog)
      .where(matches(accountLog, { accountId }))
      .orderBy(desc(accountLog.id))
      .limit(1)
      .offset(offset);
  const [latest] = await newest(0);
  if (latest !== undefined && isRepeated(latest, entry, sameWithinMs)) {
    const counted = { at: entry.at, count: latest.count + 1 };
    await tx.update(accountLog).set(counted).where(eq(accountLog.id, latest.id));
    return;
  }
  await tx.insert(accountLog).values({ accountId, ...entry, count: 1 });
  const [firstTooMany] = await newest(atMost);
  if (firstTooMany === undefined) return;
  const isTooMany = and(matches(accountLog, { accountId }), lte(accountLog.id, firstTooMany.id));
  await tx.delete(accountLog).where(isTooMany);
}
