// The store of accounts' own lists.

import { and, desc, eq, gt, inArray, notInArray } from 'drizzle-orm';
import type { Database, Queries } from '../../platform/store/engine.ts';
import {
  countRows,
  findRow,
  hasRow,
  matches,
  putRow,
  updateRows,
} from '../../platform/store/queries.ts';
import { isAccountThere } from '../account/account-store.ts';
import { LIST_KINDS, type ListedByOwner, type OwnListStore } from './own-list-ports.ts';

export function createOwnListStore(db: Database): OwnListStore {
  const { ownListServers, ownListChoices } = db.tables;
  const { kind, hash, addedAt, name } = ownListServers;
  const ofKind = (accountId: number, kind: ListedByOwner['kind']) =>
    matches(ownListServers, { accountId, kind });
  const removePlayed = (tx: Queries, accountId: number) =>
    tx.delete(ownListServers).where(ofKind(accountId, 'played'));

  async function isPlayedKept(tx: Queries, accountId: number): Promise<boolean> {
    const choice = await findRow(tx, ownListChoices, matches(ownListChoices, { accountId }));
    return choice?.isPlayedKept ?? true;
  }

  return {
    async listServers(accountId) {
      const rows = await db
        .select({ kind, hash, addedAt, name })
        .from(ownListServers)
        .where(matches(ownListServers, { accountId }))
        .orderBy(desc(addedAt), hash);
      return rows as ListedByOwner[];
    },

    isPlayedKept: (accountId) => isPlayedKept(db, accountId),

    savePlayed: (accountId, played, most) =>
      db.transaction(async (tx) => {
        if (!(await isAccountThere(tx, accountId)) || !(await isPlayedKept(tx, accountId))) return;
        const ofAccount = ofKind(accountId, 'played');
        // Joins with a future time are from before the clock was set back. They must not outlast this one.
        const before = { addedAt: played.addedAt - 1 };
        await updateRows(tx, ownListServers, before, and(ofAccount, gt(addedAt, played.addedAt)));
        await putRow(tx, ownListServers, { accountId, kind: 'played', ...played });
        const latest = tx
          .select({ hash })
          .from(ownListServers)
          .where(ofAccount)
          .orderBy(desc(addedAt), hash)
          .limit(most);
        await tx.delete(ownListServers).where(and(ofAccount, notInArray(hash, latest)));
      }),

    choosePlayed: (accountId, isKept) =>
      db.transaction(async (tx) => {
        if (!(await isAccountThere(tx, accountId))) return;
        await putRow(tx, ownListChoices, { accountId, isPlayedKept: isKept });
        if (!isKept) await removePlayed(tx, accountId);
      }),

    async clearPlayed(accountId) {
      await removePlayed(db, accountId);
    },

    hideServer: (accountId, hidden, most) =>
      db.transaction(async (tx) => {
        const ofAccount = ofKind(accountId, 'hidden');
        if (await hasRow(tx, ownListServers, and(ofAccount, eq(hash, hidden.hash)))) return true;
        if ((await countRows(tx, ownListServers, ofAccount)) >= most) return false;
        await tx.insert(ownListServers).values({ accountId, kind: 'hidden', ...hidden });
        return true;
      }),

    async unhideServer(accountId, shown) {
      await db.delete(ownListServers).where(and(ofKind(accountId, 'hidden'), eq(hash, shown)));
    },
  };
}

/** Moves entries to a server's new hash. If an account has both hashes in a list, it keeps its entry for the new one. */
export async function moveOwnLists(tx: Queries, from: string, to: string): Promise<void> {
  const { ownListServers } = tx.tables;
  const { accountId, hash, kind } = ownListServers;
  for (const each of LIST_KINDS) {
    const isOfKind = eq(kind, each);
    const both = tx
      .select({ accountId })
      .from(ownListServers)
      .where(and(isOfKind, eq(hash, to)));
    const isBefore = and(isOfKind, eq(hash, from));
    await tx.delete(ownListServers).where(and(isBefore, inArray(accountId, both)));
    await tx.update(ownListServers).set({ hash: to }).where(isBefore);
  }
}
