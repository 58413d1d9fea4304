// The repository of invites to register.

import { and, asc, eq, getTableColumns, gt } from 'drizzle-orm';
import type { Invite, InviteStore } from '../../accounts/ports.ts';
import type { Database, Queries, Tables } from '../engine.ts';

function inviteColumns({ invites }: Tables) {
  const { codeHash: _codeHash, ...columns } = getTableColumns(invites);
  return columns;
}

export function createInviteStore(db: Database): InviteStore {
  const { invites } = db.tables;
  const columns = inviteColumns(db.tables);
  return {
    async addInvite(invite) {
      const [added] = await db.insert(invites).values(invite).returning(columns);
      return added as Invite;
    },

    listInvites: async () => db.select(columns).from(invites).orderBy(asc(invites.id)),

    isInviteGood: async (codeHash, now) => (await findGoodInvite(db, codeHash, now)) !== undefined,

    async removeInvite(id) {
      const removed = await db.delete(invites).where(eq(invites.id, id)).returning(columns);
      return removed.length > 0;
    },
  };
}

/** Spends one use of an invite, inside a transaction; false when it has none left, or has expired. */
export async function spendInvite(tx: Queries, codeHash: string, now: number): Promise<boolean> {
  const { invites } = tx.tables;
  const invite = await findGoodInvite(tx, codeHash, now);
  if (invite === undefined) return false;
  await tx
    .update(invites)
    .set({ usesLeft: invite.usesLeft - 1 })
    .where(eq(invites.id, invite.id));
  return true;
}

async function findGoodInvite(
  db: Queries,
  codeHash: string,
  now: number,
): Promise<Invite | undefined> {
  const { invites } = db.tables;
  const [invite] = await db
    .select(inviteColumns(db.tables))
    .from(invites)
    .where(
      and(eq(invites.codeHash, codeHash), gt(invites.usesLeft, 0), gt(invites.expiresAt, now)),
    );
  return invite;
}
