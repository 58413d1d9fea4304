// Only the binary under a flood of logins shows that a player still gets in, from four addresses or forty networks.

import { expect, test } from 'bun:test';
import { configuration } from '../../src/app/configuration.ts';
import { openDataFolder } from '../../src/app/data-folder.ts';
import { loadSettings } from '../../src/platform/config/load.ts';
import { manyAddresses, startMuster } from '../support/binary.ts';
import { Client, nextAddress } from './client.ts';

const PASSWORD = 'correct horse';
const ATTACKERS = 40;
const HONEST = 10;
/**
 * A turn is the time from one checked password to the next, of whomever: it is the control, measured in the
 * same run. On a machine that takes 80 ms for a password, and then pauses as long, twelve turns are two
 * seconds.
 */
const TURNS = 12;
/** For how long each caller keeps to the right password of an account of its own. */
const WARM_UP_MS = 1_000;

/** Makes verified accounts as the command line does, without a process for each. */
async function createAccounts(folder: string, names: readonly string[]): Promise<void> {
  const { settings } = loadSettings(configuration, { flags: {}, env: {}, cwd: folder });
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
 * How many of the honest logins worked in time, and how long each of them took. One begins a second after
 * the one before it, or when that has its answer: nobody logs in twice at once.
 */
async function countInTime(hostile: readonly string[], addressOf: () => string) {
  await using muster = await startMuster({ env: manyAddresses });
  await createAccounts(muster.folder, [
    'Alice',
    ...Array.from({ length: ATTACKERS }, (_, number) => `Own_${number}`),
  ]);
  await new Client(muster, { address: addressOf() }).login('Alice', PASSWORD);
  let isOver = false;
  let taken = 0;
  const workers = Array.from({ length: ATTACKERS }, async (_, number) => {
    const address = hostile[number % hostile.length] as string;
    while (!isOver) {
      const { isIn } = await logIn(new Client(muster, { address }), `Own_${number}`);
      if (isIn) taken += 1;
    }
  });
  const outcomes: Awaited<ReturnType<typeof logIn>>[] = [];
  try {
    await Bun.sleep(WARM_UP_MS);
    const [startedAt, takenBefore] = [performance.now(), taken];
    for (let number = 0; number < HONEST; number += 1) {
      const login = logIn(new Client(muster, { address: addressOf() }), 'Alice');
      const [outcome] = await Promise.all([login, Bun.sleep(1_000)]);
      outcomes.push(outcome);
    }
    const all = taken - takenBefore + outcomes.filter(({ isIn }) => isIn).length;
    const turnMs = (performance.now() - startedAt) / all;
    const soonMs = TURNS * turnMs;
    const inTime = outcomes.filter(({ isIn, ms }) => isIn && ms < soonMs).length;
    return { inTime, outcomes, turnMs };
  } finally {
    isOver = true;
    await Promise.all(workers);
  }
}

const usual = nextAddress();
const fourAddresses = Array.from({ length: 4 }, nextAddress);
const fortyNetworks = Array.from({ length: ATTACKERS }, (_, number) => `198.19.${number}.1`);

test.each([
  ['from the address that the account knows, 4 attack', fourAddresses, () => usual],
  ['from the address that the account knows, 40 networks attack', fortyNetworks, () => usual],
])(
  '9 of 10 logins %s: they work within twelve turns of the queue',
  async (_what, hostile, addressOf) => {
    const { inTime, outcomes, turnMs } = await countInTime(hostile, addressOf);
    const times = outcomes.map(({ isIn, ms }) => `${ms}${isIn ? '' : ' refused'}`).join(', ');
    const seen = `${inTime} of ${HONEST} in time; a turn took ${Math.round(turnMs)} ms; ms: ${times}`;
    console.log(seen);
    expect(inTime, seen).toBeGreaterThanOrEqual(9);
  },
  { retry: 4 },
);
