// Whoever logs in while four addresses log in to accounts of their own as fast as they can.

import { expect, setDefaultTimeout, test } from 'bun:test';
import { manyAddresses, startMuster } from '../support/binary.ts';
import { Client, createAccount, nextAddress } from './client.ts';

setDefaultTimeout(180_000);

const PASSWORD = 'correct horse';
const ATTACKERS = 40;
const ADDRESSES = 4;
const HONEST = 20;
const SOON_MS = 2_000;
/** For how long each caller keeps to the right password of an account of its own. */
const WARM_UP_MS = 2_000;

/** How many of the honest logins worked in time, and how long each of them took. */
async function countInTime(addressOfHonest: () => string) {
  await using muster = await startMuster({ env: manyAddresses });
  await createAccount(muster, 'Alice', PASSWORD);
  for (let number = 0; number < ATTACKERS; number += 1) {
    await createAccount(muster, `Own_${number}`, PASSWORD);
  }
  const address = addressOfHonest();
  await new Client(muster, { address }).login('Alice', PASSWORD);
  const hostile = Array.from({ length: ADDRESSES }, nextAddress);
  let isOver = false;
  let taken = 0;
  const workers = Array.from({ length: ATTACKERS }, async (_, number) => {
    while (!isOver) {
      const client = new Client(muster, { address: hostile[number % ADDRESSES] as string });
      const { authenticated } = await client.login(`Own_${number}`, PASSWORD);
      if (authenticated) taken += 1;
    }
  });
  const honest: Promise<{ isIn: boolean; ms: number }>[] = [];
  try {
    await Bun.sleep(WARM_UP_MS);
    for (let number = 0; number < HONEST; number += 1) {
      const startedAt = performance.now();
      const client = new Client(muster, { address: addressOfHonest() });
      honest.push(
        client.login('Alice', PASSWORD).then(({ authenticated: isIn }) => ({
          isIn,
          ms: Math.round(performance.now() - startedAt),
        })),
      );
      await Bun.sleep(1_000);
    }
    const outcomes = await Promise.all(honest);
    return {
      inTime: outcomes.filter(({ isIn, ms }) => isIn && ms < SOON_MS).length,
      outcomes,
      taken,
    };
  } finally {
    isOver = true;
    await Promise.all(workers);
  }
}

const usual = nextAddress();

test.each([
  ['from addresses that are new to the service', nextAddress],
  ['from the address that the account knows', () => usual],
])(
  '19 of 20 logins %s work within 2 s',
  async (_what, addressOf) => {
    const { inTime, outcomes, taken } = await countInTime(addressOf);
    const seen = outcomes.map(({ isIn, ms }) => `${ms}${isIn ? '' : ' refused'}`).join(', ');
    console.log(`${inTime} of ${HONEST} in time; ${taken} logins of the flood; ms: ${seen}`);
    expect(inTime, seen).toBeGreaterThanOrEqual(19);
  },
  { retry: 2 },
);
