// Removes an account with everything personal of it, and keeps its name from being taken.

import { eq, or } from 'drizzle-orm';
import { accounts } from '../../drizzle/schema/accounts.ts';
import { outbox } from '../../drizzle/schema/outbox.ts';
import { reservedNames } from '../../drizzle/schema/reserved-names.ts';
import type { Account } from '../accounts/ports.ts';
import type { NameReservation } from '../accounts/registration-ports.ts';
import type { Connection } from './connection.ts';
import { isAbout, isTo } from './outbox.ts';

/** What goes with the account goes by itself. To be called inside a transaction; `wipeRemains` comes after it. */
export function removeAccount(
  orm: Connection['orm'],
  account: Account,
  reservation: NameReservation,
): void {
  orm.delete(accounts).where(eq(accounts.id, account.id)).run();
  const { name, email, emailConfirmedAt } = account;
  // Those to an address that nobody confirmed may be somebody else's.
  const isToOwner = emailConfirmedAt === null ? undefined : isTo(email);
  orm
    .delete(outbox)
    .where(or(isAbout(name), isToOwner))
    .run();
  reserveName(orm, reservation);
}

/** Keeps a name from being taken until then. */
export function reserveName(
  orm: Connection['orm'],
  { skeletonHash, reservedUntil }: NameReservation,
): void {
  orm
    .insert(reservedNames)
    .values({ skeletonHash, reservedUntil })
    .onConflictDoUpdate({ target: reservedNames.skeletonHash, set: { reservedUntil } })
    .run();
}
