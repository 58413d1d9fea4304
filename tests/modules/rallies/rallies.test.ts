// When enough players are together: against a plain search, and over random pledges.

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { countTogether } from '../../../src/modules/rallies/rallies-store.ts';
import { accountNamed, sampleHash } from '../../contract/fresh-stores.ts';
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
