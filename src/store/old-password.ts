// Forgets, inside the transaction that changes a password, what whoever knew the old one may have prepared.

import { and, eq, inArray } from 'drizzle-orm';
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite';
import { accountSecrets } from '../../drizzle/schema/account-secrets.ts';
import { devices } from '../../drizzle/schema/devices.ts';
import type { SecretPurpose } from '../accounts/registration-ports.ts';

/** A way back to an address of before stays good: it is the owner's. */
const PREPARED: readonly SecretPurpose[] = ['reset password', 'new address'];

/**
 * Forgets all devices of the account, one of which may be known from a login with the old password, and
 * the links by which its address or its password could be changed without a session.
 */
export function forgetOldPassword(tx: Pick<BunSQLiteDatabase, 'delete'>, accountId: number): void {
  tx.delete(devices).where(eq(devices.accountId, accountId)).run();
  tx.delete(accountSecrets)
    .where(
      and(eq(accountSecrets.accountId, accountId), inArray(accountSecrets.purpose, [...PREPARED])),
    )
    .run();
}
