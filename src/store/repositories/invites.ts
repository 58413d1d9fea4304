// The repository of invites to register.

import { and, asc, eq, getTableColumns, gt } from 'drizzle-orm';
import { invites } from '../../../drizzle/schema/invites.ts';
import type { InviteStore } from '../../accounts/registration-ports.ts';
import type { Connection } from '../sqlite/connection.ts';
import { withStoreErrors } from '../errors.ts';

const { codeHash: _codeHash, ...columns } = getTableColumns(invites);

/** Opens the repository of invites over a connection. */
export function createInviteStore({ orm }: Connection): InviteStore {
  return {
    addInvite: (invite) =>
      withStoreErrors(() => orm.insert(invites).values(invite).returning(columns).get()),

    listInvites: () =>
      withStoreErrors(() => orm.select(columns).from(invites).orderBy(asc(invites.id)).all()),

    isInviteGood: (codeHash, now) =>
      withStoreErrors(() => findGoodInvite(orm, codeHash, now) !== undefined),

    removeInvite: (id) =>
      withStoreErrors(
        () => orm.delete(invites).where(eq(invites.id, id)).returning(columns).all().length > 0,
      ),
  };
}

/** Spends one use of an invite; false when it has none left, or has expired. */
export function spendInvite(orm: Connection['orm'], codeHash: string, now: number): boolean {
  const invite = findGoodInvite(orm, codeHash, now);
  if (invite === undefined) return false;
  orm
    .update(invites)
    .set({ usesLeft: invite.usesLeft - 1 })
    .where(eq(invites.id, invite.id))
    .run();
  return true;
}

function findGoodInvite(orm: Connection['orm'], codeHash: string, now: number) {
  return orm
    .select(columns)
    .from(invites)
    .where(and(eq(invites.codeHash, codeHash), gt(invites.usesLeft, 0), gt(invites.expiresAt, now)))
    .get();
}
