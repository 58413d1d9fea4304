// The repository of invites to register.

import { and, asc, getTableColumns, gt, sql } from 'drizzle-orm';
import type { Invite, InviteStore } from '../../accounts/ports.ts';
import type { Database, Queries, Tables } from '../engine.ts';
import { hasRow, matches, removeRows } from '../queries.ts';

export function createInviteStore(db: Database): InviteStore {
  const { invites } = db.tables;
  const { codeHash: _codeHash, ...columns } = getTableColumns(invites);
  return {
    async addInvite(invite) {
      const [added] = await db.insert(invites).values(invite).returning(columns);
      return added as Invite;
    },

    listInvites: async () => db.select(columns).from(invites).orderBy(asc(invites.id)),

    isInviteGood: (codeHash, now) => hasRow(db, invites, isGood(db.tables, codeHash, now)),

    removeInvite: async (id) => (await removeRows(db, invites, matches(invites, { id }))) > 0,
  };
}

/** Spends one use of an invite; false when it has none left, or has expired. */
export async function spendInvite(tx: Queries, codeHash: string, now: number): Promise<boolean> {
  const { invites } = tx.tables;
  const spent = await tx
    .update(invites)
    .set({ usesLeft: sql`${invites.usesLeft} - 1` })
    .where(isGood(tx.tables, codeHash, now))
    .returning();
  return spent.length > 0;
}

const isGood = ({ invites }: Tables, codeHash: string, now: number) =>
  and(matches(invites, { codeHash }), gt(invites.usesLeft, 0), gt(invites.expiresAt, now));
