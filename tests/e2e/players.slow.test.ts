// What the service tells about players: one by name, one by number, and the newest.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type RunningMuster, startMuster } from '../support/binary.ts';
import { BUSY_MACHINE, Client, createAccount, eventually, LAG_MS } from './client.ts';
import { parseStrictJson } from './strict-json.ts';

interface Player {
  error: string;
  flags: string[];
  forum_title: string;
  id: number | null;
  premium: boolean;
  registered: number | null;
  username: string | null;
}

const notFound =
  '{"error":"User not found","flags":[],"forum_title":"","id":null,"premium":false,"registered":null,"username":null}';
let muster: RunningMuster;
let client: Client;
beforeAll(async () => {
  muster = await startMuster();
  client = new Client(muster);
});
afterAll(() => muster?.[Symbol.asyncDispose]());

async function find(path: string): Promise<Player> {
  const answer = await client.get(path);
  expect(answer.status).toBe(200);
  expect(answer.header('content-type')).toStartWith('application/json');
  return parseStrictJson(answer.body) as Player;
}

/** The flags of a player, in the order of the alphabet. */
async function flagsOf(name: string): Promise<string> {
  return (await find(`/api/player/${name}`)).flags.toSorted().join('');
}

test('nobody yet: an empty count', async () => {
  expect((await client.get('/api/players')).text).toBe('{"playercount":0,"lastfive":[]}');
});

test('a player has exactly the keys of the contract, by name in any case and by number', async () => {
  const before = Math.floor(Date.now() / 1_000);
  await createAccount(muster, 'Alice');
  const answer = await client.get('/api/player/Alice');
  const { registered } = answer.json<Player>();
  expect(answer.text).toBe(
    `{"error":"","flags":[],"forum_title":"","id":1,"premium":false,"registered":${registered},"username":"Alice"}`,
  );
  expect(registered).toBeGreaterThanOrEqual(before);
  expect(registered).toBeLessThanOrEqual(Math.ceil(Date.now() / 1_000));
  for (const path of [
    '/api/player/alice',
    '/api/player/ALICE/',
    '/api/player/%41lice',
    '/api/id/1',
    '/api/id/1/',
  ]) {
    expect((await client.get(path)).text).toBe(answer.text);
  }
});

describe('nobody is found', () => {
  const paths = [
    '/api/player/',
    '/api/player',
    '/api/player/Nobody',
    '/api/player/Alice%20',
    '/api/player/%41lice%00',
    `/api/player/${'x'.repeat(3_000)}`,
    '/api/player/Al%25',
    '/api/id/',
    '/api/id',
    '/api/id/0',
    '/api/id/-1',
    '/api/id/2',
    '/api/id/abc',
    '/api/id/1e0',
    '/api/id/1.0',
    '/api/id/0x1',
    '/api/id/%201',
    '/api/id/1abc',
    '/api/id/99999999999999999999999',
  ];
  for (const path of paths) {
    test(path.slice(0, 60), async () => {
      const answer = await client.get(path);
      expect([answer.status, answer.text]).toEqual([200, notFound]);
    });
  }
});

describe('what an administrator sets is shown', () => {
  beforeAll(() => createAccount(muster, 'Bob'));

  test(
    'flags, forum title and premium',
    async () => {
      await muster.mustRun([
        'account',
        'set',
        'Bob',
        '--flags',
        'dm',
        '--forum-title',
        'King "of" é',
        '--premium',
        'yes',
      ]);
      const bob = await eventually(
        () => find('/api/player/Bob'),
        (player) => player.premium,
        LAG_MS,
      );
      expect(bob).toMatchObject({ forum_title: 'King "of" é', premium: true });
      expect(await flagsOf('Bob')).toBe('dm');
      for (const flag of bob.flags) expect(flag).toMatch(/^[a-z]$/);
      await muster.mustRun(['account', 'set', 'Bob', '--premium', 'no']);
      expect(
        await eventually(
          () => find('/api/player/Bob'),
          (player) => !player.premium,
          LAG_MS,
        ),
      ).toMatchObject({ forum_title: 'King "of" é' });
      expect(await flagsOf('Bob')).toBe('dm');
    },
    BUSY_MACHINE,
  );
  test('a flag that there is none of is refused', async () => {
    for (const flags of ['x', 'dx', 'D']) {
      expect((await muster.run(['account', 'set', 'Bob', '--flags', flags])).exitCode).not.toBe(0);
    }
    expect(await flagsOf('Bob')).toBe('dm');
  });
  test('an administrator is `a`, an unverified account `u`, a suspended one `b` until it is restored', async () => {
    await createAccount(muster, 'Root', 'correct horse', ['--admin']);
    await createAccount(muster, 'Newbie', 'correct horse', ['--unverified']);
    expect(await flagsOf('Root')).toBe('a');
    expect(await flagsOf('Newbie')).toBe('u');
    await muster.mustRun(['account', 'verify', 'Newbie']);
    expect(
      await eventually(
        () => flagsOf('Newbie'),
        (flags) => flags === '',
      ),
    ).toBe('');
    await muster.mustRun(['account', 'suspend', 'Newbie']);
    expect(
      await eventually(
        () => flagsOf('Newbie'),
        (flags) => flags === 'b',
      ),
    ).toBe('b');
    await muster.mustRun(['account', 'restore', 'Newbie']);
    expect(
      await eventually(
        () => flagsOf('Newbie'),
        (flags) => flags === '',
      ),
    ).toBe('');
  });
});

test('/api/players counts verified accounts that are not suspended, and names the newest five', async () => {
  for (const name of ['P1', 'P2', 'P3', 'P4']) await createAccount(muster, name);
  await createAccount(muster, 'Unseen', 'correct horse', ['--unverified']);
  await createAccount(muster, 'Banned');
  await muster.mustRun(['account', 'suspend', 'Banned']);
  // Alice, Bob, Root, Newbie and the four of this test.
  const text = '{"playercount":8,"lastfive":["P4","P3","P2","P1","Newbie"]}';
  await eventually(
    async () => (await client.get('/api/players')).text,
    (seen) => seen === text,
  );
});

test('numbers count in order of registration and are never given twice', async () => {
  await createAccount(muster, 'Gone1');
  const gone = (await find('/api/player/Gone1')).id ?? 0;
  await muster.mustRun(['account', 'delete', 'Gone1', '--yes']);
  await eventually(
    () => find(`/api/id/${gone}`),
    (player) => player.error === 'User not found',
  );
  await createAccount(muster, 'Next1');
  const next = (await find('/api/player/Next1')).id ?? 0;
  expect(next).toBeGreaterThan(gone);
  expect(await find(`/api/id/${gone}`)).toMatchObject({ error: 'User not found', username: null });
  await muster.restart();
  expect(await find('/api/player/Next1')).toMatchObject({ id: next });
});
