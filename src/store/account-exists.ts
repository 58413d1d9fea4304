// Whether an account is still there, for what is written after it was read.

import { eq } from 'drizzle-orm';
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite';
import { accounts } from '../../drizzle/schema/accounts.ts';

/** False for an account that was deleted meanwhile: nothing may be written that belongs to it. */
export function isAccountThere(tx: Pick<BunSQLiteDatabase, 'select'>, accountId: number): boolean {
  const found = tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .get();
  return found !== undefined;
}
