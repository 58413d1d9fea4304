// When enough players are together: against a plain search, and over random pledges; and who sends notifications of it.

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createRallies } from '../../../src/modules/rallies/rallies.ts';
import { countTogether, matchPledges } from '../../../src/modules/rallies/rally-matching.ts';
import type { LiveServer } from '../../../src/modules/registry/live-server.ts';
import { accountNamed, sampleHash } from '../../contract/fresh-stores.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createReporter } from '../../support/reporter.ts';
import { rounds } from '../../support/rounds.ts';
import { openTestStore } from '../../support/store.ts';

/** The largest number of whom each asks for no more than that number, by trying every one. */
function search(wanted: readonly number[]): number {
  for (let people = wanted.length; people > 0; people -= 1) {
    if (wanted.filter((each) => each <= people).length >= people) return people;
  }
  return 0;
}

const PLAYERS = 6;
const size = fc.integer({ min: 2, max: 16 });

test.each([
  [[], 0],
  [[2], 0],
  [[2, 2], 2],
  [[2, 3, 3], 3],
  [[2, 2, 16], 2],
  [[4, 4, 4], 0],
])('of %p, %i come together', (wanted, people) => {
  expect(countTogether(wanted)).toBe(people);
});

test('as many come together as a plain search finds', () => {
  fc.assert(
    fc.property(fc.array(size, { maxLength: 40 }), (wanted) => {
      expect(countTogether(wanted)).toBe(search(wanted));
    }),
    rounds(1_000),
  );
});

test.each([
  ['too few', [[2, null]], 0, false],
  [
    'all of them new',
    [
      [2, null],
      [2, null],
    ],
    2,
    true,
  ],
  [
    'one who comes later',
    [
      [2, 5],
      [2, 5],
      [3, null],
    ],
    1,
    false,
  ],
  [
    'one who wants more',
    [
      [2, null],
      [2, null],
      [9, null],
    ],
    2,
    true,
  ],
] as const)('of %s, those who come together are notified', (_, pledged, notified, isEvent) => {
  const matched = matchPledges(pledged.map(([wanted, metAt]) => ({ wanted, metAt })));
  expect([matched.newlyMet.length, matched.isEvent]).toEqual([notified, isEvent]);
});

test('whatever is pledged and taken back, nobody is told twice or of too few', async () => {
  const step = fc.record({
    accountId: fc.integer({ min: 1, max: PLAYERS }),
    wanted: fc.integer({ min: 2, max: PLAYERS }),
    isTakenBack: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      using store = openTestStore();
      const { rallies, outbox } = store;
      for (let id = 1; id <= PLAYERS; id += 1) {
        await store.accounts.insertAccount(accountNamed(`Player${id}`));
      }
      const hash = sampleHash(1);
      const pledged = new Map<number, { wanted: number; isTold: boolean }>();
      let emails = 0;
      for (const [madeAt, { accountId, wanted, isTakenBack }] of steps.entries()) {
        if (isTakenBack) {
          await rallies.removePledge(accountId, hash);
          pledged.delete(accountId);
          continue;
        }
        await rallies.addPledge({ accountId, hash, wanted, madeAt, expiresAt: 1_000 }, 'Alpha');
        const known = pledged.get(accountId);
        const isTold = known?.wanted === wanted && known.isTold;
        pledged.set(accountId, { wanted, isTold });
        const people = search([...pledged.values()].map((each) => each.wanted));
        for (const each of pledged.values()) {
          if (each.isTold || each.wanted > people) continue;
          each.isTold = true;
          emails += 1;
        }
      }
      expect(await outbox.listEmailJobs(1_000)).toHaveLength(emails);
      const told = [...pledged].filter(([, { isTold }]) => isTold).map(([id]) => id);
      const met = (await rallies.listPledges(hash, 999)).filter(({ metAt }) => metAt !== null);
      expect(met.map(({ accountId }) => accountId).toSorted()).toEqual(told.toSorted());
    }),
    rounds(200),
  );
});

/** Two who come together, one of whom has a browser, and what becomes of its notification. */
async function openDuePush() {
  const store = openTestStore();
  const clock = createFakeClock(1_000);
  const [sent, failed]: [string[], unknown[]] = [[], []];
  const server = { isPublic: true, listing: { hash: sampleHash(1), name: 'Alpha' } };
  const state = { leads: true, saves: true };
  const rallies = createRallies({
    clock,
    store: {
      ...store.rallies,
      settlePush: (...args) =>
        state.saves ? store.rallies.settlePush(...args) : Promise.reject(new Error('disk')),
    },
    registry: { findLive: () => server as LiveServer },
    push: {
      makeKeys: async () => ({ publicKey: 'p', privateKey: 'q' }),
      send: async ({ endpoint }) => sent.push(endpoint) && 201,
    },
    report: createReporter({ task_failed: (facts) => void failed.push(facts) }),
    leadership: { confirm: async () => state.leads },
  });
  const browser = { endpoint: 'https://push.example.net/', browserKey: 'k', authSecret: 's' };
  for (const id of [1, 2]) {
    await store.accounts.insertAccount(accountNamed(`Player${id}`));
    if (id === 1) await store.rallies.saveBrowser(id, browser, clock.now());
    const pledge = { accountId: id, hash: sampleHash(1), wanted: 2, madeAt: clock.now() };
    await store.rallies.addPledge({ ...pledge, expiresAt: 10 * 60_000 }, 'Alpha');
  }
  return {
    ...{ state, failed, [Symbol.dispose]: () => store[Symbol.dispose]() },
    async deliver() {
      await rallies.sendDue();
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(60_000);
      return sent.splice(0).length;
    },
  };
}

test('a replica that no longer leads sends no notification', async () => {
  using push = await openDuePush();
  push.state.leads = false;
  expect(await push.deliver()).toBe(0);
  push.state.leads = true;
  expect(await push.deliver()).toBe(1);
});

test('what cannot be saved is reported, and the notification is not sent again', async () => {
  using push = await openDuePush();
  push.state.saves = false;
  expect(await push.deliver()).toBe(1);
  expect(push.failed).toMatchObject([{ task: 'send notifications', error: { message: 'disk' } }]);
  push.state.saves = true;
  expect([await push.deliver(), await push.deliver()]).toEqual([0, 0]);
});
