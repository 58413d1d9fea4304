// What every store of the choices for the pages of players must do.

import { expect, test } from 'bun:test';
import { type OpenFresh, openWithTwo } from './fresh-stores.ts';

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describePlayerPageStore(openFresh: OpenFresh): void {
  test('the last choice of each account counts, and ends with the account', async () => {
    using stores = await openWithTwo(openFresh);
    const { playerPages, accounts } = stores;
    const one = { isShown: true, areServersShown: false, areFavouritesShown: true };
    const other = { isShown: false, areServersShown: true, areFavouritesShown: false };
    expect(await playerPages.findChoices(1)).toBeUndefined();
    await playerPages.saveChoices(1, one);
    await playerPages.saveChoices(2, one);
    await playerPages.saveChoices(1, other);
    expect(await playerPages.findChoices(1)).toEqual(other);
    expect(await playerPages.findChoices(2)).toEqual(one);
    await accounts.deleteAccount(1);
    await playerPages.saveChoices(1, one);
    expect(await playerPages.findChoices(1)).toBeUndefined();
  });
}
