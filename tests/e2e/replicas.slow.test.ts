// Only replicas that are processes show how soon all of them know what one heard.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Replicas, startReplicas } from '../support/replicas.ts';
import { BUSY_MACHINE, Client, createAccount, eventually, nextAddress } from './client.ts';

const PASSWORD = 'correct horse';
/** How soon a heartbeat to one replica is in the lists of the others. */
const KNOWN_MS = 2_000;
let replicas: Replicas;

/** A client of each replica that speaks for the same address. */
function clientsOf(address = nextAddress()): [Client, Client, Client] {
  const [a, b, c] = replicas.all.map((replica) => new Client(replica, { address }));
  if (a === undefined || b === undefined || c === undefined) throw new Error('three are needed');
  return [a, b, c];
}

describe('replicas', () => {
  beforeAll(async () => {
    replicas = await startReplicas(3);
  }, 120_000);
  afterAll(() => replicas?.[Symbol.asyncDispose](), 60_000);

  test(
    'a heartbeat to one is in the lists of all within two seconds',
    async () => {
      const [first, ...others] = clientsOf();
      const hash = await first.mustBeat({ name: 'Known to all' });
      const sentAt = performance.now();
      for (const other of others) {
        await eventually(
          () => other.list(),
          (records) => records.some((record) => record.hash === hash),
        );
        expect(performance.now() - sentAt).toBeLessThan(KNOWN_MS);
      }
    },
    { ...BUSY_MACHINE, timeout: 60_000 },
  );

  test('a ban counts at all within a second, and its server comes back nowhere', async () => {
    const [first, second, third] = clientsOf();
    const hash = await first.mustBeat({ name: 'To be banned' });
    for (const client of [second, third]) {
      await eventually(
        () => client.lookup(hash),
        (records) => records.length === 1,
      );
    }
    await replicas.all[1]?.mustRun(['ban', 'add', '--server', hash, '--reason', 'of the test']);
    for (const client of [first, second, third]) {
      await eventually(
        () => client.lookup(hash),
        (records) => records.length === 0,
      );
    }
    for (const client of [first, second, third]) {
      await eventually(
        () => client.beat({ name: 'To be banned' }),
        ({ text }) => text.includes('of the test'),
      );
    }
    await Bun.sleep(1_500);
    for (const client of [first, second, third]) expect(await client.lookup(hash)).toEqual([]);
  });

  test('one that starts later lists what the others know', async () => {
    const [first, , third] = clientsOf();
    const hash = await first.mustBeat({ name: 'Before the start' });
    await replicas.all[2]?.restart('SIGKILL');
    await eventually(
      () => third.list(),
      (records) => records.some((record) => record.hash === hash),
    );
  });
});

test('behind a pooler replicas look for changes at intervals, and know a heartbeat and a suspension soon', async () => {
  await using pooled = await startReplicas(2, { MUSTER_DATABASE_POOLER: 'true' });
  const [maker, other] = pooled.all;
  if (maker === undefined || other === undefined) throw new Error('two are needed');
  await createAccount(maker, 'Alice');
  const [first, second] = [new Client(maker), new Client(other)];
  const hash = await first.mustBeat({ name: 'Known to both' });
  await eventually(
    () => second.list(),
    (records) => records.some((record) => record.hash === hash),
  );
  await second.login('Alice', PASSWORD);
  await maker.mustRun(['account', 'suspend', 'Alice']);
  expect(await second.openLogin()).toMatchObject({ authenticated: false });
}, 120_000);
