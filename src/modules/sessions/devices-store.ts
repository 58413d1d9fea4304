// The store of devices and addresses that have logged in to accounts.

import { and, desc, eq, lt, lte, notInArray } from 'drizzle-orm';
import { DAY_MS } from '../../platform/lib/clock.ts';
import { removeAged } from '../../platform/store/clock-leaps.ts';
import type { Database, Queries } from '../../platform/store/engine.ts';
import { matches } from '../../platform/store/queries.ts';
import type { StartNotes } from '../account/account-ports.ts';
import type { DeviceStore } from './device-ports.ts';

export function createDeviceStore(db: Database): DeviceStore {
  const { devices } = db.tables;
  return {
    listDevices: async (accountId) =>
      db
        .select({ keyHash: devices.keyHash, lastSeenAt: devices.lastSeenAt })
        .from(devices)
        .where(matches(devices, { accountId })),

    async forgetDevices(accountId, exceptKeyHashes) {
      const isOther = notInArray(devices.keyHash, [...exceptKeyHashes]);
      await db.delete(devices).where(and(matches(devices, { accountId }), isOther));
    },

    async removeExpiredDevices(seenBefore) {
      await removeAged(db, devices, lt(devices.lastSeenAt, seenBefore));
    },
  };
}

/** Stores the device of a new session, and removes devices beyond the limit. Call it inside a transaction. */
export async function rememberDevices(
  tx: Queries,
  accountId: number,
  at: number,
  { deviceKeyHashes, devicesAtMost, rotates }: StartNotes,
): Promise<void> {
  const { devices } = tx.tables;
  if (rotates !== undefined) {
    await tx.update(devices).set({ keyHash: rotates.to }).where(eq(devices.keyHash, rotates.from));
  }
  for (const keyHash of deviceKeyHashes) {
    await tx
      .insert(devices)
      .values({ accountId, keyHash, lastSeenAt: at })
      .onConflictDoUpdate({
        target: [devices.accountId, devices.keyHash],
        set: { lastSeenAt: at },
        setWhere: lte(devices.lastSeenAt, at - DAY_MS),
      });
  }
  const others = and(
    matches(devices, { accountId }),
    notInArray(devices.keyHash, [...deviceKeyHashes]),
  );
  const kept = tx
    .select({ keyHash: devices.keyHash })
    .from(devices)
    .where(others)
    .orderBy(desc(devices.lastSeenAt))
    .limit(Math.max(0, devicesAtMost - deviceKeyHashes.length));
  await tx.delete(devices).where(and(others, notInArray(devices.keyHash, kept)));
}
