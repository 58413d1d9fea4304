// Players who are logged in while the database of the replicas is away.

import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { RunningMuster } from '../support/binary.ts';
import { type Replicas, startReplicas } from '../support/replicas.ts';
import { Client, createAccount, eventually } from './client.ts';

const PASSWORD = 'correct horse';
let replicas: Replicas;

beforeAll(async () => {
  replicas = await startReplicas(2);
}, 120_000);
afterAll(() => replicas?.[Symbol.asyncDispose](), 60_000);

test('their lists go on, nobody else’s do, and who logged out at another replica stays logged out', async () => {
  const [one, other] = replicas.all as [RunningMuster, RunningMuster];
  for (const name of ['Alice', 'Bob', 'Carol']) await createAccount(one, name);
  const hash = await new Client(one).mustBeat({ name: 'Steady' });
  const [alice, bob, carol] = [new Client(one), new Client(one), new Client(other)];
  expect(await alice.login('Alice', PASSWORD)).toMatchObject({ errors: [] });
  expect(await bob.login('Bob', PASSWORD)).toMatchObject({ errors: [] });
  expect(await carol.login('Carol', PASSWORD)).toMatchObject({ errors: [] });
  const readMppass = async (client: Client) =>
    (await client.list()).find((record) => record.hash === hash)?.mppass;
  await eventually(
    () => readMppass(alice),
    (mppass) => mppass !== undefined,
  );
  const mppass = await readMppass(alice);
  expect(await readMppass(bob)).toBeTruthy();
  const { token } = await alice.openLogin();
  const leaving = new Client(other);
  leaving.session = bob.session;
  expect((await leaving.submit('/acc/logout/', {})).status).toBe(303);
  // What the contract gives a logout to count everywhere.
  await Bun.sleep(1_000);

  await replicas.server.stop();
  try {
    // At once, and when the replica has noticed it.
    for (let times = 0; times < 2; times += 1) {
      expect(await readMppass(alice)).toBe(mppass);
      expect((await alice.get('/')).text).toContain('Alice');
      for (const unknown of [bob, Object.assign(new Client(one), { session: carol.session })]) {
        const refused = await unknown.get('/api/servers');
        expect(refused.status).toBe(503);
        expect(refused.header('Retry-After')).toBe('5');
      }
      await eventually(
        () => alice.get('/readyz'),
        ({ status }) => status === 503,
      );
    }
    const refused = await alice.post('/api/login', {
      ...{ username: 'Alice', password: PASSWORD, token },
    });
    expect(refused.status).toBe(503);
    expect(refused.header('Retry-After')).toBe('5');
    expect(await new Client(one).mustBeat({ name: 'Steady' })).toBe(hash);
  } finally {
    await replicas.server.start();
  }
  await eventually(
    () => alice.get('/readyz'),
    ({ status }) => status === 200,
  );
  expect(await readMppass(alice)).toBe(mppass);
  expect(await readMppass(bob)).toBeUndefined();
  const again = new Client(one);
  expect(await again.login('Bob', PASSWORD)).toMatchObject({ errors: [] });
}, 120_000);
