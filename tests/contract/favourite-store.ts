// What every store of the servers that accounts marked must do.

import { expect, test } from 'bun:test';
import { type OpenFresh, openWithTwo, sampleHash } from './fresh-stores.ts';

const favourite = (number: number, addedAt = number) => ({
  ...{ hash: sampleHash(number), addedAt, name: `&a${number}` },
});

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeFavouriteStore(openFresh: OpenFresh): void {
  test('the newest come first, those that are there stay as they are', async () => {
    using stores = await openWithTwo(openFresh);
    const { favourites } = stores;
    const [one, two, three] = [favourite(1), favourite(2), favourite(3, 2)];
    expect(await favourites.addFavourites(1, [one, two], 5)).toBe(0);
    const again = { ...one, addedAt: 9, name: 'Other' };
    expect(await favourites.addFavourites(1, [again, three], 5)).toBe(0);
    expect(await favourites.addFavourites(1, [], 5)).toBe(0);
    expect(await favourites.listFavourites(1)).toEqual(
      two.hash < three.hash ? [two, three, one] : [three, two, one],
    );
    await favourites.removeFavourite(2, one.hash);
    await favourites.removeFavourite(1, two.hash);
    expect(await favourites.listFavourites(1)).toEqual([three, one]);
  });

  test('an account has as many as it may, and what is left out is counted', async () => {
    using stores = await openWithTwo(openFresh);
    const { favourites } = stores;
    expect(await favourites.addFavourites(1, [1, 2, 3].map(favourite), 2)).toBe(1);
    expect(await favourites.addFavourites(1, [favourite(1), favourite(4)], 2)).toBe(1);
    expect(await favourites.addFavourites(1, [favourite(4)], 1)).toBe(1);
    const hashes = (await favourites.listFavourites(1)).map(({ hash }) => hash);
    expect(hashes).toEqual([sampleHash(2), sampleHash(1)]);
  });

  test('they belong to their account, are in its export, and end with it', async () => {
    using stores = await openWithTwo(openFresh);
    const { favourites, accounts, registration } = stores;
    for (const id of [1, 2]) await favourites.addFavourites(id, [favourite(id)], 5);
    const account = await accounts.findAccountById(1);
    const exported = account && (await registration.readEverything(account)).favourites;
    expect(exported).toEqual([
      { account_id: 1, hash: sampleHash(1), added_at: new Date(1).toISOString(), name: '&a1' },
    ]);
    await accounts.deleteAccount(1);
    expect(await favourites.listFavourites(1)).toEqual([]);
    expect(await favourites.listFavourites(2)).toEqual([favourite(2)]);
  });
}
