// The store of what accounts show of themselves.

import type { Database } from '../../platform/store/engine.ts';
import { findRow, matches, putRow } from '../../platform/store/queries.ts';
import { isAccountThere } from '../account/account-store.ts';
import type { PlayerPageStore } from './player-pages.ts';

export function createPlayerPageStore(db: Database): PlayerPageStore {
  const { playerPages } = db.tables;
  return {
    async findChoices(accountId) {
      const row = await findRow(db, playerPages, matches(playerPages, { accountId }));
      if (row === undefined) return undefined;
      const { isShown, areServersShown, areFavouritesShown } = row;
      return { isShown, areServersShown, areFavouritesShown };
    },
    saveChoices: (accountId, choices) =>
      db.transaction(async (tx) => {
        if (await isAccountThere(tx, accountId)) {
          await putRow(tx, playerPages, { accountId, ...choices });
        }
      }),
  };
}
