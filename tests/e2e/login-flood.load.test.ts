// A player logs in while four addresses log in to accounts of their own as fast as they can.

import { expect, setDefaultTimeout, test } from 'bun:test';
import { openDataFolder } from '../../src/app.ts';
import { loadSettings } from '../../src/config/load.ts';
import { manyAddresses, startMuster } from '../support/binary.ts';
import { Client, nextAddress } from './client.ts';

setDefaultTimeout(180_000);

const PASSWORD = 'correct horse';
const ATTACKERS = 40;
const ADDRESSES = 4;
const HONEST = 20;
const SOON_MS = 2_000;
/** For how long each caller keeps to the right password of an account of its own. */
const WARM_UP_MS = 2_000;

/** Makes verified accounts as the command line does, without a process for each. */
async function createAccounts(folder: string, names: readonly string[]): Promise<void> {
  const { settings } = loadSettings({ flags: {}, env: {}, cwd: folder });
  await using data = await openDataFolder(settings);
  for (const name of names) {
    const email = `${name.toLowerCase()}@example.org`;
    const account = { name, email, password: PASSWORD, role: 'player', isVerified: true } as const;
    await data.accounts.createAccount(account);
  }
}

/** One login that is to succeed: how long it took, and whether it did. */
async function logIn(client: Client, name: string): Promise<{ isIn: boolean; ms: number }> {
  const startedAt = performance.now();
  const isIn = await client.login(name, PASSWORD).then(
    ({ authenticated }) => authenticated,
    // A service that gives no answer in the minute that the client waits, is one that failed.
    () => false,
  );
  return { isIn, ms: Math.round(performance.now() - startedAt) };
}

/**
 * How many of the honest logins worked in time, and how long each of them took. One begins every second,
 * or when the one before it has its answer where it waits for that: nobody logs in twice at once.
 */
async function countInTime({
  addressOf,
  isOneAfterTheOther,
}: {
  addressOf: () => string;
  isOneAfterTheOther: boolean;
}) {
  await using muster = await startMuster({ env: manyAddresses });
  await createAccounts(muster.folder, [
    'Alice',
    ...Array.from({ length: ATTACKERS }, (_, number) => `Own_${number}`),
  ]);
  await new Client(muster, { address: addressOf() }).login('Alice', PASSWORD);
  const hostile = Array.from({ length: ADDRESSES }, nextAddress);
  let isOver = false;
  let taken = 0;
  const workers = Array.from({ length: ATTACKERS }, async (_, number) => {
    const address = hostile[number % ADDRESSES] as string;
    while (!isOver) {
      const { isIn } = await logIn(new Client(muster, { address }), `Own_${number}`);
      if (isIn) taken += 1;
    }
  });
  const honest: ReturnType<typeof logIn>[] = [];
  try {
    await Bun.sleep(WARM_UP_MS);
    for (let number = 0; number < HONEST; number += 1) {
      const login = logIn(new Client(muster, { address: addressOf() }), 'Alice');
      honest.push(login);
      await Promise.all([Bun.sleep(1_000), isOneAfterTheOther && login]);
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
  [
    'from addresses that are new to the service',
    { addressOf: nextAddress, isOneAfterTheOther: false },
  ],
  ['from the address that the account knows', { addressOf: () => usual, isOneAfterTheOther: true }],
])(
  '19 of 20 logins %s work within 2 s',
  async (_what, callers) => {
    const { inTime, outcomes, taken } = await countInTime(callers);
    const seen = outcomes.map(({ isIn, ms }) => `${ms}${isIn ? '' : ' refused'}`).join(', ');
    console.log(`${inTime} of ${HONEST} in time; ${taken} logins of the flood; ms: ${seen}`);
    expect(inTime, seen).toBeGreaterThanOrEqual(19);
  },
  { retry: 4 },
);
