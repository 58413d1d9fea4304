// Only the binary under a flood of hashing shows that heartbeats and lists notice nothing.

import { expect, test } from 'bun:test';
import { openBareServer } from '../support/bare-server.ts';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import { BUSY_MACHINE, Client, createAccount, nextAddress } from './client.ts';

const PASSWORD = 'correct horse';
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
    Array.from({ length: count }, (_, number) => {
      const email = `flood${number}@example.org`;
      const fields = { name: `Flood_${number}x`, email, password: PASSWORD };
      return open(muster).openRegistration(fields);
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
