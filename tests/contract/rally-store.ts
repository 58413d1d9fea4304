// What every store of players who would play if enough come must do.

import { expect, test } from 'bun:test';
import { accountNamed, type FreshStores, type OpenFresh, sampleHash } from './fresh-stores.ts';

const [ONE, TWO] = [sampleHash(1), sampleHash(2)];
const pledgeOf = (accountId: number, wanted = 2, changes = {}) => ({
  ...{ accountId, hash: ONE, wanted, madeAt: 10, expiresAt: 100 },
  ...changes,
});

const MINUTE = 60_000;
const browserOf = (name: string) => ({
  ...{ endpoint: `https://push.example.net/${name}`, browserKey: `key ${name}` },
  authSecret: `secret ${name}`,
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

  test('webhooks are told once of those who come together, and not of who comes later', async () => {
    using stores = await openPlayers(openFresh);
    const { rallies, webhooks } = stores;
    const hook = { hash: null, accountId: 1, urlSecret: 'https://hooks.example/x', signSecret: '' };
    const first = { type: 'added', at: 1, hash: '', name: '', reason: '' } as const;
    const wanted = { format: 'discord', events: ['rally'], language: 'en' } as const;
    await webhooks.addWebhook({ ...hook, ...wanted }, first, 9);
    for (const id of [1, 2, 2, 3]) await rallies.addPledge(pledgeOf(id), 'Alpha');
    const events: unknown[] = [];
    for (;;) {
      const [due] = await webhooks.listDueEvents(10, 1);
      if (due === undefined) break;
      events.push(due.event);
      const answer = { at: 10, event: due.event.type, status: 204 };
      await webhooks.noteAnswer(due, answer, { attempts: 0, waitMs: 0 });
    }
    const met = { type: 'rally', at: 10, hash: ONE, name: 'Alpha', reason: '2' };
    expect(events).toEqual([first, met]);
  });

  test.each([5 * 60 * MINUTE, -5 * 60 * MINUTE])(
    'browsers are told for an hour, also where the clock is set by %d ms meanwhile',
    async (ms) => {
      using stores = await openPlayers(openFresh);
      const { rallies, dueTimes } = stores;
      await rallies.saveBrowser(1, browserOf('phone'), 10);
      for (const id of [1, 2]) {
        await rallies.addPledge(pledgeOf(id, 2, { expiresAt: 1_000 * MINUTE }), 'Alpha');
      }
      expect(await rallies.takeDuePushes(10)).toHaveLength(1);
      await dueTimes.moveDueTimes(11, ms);
      expect(await rallies.takeDuePushes(ms + MINUTE)).toEqual([]);
      expect(await rallies.takeDuePushes(ms + 59 * MINUTE)).toHaveLength(1);
      expect(await rallies.takeDuePushes(ms + 61 * MINUTE)).toEqual([]);
    },
  );

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
    // Until it ends by itself.
    await accounts.updateAccount(1, { suspendedUntil: 20 }, { endSessions: false });
    expect(await rallies.listPledges(ONE, 19)).toHaveLength(1);
    expect(await rallies.listPledges(ONE, 20)).toHaveLength(2);
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

  test('the keys that come first are kept', async () => {
    using stores = openFresh();
    const keys = (name: string) => ({ publicKey: `${name} public`, privateKey: `${name} private` });
    const kept = await Promise.all([
      stores.rallies.keepPushKeys(keys('one')),
      stores.rallies.keepPushKeys(keys('two')),
    ]);
    expect(kept).toMatchObject([keys('one'), keys('one')]);
    expect(await stores.rallies.keepPushKeys(keys('three'))).toMatchObject(keys('one'));
  });

  test('each browser of those who are told is due once, and again while it was not reached', async () => {
    using stores = await openPlayers(openFresh);
    const { rallies } = stores;
    const save = (accountId: number, name: string) =>
      rallies.saveBrowser(accountId, browserOf(name), 5);
    const take = async (now: number) => {
      const due = await rallies.takeDuePushes(now);
      return due.toSorted((one, other) => (one.endpoint < other.endpoint ? -1 : 1));
    };
    for (const [accountId, name] of [
      [1, 'a'],
      [1, 'b'],
      [2, 'c'],
      [3, 'd'],
    ] as const) {
      await save(accountId, name);
    }
    const until = 5 * MINUTE;
    const long = (id: number, wanted: number) => pledgeOf(id, wanted, { expiresAt: until });
    await rallies.addPledge(long(1, 2), 'Alpha');
    await rallies.addPledge(long(3, 16), 'Alpha');
    expect(await take(10)).toEqual([]);
    await rallies.addPledge(long(2, 2), 'Alpha');
    const taken = await take(10);
    expect(taken).toMatchObject([
      { ...browserOf('a'), accountId: 1, hash: ONE, expiresAt: until, language: 'en' },
      { ...browserOf('b'), accountId: 1 },
      { ...browserOf('c'), accountId: 2 },
    ]);
    expect(await take(10)).toEqual([]);
    const [a, b] = taken;
    if (a === undefined || b === undefined) throw new Error('none was taken');
    await rallies.settlePush(a, false);
    await rallies.settlePush(b, true);
    expect(await rallies.countBrowsers(1)).toBe(1);
    expect((await take(10 + MINUTE)).map(({ endpoint }) => endpoint)).toEqual([
      browserOf('c').endpoint,
    ]);
    expect(await take(until)).toEqual([]);
  });

  test('what is newer stays due when the earlier message is settled', async () => {
    using stores = await openPlayers(openFresh);
    const { rallies } = stores;
    await rallies.saveBrowser(1, browserOf('a'), 5);
    const meet = async (madeAt: number) => {
      for (const id of [1, 2]) {
        await rallies.addPledge(pledgeOf(id, 2, { madeAt, expiresAt: madeAt + MINUTE }), 'Alpha');
      }
    };
    await meet(10);
    const [first] = await rallies.takeDuePushes(10);
    if (first === undefined) throw new Error('none was taken');
    await rallies.removePledge(1, ONE);
    await meet(20);
    await rallies.settlePush(first, false);
    expect(await rallies.takeDuePushes(20)).toHaveLength(1);
  });

  test('an account has five browsers, the newest, and a browser one account', async () => {
    using stores = await openPlayers(openFresh);
    const { rallies, accounts } = stores;
    for (const [index, name] of [...'abcdef'].entries()) {
      await rallies.saveBrowser(1, browserOf(name), index);
    }
    expect(await rallies.countBrowsers(1)).toBe(5);
    await rallies.saveBrowser(2, browserOf('a'), 9);
    expect([await rallies.countBrowsers(1), await rallies.countBrowsers(2)]).toEqual([5, 1]);
    await rallies.saveBrowser(2, browserOf('f'), 9);
    expect([await rallies.countBrowsers(1), await rallies.countBrowsers(2)]).toEqual([4, 2]);
    await rallies.saveBrowser(2, undefined, 9);
    expect([await rallies.countBrowsers(1), await rallies.countBrowsers(2)]).toEqual([4, 0]);
    await accounts.deleteAccount(1);
    expect(await rallies.countBrowsers(1)).toBe(0);
  });
}
