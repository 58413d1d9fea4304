// The repository of the logs of accounts.

import { and, desc, eq, lt } from 'drizzle-orm';
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite';
import { accountLog } from '../../../drizzle/schema/account-log.ts';
import type { AccountEvent, AccountLogStore, NewLogEntry } from '../../accounts/security-ports.ts';
import { isAccountThere } from './accounts.ts';
import type { Connection } from '../sqlite/connection.ts';
import { withStoreErrors } from '../errors.ts';

/** Opens the repository of the logs of accounts over a connection. */
export function createAccountLogStore({ orm }: Connection): AccountLogStore {
  return {
    addLogEntry: (accountId, entry, bounds) =>
      withStoreErrors(() =>
        orm.transaction((tx) => writeLogEntry(tx, accountId, entry, bounds), {
          behavior: 'immediate',
        }),
      ),

    listLogEntries: (accountId) =>
      withStoreErrors(() =>
        orm
          .select()
          .from(accountLog)
          .where(eq(accountLog.accountId, accountId))
          .orderBy(desc(accountLog.id))
          .all()
          .map(({ id: _id, accountId: _accountId, event, ...entry }) => ({
            ...entry,
            event: event as AccountEvent,
          })),
      ),

    removeOldLogEntries: (before) =>
      withStoreErrors(() => {
        orm.delete(accountLog).where(lt(accountLog.at, before)).run();
      }),
  };
}

/** Writes an entry inside a transaction of the caller, as `AccountLogStore.addLogEntry` describes. */
export function writeLogEntry(
  tx: Pick<BunSQLiteDatabase, 'select' | 'insert' | 'update' | 'delete'>,
  accountId: number,
  entry: NewLogEntry,
  { atMost, sameWithinMs }: { atMost: number; sameWithinMs: number },
): void {
  if (!isAccountThere(tx, accountId)) return;
  const ofAccount = eq(accountLog.accountId, accountId);
  const latest = tx
    .select()
    .from(accountLog)
    .where(ofAccount)
    .orderBy(desc(accountLog.id))
    .limit(1)
    .get();
  if (latest !== undefined && isSame(latest, entry, sameWithinMs)) {
    tx.update(accountLog)
      .set({ at: entry.at, count: latest.count + 1 })
      .where(eq(accountLog.id, latest.id))
      .run();
    return;
  }
  tx.insert(accountLog)
    .values({ accountId, ...entry, count: 1 })
    .run();
  const firstTooMany = tx
    .select({ id: accountLog.id })
    .from(accountLog)
    .where(ofAccount)
    .orderBy(desc(accountLog.id))
    .limit(1)
    .offset(atMost)
    .get();
  if (firstTooMany === undefined) return;
  tx.delete(accountLog)
    .where(and(ofAccount, lt(accountLog.id, firstTooMany.id + 1)))
    .run();
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
