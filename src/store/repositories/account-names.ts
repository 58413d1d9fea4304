// Names of accounts: finds those that look alike, and reserves those that were given up.

import { and, eq, ne, sql } from 'drizzle-orm';
import type { NameReservation } from '../../accounts/ports.ts';
import { Failure } from '../../lib/failure.ts';
import { skeletonOf } from '../../lib/look-alike-names.ts';
import { accountFailures } from '../../messages/messages.ts';
import type { Queries } from '../engine.ts';
import { toNameKey } from './accounts.ts';

/** The name of an account that has this name, or else one that looks like it; the account `bearerId` is left out. */
export async function findAlikeName(
  db: Queries,
  name: string,
  bearerId: number | undefined,
): Promise<string | undefined> {
  const { accounts } = db.tables;
  const [alike] = await db
    .select({ name: accounts.name })
    .from(accounts)
    .where(
      and(
        eq(accounts.nameSkeleton, skeletonOf(name)),
        bearerId === undefined ? undefined : ne(accounts.id, bearerId),
      ),
    )
    .orderBy(sql`${accounts.nameKey} = ${toNameKey(name)} desc`)
    .limit(1);
  return alike?.name;
}

/** Throws `conflict` when an account other than the bearer has a name like it. To be called inside a transaction. */
export async function refuseAlikeName(
  tx: Queries,
  name: string,
  bearerId: number | undefined,
): Promise<void> {
  const alike = await findAlikeName(tx, name, bearerId);
  if (alike === undefined) return;
  throw new Failure('conflict', accountFailures.name.confusable(name, alike));
}

export async function reserveName(
  tx: Queries,
  { skeletonHash, reservedUntil }: NameReservation,
): Promise<void> {
  const { reservedNames } = tx.tables;
  await tx
    .insert(reservedNames)
    .values({ skeletonHash, reservedUntil })
    .onConflictDoUpdate({ target: reservedNames.skeletonHash, set: { reservedUntil } });
}
