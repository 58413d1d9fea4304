// What every store of players who would play if enough come must do.

import { expect, test } from 'bun:test';
import { accountNamed, type FreshStores, type OpenFresh, sampleHash } from './fresh-stores.ts';

const [ONE, TWO] = [sampleHash(1), sampleHash(2)];
const pledgeOf = (accountId: number, wanted = 2, changes = {}) => ({
  ...{ accountId, hash: ONE, wanted, madeAt: 10, expiresAt: 100 },
  ...changes,
});

/** Four who count, one who is not verified, and one who is suspended. */
async function openPlayers(openFresh: OpenFresh): Promise<FreshStores> {
  const stores = openFresh();
  for (const name of ['Alice', 'Bob', 'Cora', 'Dan']) {
    await stores.accounts.insertAccount(accountNamed(name));
  }
  await stores.accounts.insertAccount(accountNamed('Eve', { verifiedAt: null }));
  await stores.accounts.insertAccount(accountNamed('Finn', { suspendedAt: 5 }));
  return stores;
}

/** The accounts that were told, and of how many. */
async function toldBy({ outbox }: FreshStores): Promise<[id: number | null, detail: string][]> {
  const jobs = await outbox.listEmailJobs(100);
  return jobs.map(({ accountId, detail }) => [accountId, detail]);
}

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeRallyStore(openFresh: OpenFresh): void {
  test('all who are enough get one email, once, and who comes later gets one too', async () => {
    using stores = await openPlayers(openFresh);
    const { rallies, outbox } = stores;
    await rallies.addPledge(pledgeOf(1, 3), 'Alpha &c one');
    await rallies.addPledge(pledgeOf(2, 3), 'Alpha &c one');
    expect(await toldBy(stores)).toEqual([]);
    await rallies.addPledge(pledgeOf(3, 2), 'Alpha &c one');
    const detail = `${ONE} 3 Alpha &c one`;
    expect((await toldBy(stores)).toSorted()).toEqual([
      [1, detail],
      [2, detail],
      [3, detail],
    ]);
    const [job] = await outbox.listEmailJobs(1);
    expect(job).toMatchObject({ kind: 'rally met', createdAt: 10, validUntil: 100 });
    await rallies.addPledge(pledgeOf(3, 2, { madeAt: 20, expiresAt: 200 }), 'Alpha');
    expect(await toldBy(stores)).toHaveLength(3);
    await rallies.addPledge(pledgeOf(4, 4, { madeAt: 30 }), 'Alpha');
    expect(await toldBy(stores)).toHaveLength(4);
    const met = (await rallies.listPledges(ONE, 40)).map(({ accountId, metAt }) => [
      accountId,
      metAt,
    ]);
    expect(met.toSorted()).toEqual([
      [1, 10],
      [2, 10],
      [3, 10],
      [4, 30],
    ]);
  });

  test('of those who come at the same moment each is told once', async () => {
    using stores = await openPlayers(openFresh);
    await Promise.all([1, 2, 3, 4].map((id) => stores.rallies.addPledge(pledgeOf(id, 4), 'Alpha')));
    expect((await toldBy(stores)).map(([id]) => id).toSorted()).toEqual([1, 2, 3, 4]);
  });

  test('repeats, accounts that are not verified and suspended ones never count', async () => {
    using stores = await openPlayers(openFresh);
    const { rallies, accounts } = stores;
    for (const id of [1, 1, 5, 6, 1]) await rallies.addPledge(pledgeOf(id), 'Alpha');
    expect((await rallies.listPledges(ONE, 20)).map(({ accountId }) => accountId)).toEqual([1]);
    expect(await toldBy(stores)).toEqual([]);
    await accounts.updateAccount(1, { suspendedAt: 15 }, { endSessions: true });
    await rallies.addPledge(pledgeOf(2), 'Alpha');
    expect(await toldBy(stores)).toEqual([]);
  });

  test('a pledge lapses, is taken back, moves to another server, and ends with its account', async () => {
    using stores = await openPlayers(openFresh);
    const { rallies, accounts } = stores;
    const ofServer = async (hash: string, now = 20) =>
      (await rallies.listPledges(hash, now)).map(({ accountId }) => accountId);
    await rallies.addPledge(pledgeOf(1), 'Alpha');
    expect([await ofServer(ONE, 99), await ofServer(ONE, 100)]).toEqual([[1], []]);
    await rallies.addPledge(pledgeOf(2, 2, { madeAt: 100, expiresAt: 200 }), 'Alpha');
    expect(await toldBy(stores)).toEqual([]);
    await rallies.addPledge(pledgeOf(2, 2, { hash: TWO }), 'Bravo');
    expect([await ofServer(ONE), await ofServer(TWO)]).toEqual([[], [2]]);
    await rallies.removePledge(2, ONE);
    expect(await ofServer(TWO)).toEqual([2]);
    await rallies.removePledge(2, TWO);
    await rallies.addPledge(pledgeOf(3), 'Alpha');
    await accounts.deleteAccount(3);
    expect([await ofServer(ONE), await ofServer(TWO)]).toEqual([[], []]);
  });
}
