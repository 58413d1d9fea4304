// Finds the account whose name is, or looks like, one that somebody wants.

import { and, eq, ne, sql } from 'drizzle-orm';
import { accounts } from '../../drizzle/schema/accounts.ts';
import { Failure } from '../lib/failure.ts';
import { skeletonOf } from '../lib/name-skeleton.ts';
import { toNameKey } from './accounts.ts';
import type { Connection } from './connection.ts';

type Reader = Pick<Connection['orm'], 'select'>;

/** The name of an account that has this one, or else one that looks like it; `bearerId` is not asked. */
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
  throw new Failure(
    'conflict',
    `The name "${name}" looks too much like "${alike}", which is taken.`,
  );
}
