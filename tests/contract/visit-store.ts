// What every store of visits must do.

import { expect, test } from 'bun:test';
import { type OpenFresh, openWithTwo, sampleHash } from './fresh-stores.ts';
import { sampleMinute } from './history-store.ts';

const [ONE, TWO] = [sampleHash(1), sampleHash(2)];
const visit = (accountId: number, network: number, day: number, hash = ONE) => ({
  ...{ accountId, network, day, hash },
});

/** Two accounts, and two servers that the history knows. */
async function openKnown(openFresh: OpenFresh) {
  const stores = await openWithTwo(openFresh);
  const place = { players: 1, name: 'Alpha', ip: '203.0.113.7', port: 25_565 };
  const newcomers = [ONE, TWO].map((hash) => ({ hash, ...place }));
  await stores.history.saveMinute(sampleMinute({ newcomers }));
  return stores;
}

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeVisitStore(openFresh: OpenFresh): void {
  test('an account counts once for a server, by its latest day', async () => {
    using stores = await openKnown(openFresh);
    const { visits } = stores;
    await visits.saveVisit(visit(1, 10, 3));
    await visits.saveVisit(visit(1, 11, 5));
    await visits.saveVisit(visit(1, 10, 5, TWO));
    await visits.saveVisit(visit(2, 12, 5));
    const counted = await visits.countVisits(1, 0);
    expect(counted.toSorted((a, b) => a.people - b.people)).toEqual([
      { hash: TWO, day: 5, people: 1 },
      { hash: ONE, day: 5, people: 2 },
    ]);
    expect(await visits.countVisits(6, 0)).toEqual([]);
  });

  test('a network counts once, for the account that came from it last', async () => {
    using stores = await openKnown(openFresh);
    const { visits, accounts } = stores;
    await visits.saveVisit(visit(1, 10, 3));
    await visits.saveVisit(visit(2, 10, 4));
    expect(await visits.countVisits(1, 0)).toEqual([{ hash: ONE, day: 4, people: 1 }]);
    // Who is known from another network stays known by that.
    await visits.saveVisit(visit(1, 11, 4));
    await visits.saveVisit(visit(1, 10, 5));
    expect(await visits.countVisits(5, 0)).toEqual([{ hash: ONE, day: 5, people: 1 }]);
    await accounts.deleteAccount(2);
    expect(await visits.countVisits(1, 0)).toEqual([{ hash: ONE, day: 5, people: 1 }]);
  });

  test('one of a suspended account does not count, and old ones are removed', async () => {
    using stores = await openKnown(openFresh);
    const { visits, accounts } = stores;
    await visits.saveVisit(visit(1, 10, 3));
    await visits.saveVisit(visit(2, 11, 4));
    const endSessions = { endSessions: false };
    await accounts.updateAccount(2, { suspendedAt: 1 }, endSessions);
    expect(await visits.countVisits(1, 0)).toEqual([{ hash: ONE, day: 3, people: 1 }]);
    await accounts.updateAccount(2, { suspendedUntil: 9 }, endSessions);
    expect(await visits.countVisits(1, 8)).toEqual([{ hash: ONE, day: 3, people: 1 }]);
    // It ended by itself.
    expect(await visits.countVisits(1, 9)).toHaveLength(2);
    await accounts.updateAccount(2, { suspendedAt: null }, endSessions);
    await visits.removeVisits(4);
    expect(await visits.countVisits(1, 0)).toEqual([{ hash: ONE, day: 4, people: 1 }]);
  });

  test('one of a server that the history does not know is not kept', async () => {
    using stores = await openKnown(openFresh);
    const { visits, history } = stores;
    await visits.saveVisit(visit(1, 10, 3, sampleHash(3)));
    await visits.saveVisit(visit(1, 10, 3));
    expect(await visits.countVisits(1, 0)).toEqual([{ hash: ONE, day: 3, people: 1 }]);
    const { id = 0 } = (await history.findSeries(ONE)) ?? {};
    await history.saveCompaction({ saved: [], removed: [], emptied: [id] });
    expect(await visits.countVisits(1, 0)).toEqual([]);
  });
}
