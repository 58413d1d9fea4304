// Finds accounts whose names look alike, and reserves released names.

import { and, desc, eq, ne } from 'drizzle-orm';
import { Failure } from '../../platform/lib/failure.ts';
import { skeletonOf, toNameKey } from '../../platform/lib/look-alikes.ts';
import type { Queries } from '../../platform/store/engine.ts';
import { putRow } from '../../platform/store/queries.ts';
import type { NameReservation } from './account-ports.ts';
import { accountFailures } from './messages.ts';

/** Finds an account that has this name, or else one that looks like it. Ignores the account `bearerId`. */
export async function findAlikeName(
  db: Queries,
  name: string,
  bearerId: number | undefined,
): Promise<string | undefined> {
  const { accounts } = db.tables;
  const isOther = bearerId === undefined ? undefined : ne(accounts.id, bearerId);
  const [alike] = await db
    .select({ name: accounts.name })
    .from(accounts)
    .where(and(eq(accounts.nameSkeleton, skeletonOf(name)), isOther))
    .orderBy(desc(eq(accounts.nameKey, toNameKey(name))))
    .limit(1);
  return alike?.name;
}

/** Throws `conflict` when an account other than the bearer has a similar name. Call it inside a transaction. */
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
  await putRow(tx, tx.tables.reservedNames, { skeletonHash, reservedUntil });
}
