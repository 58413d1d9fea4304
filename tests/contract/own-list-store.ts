// What every store of the own lists of accounts must do.

import { expect, test } from 'bun:test';
import type { ListKind } from '../../src/modules/own-list/own-list-ports.ts';
import { type OpenFresh, openWithTwo, sampleHash } from './fresh-stores.ts';
import { moveOf, openKeyed } from './heartbeat-key-store.ts';

const entry = (number: number, addedAt = number) => ({
  ...{ hash: sampleHash(number), addedAt, name: `&a${number}` },
});
const listed = (kind: ListKind, number: number, addedAt = number) => ({
  ...{ kind, ...entry(number, addedAt) },
});

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeOwnListStore(openFresh: OpenFresh): void {
  test('the latest join of a server counts, and the oldest server makes room', async () => {
    using stores = await openWithTwo(openFresh);
    const { ownLists } = stores;
    for (const [number, at] of [
      [1, 1],
      [2, 2],
      [1, 3],
      [3, 4],
    ] as const) {
      await ownLists.savePlayed(1, entry(number, at), 2);
    }
    await ownLists.savePlayed(2, entry(2), 2);
    expect(await ownLists.listServers(1)).toEqual([listed('played', 3, 4), listed('played', 1, 3)]);
    await ownLists.clearPlayed(1);
    expect(await ownLists.listServers(1)).toEqual([]);
    expect(await ownLists.listServers(2)).toEqual([listed('played', 2)]);
  });

  test('joins from before the clock was set back make room for later ones', async () => {
    using stores = await openWithTwo(openFresh);
    const { ownLists } = stores;
    for (const number of [1, 2]) await ownLists.savePlayed(1, entry(number, 1_000 + number), 2);
    for (const number of [3, 4]) await ownLists.savePlayed(1, entry(number, 10 + number), 2);
    expect(await ownLists.listServers(1)).toEqual([
      listed('played', 4, 14),
      listed('played', 3, 13),
    ]);
  });

  test('an account that keeps no joins has none, and hides servers as before', async () => {
    using stores = await openWithTwo(openFresh);
    const { ownLists } = stores;
    await ownLists.savePlayed(1, entry(1), 9);
    await ownLists.hideServer(1, entry(2), 9);
    await ownLists.choosePlayed(1, false);
    await ownLists.savePlayed(1, entry(3), 9);
    expect([await ownLists.isPlayedKept(1), await ownLists.isPlayedKept(2)]).toEqual([false, true]);
    expect(await ownLists.listServers(1)).toEqual([listed('hidden', 2)]);
    await ownLists.choosePlayed(1, true);
    await ownLists.savePlayed(1, entry(3), 9);
    expect(await ownLists.listServers(1)).toEqual([listed('played', 3), listed('hidden', 2)]);
  });

  test('an account hides as many servers as it may', async () => {
    using stores = await openWithTwo(openFresh);
    const { ownLists } = stores;
    await ownLists.savePlayed(1, entry(1), 1);
    expect(await ownLists.hideServer(1, entry(1, 5), 2)).toBe(true);
    expect(await ownLists.hideServer(1, entry(2), 2)).toBe(true);
    expect(await ownLists.hideServer(1, entry(3), 2)).toBe(false);
    expect(await ownLists.hideServer(1, entry(1, 9), 2)).toBe(true);
    await ownLists.unhideServer(2, sampleHash(1));
    await ownLists.unhideServer(1, sampleHash(2));
    expect(await ownLists.listServers(1)).toEqual([listed('hidden', 1, 5), listed('played', 1)]);
  });

  test('a list is in the copy of its account, and ends with it', async () => {
    using stores = await openWithTwo(openFresh);
    const { ownLists, accounts, registration } = stores;
    for (const id of [1, 2]) {
      await ownLists.hideServer(id, entry(id), 5);
      await ownLists.choosePlayed(id, false);
    }
    const account = await accounts.findAccountById(1);
    const exported = account && (await registration.readEverything(account));
    const added_at = new Date(1).toISOString();
    expect(exported?.own_list_servers).toEqual([
      { account_id: 1, kind: 'hidden', hash: sampleHash(1), added_at, name: '&a1' },
    ]);
    expect(exported?.own_list_choices).toEqual([{ account_id: 1, is_played_kept: 0 }]);
    await accounts.deleteAccount(1);
    await ownLists.savePlayed(1, entry(1), 5);
    await ownLists.choosePlayed(1, true);
    expect(await ownLists.listServers(1)).toEqual([]);
    expect(await ownLists.listServers(2)).toEqual([listed('hidden', 2)]);
  });

  test('a server that moves stays in each list', async () => {
    using stores = await openKeyed(openFresh);
    const { ownLists, claims } = stores;
    const { from, to } = moveOf();
    const at = (hash: string, addedAt: number) => ({ hash, addedAt, name: 'Alpha' });
    await ownLists.savePlayed(1, at(from, 1), 9);
    await ownLists.hideServer(1, at(to, 2), 9);
    await ownLists.hideServer(2, at(from, 3), 9);
    await ownLists.hideServer(2, at(to, 4), 9);
    expect(await claims.moveServer(moveOf())).toBe('moved');
    expect(await ownLists.listServers(1)).toEqual([
      { kind: 'hidden', ...at(to, 2) },
      { kind: 'played', ...at(to, 1) },
    ]);
    expect(await ownLists.listServers(2)).toEqual([{ kind: 'hidden', ...at(to, 4) }]);
  });
}
