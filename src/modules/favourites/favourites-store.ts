// The store of favourite servers.

import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Database, Queries } from '../../platform/store/engine.ts';
import { matches } from '../../platform/store/queries.ts';
import type { FavouriteStore } from './favourite-ports.ts';

export function createFavouriteStore(db: Database): FavouriteStore {
  const { favourites } = db.tables;

  return {
    async listFavourites(accountId) {
      const { hash, addedAt, name } = favourites;
      return db
        .select({ hash, addedAt, name })
        .from(favourites)
        .where(matches(favourites, { accountId }))
        .orderBy(desc(addedAt), hash);
    },

    addFavourites: (accountId, added, most) =>
      db.transaction(async (tx) => {
        const ofAccount = matches(favourites, { accountId });
        const rows = await tx.select({ hash: favourites.hash }).from(favourites).where(ofAccount);
        const known = new Set(rows.map(({ hash }) => hash));
        const missing = added.filter(({ hash }) => !known.has(hash));
        const fitting = missing.slice(0, Math.max(0, most - known.size));
        if (fitting.length > 0) {
          await tx.insert(favourites).values(fitting.map((one) => ({ accountId, ...one })));
        }
        return missing.length - fitting.length;
      }),

    async removeFavourite(accountId, hash) {
      await db.delete(favourites).where(matches(favourites, { accountId, hash }));
    },
  };
}

/** Moves favourites to a server's new hash. If an account has both hashes, it keeps its entry for the new one. */
export async function moveFavourites(tx: Queries, from: string, to: string): Promise<void> {
  const { favourites } = tx.tables;
  const { accountId, hash } = favourites;
  const both = tx.select({ accountId }).from(favourites).where(eq(hash, to));
  await tx.delete(favourites).where(and(eq(hash, from), inArray(accountId, both)));
  await tx.update(favourites).set({ hash: to }).where(eq(hash, from));
}
