// Only the binary under a flood of hashing shows one bound over all of it, and that heartbeats and lists notice nothing.

import { expect, test } from 'bun:test';
import { openBareServer } from '../support/bare-server.ts';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import { BUSY_MACHINE, Client, createAccount, nextAddress } from './client.ts';

const PASSWORD = 'correct horse';
/** Two at once and 32 that wait; with a bound for each module it would be twice that at the least. */
const MOST_IN_A_BURST = 60;
/** What the service adds at most to what a bare server takes in the same seconds. */
const CALM_MS = 250;
const env = {
  ...manyAddresses,
  MUSTER_REGISTRATION_PROOF_OF_WORK: 'false',
  MUSTER_REGISTRATIONS_PER_HOUR: '10000',
};

const open = (muster: RunningMuster) => new Client(muster, { address: nextAddress() });

function medianOf(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

/** Callers that opened the form of a registration as long ago as people take. */
async function openForms(muster: RunningMuster, count: number) {
  const callers = await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const client = open(muster);
      const page = (await client.get('/acc/register/')).text;
      const challenge = /name="challenge" value="([^"]+)"/.exec(page)?.[1] ?? '';
      const email = `flood${number}@example.org`;
      const fields = { name: `Flood_${number}x`, email, password: PASSWORD, challenge };
      return () => client.submit('/acc/register/', fields);
    }),
  );
  await Bun.sleep(3_100);
  return callers;
}

async function openLoggedIn(muster: RunningMuster, count: number): Promise<Client[]> {
  const clients: Client[] = [];
  for (let number = 0; number < count; number += 1) {
    const client = open(muster);
    expect(await client.login('Alice', PASSWORD)).toMatchObject({ authenticated: true });
    clients.push(client);
  }
  return clients;
}

test('a burst of all kinds finds one bound, and each refusal says in words that the service is busy', async () => {
  await using muster = await startMuster({ env });
  await createAccount(muster, 'Alice', PASSWORD);
  const owners = await openLoggedIn(muster, 50);
  const registering = await openForms(muster, 50);
  const loggingIn = Array.from({ length: 50 }, () => open(muster));
  const form = { username: 'Alice', password: PASSWORD };
  const sent = registering.flatMap((register, number) => [
    register().then(({ status, text }) => ({ status, text, isIn: status === 303 })),
    (loggingIn[number] as Client)
      .submit('/acc/login/', form)
      .then(({ status, text }) => ({ status, text, isIn: status === 303 })),
    (owners[number] as Client)
      .submit('/acc/export/', { password: PASSWORD })
      .then(({ status, text }) => ({ status, text, isIn: status === 200 })),
  ]);
  const answers = await Promise.all(sent);
  const refused = answers.filter(({ isIn }) => !isIn);
  expect(answers.length - refused.length).toBeLessThan(MOST_IN_A_BURST);
  expect(answers.length - refused.length).toBeGreaterThan(2);
  for (const { status, text } of refused) {
    expect(status).toBe(503);
    expect(text).toMatch(/try again in a moment/i);
    expect(text).toContain('<form');
  }
  // Nobody is kept out afterwards.
  expect(await open(muster).login('Alice', PASSWORD)).toMatchObject({ authenticated: true });
});

test(
  '64 that go on and on leave heartbeats and lists as quick as they are',
  async () => {
    await using muster = await startMuster({ env });
    await createAccount(muster, 'Alice', PASSWORD);
    const owners = await openLoggedIn(muster, 21);
    const registering = await openForms(muster, 22);
    let isOver = false;
    let answered = 0;
    const repeat = async (action: () => Promise<unknown>) => {
      while (!isOver) {
        // An answer that does not come in a minute, on a machine with nothing left, ends no caller.
        const isAnswered = await action().then(
          () => true,
          () => false,
        );
        if (isAnswered) answered += 1;
      }
    };
    const flood = [
      ...registering.map(async (register) => {
        await register().catch(() => {});
        await repeat(() => open(muster).submit('/acc/forgot/', { who: 'Alice' }));
      }),
      ...Array.from({ length: 21 }, () => repeat(() => open(muster).login('Alice', PASSWORD))),
      ...owners.map((owner) => repeat(() => owner.submit('/acc/export/', { password: PASSWORD }))),
    ];
    expect(flood).toHaveLength(64);
    const server = open(muster);
    await using bare = await openBareServer();
    const times: number[] = [];
    const bareTimes: number[] = [];
    try {
      for (let beat = 0; beat < 40; beat += 1) {
        for (const request of [
          () => server.beat({ users: `${beat}` }),
          () => server.get('/api/servers'),
        ]) {
          const start = performance.now();
          expect((await request()).status).toBe(200);
          times.push(performance.now() - start);
        }
        const start = performance.now();
        await (await fetch(bare.url)).text();
        bareTimes.push(performance.now() - start);
        await Bun.sleep(50);
      }
    } finally {
      isOver = true;
      await Promise.all(flood);
    }
    const addedMs = medianOf(times) - medianOf(bareTimes);
    expect(addedMs, `${times.map(Math.round).join(' ')} ms`).toBeLessThan(CALM_MS);
    expect(answered).toBeGreaterThan(64);
  },
  BUSY_MACHINE,
);
