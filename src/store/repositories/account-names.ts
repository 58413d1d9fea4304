// Names of accounts: finds those that look alike, and reserves those that were given up.

import { and, eq, ne, sql } from 'drizzle-orm';
import { accounts } from '../../../drizzle/schema/accounts.ts';
import { reservedNames } from '../../../drizzle/schema/reserved-names.ts';
import type { NameReservation } from '../../accounts/registration-ports.ts';
import { Failure } from '../../lib/failure.ts';
import { skeletonOf } from '../../lib/name-skeleton.ts';
import { accountFailures } from '../../messages/messages.ts';
import { toNameKey } from './accounts.ts';
import type { Connection } from '../sqlite/connection.ts';

type Reader = Pick<Connection['orm'], 'select'>;

/** The name of an account that has this name, or else one that looks like it; the account `bearerId` is left out. */
export function findAlikeName(
  orm: Reader,
  name: string,
  bearerId: number | undefined,
): string | undefined {
  return orm
    .select({ name: accounts.name })
    .from(accounts)
    .where(
      and(
        eq(accounts.nameSkeleton, skeletonOf(name)),
        bearerId === undefined ? undefined : ne(accounts.id, bearerId),
      ),
    )
    .orderBy(sql`${accounts.nameKey} = ${toNameKey(name)} desc`)
    .limit(1)
    .get()?.name;
}

/** Throws `conflict` when an account other than the bearer has a name like it. To be called inside a transaction. */
export function refuseAlikeName(orm: Reader, name: string, bearerId: number | undefined): void {
  const alike = findAlikeName(orm, name, bearerId);
  if (alike === undefined) return;
  throw new Failure('conflict', accountFailures.name.confusable(name, alike));
}

/** Keeps a name from being taken until the given time. */
export function reserveName(
  orm: Pick<Connection['orm'], 'insert'>,
  { skeletonHash, reservedUntil }: NameReservation,
): void {
  orm
    .insert(reservedNames)
    .values({ skeletonHash, reservedUntil })
    .onConflictDoUpdate({ target: reservedNames.skeletonHash, set: { reservedUntil } })
    .run();
}
