// The store that finds accounts with the same devices and addresses. It reads the known devices, and stores nothing.

import { and, count, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Database } from '../../platform/store/engine.ts';
import { matches } from '../../platform/store/queries.ts';
import { isSuspended } from '../account/account-store.ts';
import type { AtPresent, SharedDeviceStore } from './shared-device-ports.ts';

export function createSharedDeviceStore(db: Database): SharedDeviceStore {
  const { accounts, devices } = db.tables;
  const { keyHash, accountId, lastSeenAt } = devices;

  const isOther = (id: number, keyHashes: readonly string[], { seenAfter }: AtPresent) =>
    and(inArray(keyHash, [...keyHashes]), ne(accountId, id), gt(lastSeenAt, seenAfter));

  return {
    async listSharedKeys(id, at) {
      const isOwn = and(matches(devices, { accountId: id }), gt(lastSeenAt, at.seenAfter));
      const own = await db.select({ keyHash }).from(devices).where(isOwn);
      const keyHashes = own.map((row) => row.keyHash);
      const isCounted = isSuspended(db.tables, at.now);
      const suspended = sql`sum(case when ${isCounted} then 1 else 0 end)`.mapWith(Number);
      return db
        .select({ keyHash, others: count(), suspended })
        .from(devices)
        .innerJoin(accounts, eq(accounts.id, accountId))
        .where(isOther(id, keyHashes, at))
        .groupBy(keyHash);
    },

    async listSharers(id, keyHashes, at) {
      const { name, role } = accounts;
      const rows = await db
        .select({
          keyHash,
          accountId,
          name,
          role,
          suspended: sql`case when ${isSuspended(db.tables, at.now)} then 1 else 0 end`,
          lastSeenAt,
        })
        .from(devices)
        .innerJoin(accounts, eq(accounts.id, accountId))
        .where(isOther(id, keyHashes, at))
        .orderBy(desc(lastSeenAt), accountId);
      return rows.map(({ suspended, ...row }) => ({
        ...row,
        isSuspended: Number(suspended) === 1,
      }));
    },
  };
}
