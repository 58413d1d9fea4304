// Only a copy with counters shows how many files and calls a request runs through.

import { expect, test } from 'bun:test';
import { countJourneys } from './instrument.ts';

/** At most so many files of src, and so many calls. */
const BOUNDS = {
  'heartbeat of a known server': { files: 16, calls: 95 },
  'public list': { files: 5, calls: 13 },
  // The names of accounts and the stores of sessions, devices and the account log are files of their own.
  login: { files: 40, calls: 318 },
  'list of a player, first': { files: 17, calls: 41 },
  'list of a player, kept': { files: 13, calls: 29 },
};

test('the journeys are as short as they are meant to be', async () => {
  const journeys = await countJourneys();
  expect(Object.keys(journeys).toSorted()).toEqual(Object.keys(BOUNDS).toSorted());
  for (const [name, bound] of Object.entries(BOUNDS)) {
    const { files = [], calls = 0 } = journeys[name] ?? {};
    expect(`${name}: ${files.length} of ${files.join(' ')}`).toSatisfy(
      () => files.length <= bound.files && files.length > 3,
    );
    expect(calls).toBeLessThanOrEqual(bound.calls);
  }
});
