// The repository of known devices.

import { and, desc, eq, lt, notInArray } from 'drizzle-orm';
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite';
import { devices } from '../../../drizzle/schema/devices.ts';
import type { StartNotes } from '../../accounts/ports.ts';
import type { DeviceStore } from '../../accounts/security-ports.ts';
import type { Connection } from '../sqlite/connection.ts';
import { withStoreErrors } from '../errors.ts';

/** Opens the repository of known devices over a connection. */
export function createDeviceStore({ orm }: Connection): DeviceStore {
  return {
    listDevices: (accountId) =>
      withStoreErrors(() =>
        orm
          .select({ keyHash: devices.keyHash, lastSeenAt: devices.lastSeenAt })
          .from(devices)
          .where(eq(devices.accountId, accountId))
          .all(),
      ),

    forgetDevices: (accountId, exceptKeyHashes) =>
      withStoreErrors(() => {
        orm
          .delete(devices)
          .where(
            and(
              eq(devices.accountId, accountId),
              notInArray(devices.keyHash, [...exceptKeyHashes]),
            ),
          )
          .run();
      }),

    removeExpiredDevices: (seenBefore) =>
      withStoreErrors(() => {
        orm.delete(devices).where(lt(devices.lastSeenAt, seenBefore)).run();
      }),
  };
}

/** Stores the device of a login, inside a transaction of the caller. */
export function rememberDevices(
  tx: Pick<BunSQLiteDatabase, 'select' | 'insert' | 'update' | 'delete'>,
  accountId: number,
  at: number,
  { deviceKeyHashes, devicesAtMost, rotates }: StartNotes,
): void {
  if (rotates !== undefined) {
    tx.update(devices).set({ keyHash: rotates.to }).where(eq(devices.keyHash, rotates.from)).run();
  }
  for (const keyHash of deviceKeyHashes) {
    tx.insert(devices)
      .values({ accountId, keyHash, lastSeenAt: at })
      .onConflictDoUpdate({
        target: [devices.accountId, devices.keyHash],
        set: { lastSeenAt: at },
      })
      .run();
  }
  const others = and(
    eq(devices.accountId, accountId),
    notInArray(devices.keyHash, [...deviceKeyHashes]),
  );
  const freeSlots = Math.max(0, devicesAtMost - deviceKeyHashes.length);
  const kept = tx
    .select({ keyHash: devices.keyHash })
    .from(devices)
    .where(others)
    .orderBy(desc(devices.lastSeenAt))
    .limit(freeSlots)
    .all()
    .map((row) => row.keyHash);
  if (kept.length < freeSlots) return;
  tx.delete(devices)
    .where(and(others, notInArray(devices.keyHash, kept)))
    .run();
}
