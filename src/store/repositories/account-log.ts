// The repository of the logs of accounts.

import { and, desc, eq, lt, or } from 'drizzle-orm';
import type { AccountEvent, AccountLogStore, NewLogEntry } from '../../accounts/security-ports.ts';
import type { Database, Queries } from '../engine.ts';
import { isAccountThere } from './accounts.ts';

export function createAccountLogStore(db: Database): AccountLogStore {
  const { accountLog } = db.tables;
  return {
    addLogEntry: (accountId, entry, bounds) =>
      db.transaction((tx) => writeLogEntry(tx, accountId, entry, bounds)),

    async listLogEntries(accountId) {
      const rows = await db
        .select()
        .from(accountLog)
        .where(eq(accountLog.accountId, accountId))
        .orderBy(desc(accountLog.id));
      return rows.map(({ id: _id, accountId: _accountId, event, ...entry }) => ({
        ...entry,
        event: event as AccountEvent,
      }));
    },

    async removeOldLogEntries(before, loginsBefore) {
      const isLogin = eq(accountLog.event, 'logged in' satisfies AccountEvent);
      const isOldLogin = and(lt(accountLog.at, loginsBefore), isLogin);
      await db.delete(accountLog).where(or(lt(accountLog.at, before), isOldLogin));
    },
  };
}

/** Writes an entry inside a transaction of the caller, as `AccountLogStore.addLogEntry` describes. */
export async function writeLogEntry(
  tx: Queries,
  accountId: number,
  entry: NewLogEntry,
  { atMost, sameWithinMs }: { atMost: number; sameWithinMs: number },
): Promise<void> {
  const { accountLog } = tx.tables;
  if (!(await isAccountThere(tx, accountId))) return;
  const ofAccount = eq(accountLog.accountId, accountId);
  const [latest] = await tx
    .select()
    .from(accountLog)
    .where(ofAccount)
    .orderBy(desc(accountLog.id))
    .limit(1);
  if (latest !== undefined && isSame(latest, entry, sameWithinMs)) {
    await tx
      .update(accountLog)
      .set({ at: entry.at, count: latest.count + 1 })
      .where(eq(accountLog.id, latest.id));
    return;
  }
  await tx.insert(accountLog).values({ accountId, ...entry, count: 1 });
  const [firstTooMany] = await tx
    .select({ id: accountLog.id })
    .from(accountLog)
    .where(ofAccount)
    .orderBy(desc(accountLog.id))
    .limit(1)
    .offset(atMost);
  if (firstTooMany === undefined) return;
  await tx.delete(accountLog).where(and(ofAccount, lt(accountLog.id, firstTooMany.id + 1)));
}

function isSame(latest: NewLogEntry | { event: string }, entry: NewLogEntry, withinMs: number) {
  const { at, event, device, country, detail } = latest as NewLogEntry;
  const ageMs = entry.at - at;
  return (
    event === entry.event &&
    device === entry.device &&
    country === entry.country &&
    detail === entry.detail &&
    ageMs >= 0 &&
    ageMs <= withinMs
  );
}
