// What the command line does to accounts takes effect at once in the running service.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type RunningMuster, startMuster } from '../support/binary.ts';
import { launcherTexts } from '../support/failures.ts';
import { Client, createAccount, eventually } from './client.ts';

const password = 'correct horse';
const newPassword = 'another horse';
let muster: RunningMuster;
let hash: string;
beforeAll(async () => {
  muster = await startMuster({ env: { MUSTER_PORT_CHECK: 'false' } });
  await createAccount(muster, 'Bystander');
  hash = await new Client(muster).mustBeat();
});
afterAll(() => muster?.[Symbol.asyncDispose]());

async function loggedIn(name: string): Promise<Client> {
  const client = new Client(muster);
  expect(await client.login(name, password)).toMatchObject({ username: name, errors: [] });
  return client;
}

// C3.8
describe('all sessions of the account end at once, and no others', () => {
  const endings: [
    sentence: string,
    name: string,
    args: (name: string) => string[],
    stdin: string | undefined,
    afterwards: string[],
  ][] = [
    [
      'a changed password',
      'Changer',
      (name) => ['account', 'password', name, '--password-stdin'],
      `${newPassword}\n`,
      ['password'],
    ],
    [
      'a suspension',
      'Suspended',
      (name) => ['account', 'suspend', name],
      undefined,
      [launcherTexts.suspended()],
    ],
    [
      'a deletion',
      'Deleted',
      (name) => ['account', 'delete', name, '--yes'],
      undefined,
      ['username', expect.any(String)],
    ],
  ];
  for (const [sentence, name, args, stdin, afterwards] of endings) {
    test(sentence, async () => {
      await createAccount(muster, name);
      const [first, second, other] = [
        await loggedIn(name),
        await loggedIn(name),
        await loggedIn('Bystander'),
      ];
      await eventually(
        () => first.list(),
        ([record]) => record?.mppass !== undefined,
      );
      await muster.mustRun(args(name), stdin === undefined ? {} : { stdin });
      expect(await first.openLogin()).toMatchObject({
        username: null,
        authenticated: false,
        errors: [],
      });
      for (const path of ['/api/servers', `/api/server/${hash}`]) {
        const answer = await second.get(path);
        expect(answer.text).toContain(hash);
        expect(answer.text).not.toContain('"mppass"');
        expect(answer.header('cache-control')).toBe('no-cache');
      }
      expect(await second.openLogin()).toMatchObject({ username: null, authenticated: false });
      expect(await other.openLogin()).toMatchObject({ username: 'Bystander', authenticated: true });
      expect(await new Client(muster).login(name, password)).toMatchObject({ errors: afterwards });
    });
  }
  test('the new password works after the change', async () => {
    expect(await new Client(muster).login('Changer', newPassword)).toMatchObject({ errors: [] });
  });
  test('restoring revives no session, but lets the account log in', async () => {
    await createAccount(muster, 'Restored');
    const client = await loggedIn('Restored');
    await muster.mustRun(['account', 'suspend', 'Restored']);
    await muster.mustRun(['account', 'restore', 'Restored']);
    const old = new Client(muster);
    old.session = client.session;
    expect(await old.openLogin()).toMatchObject({ username: null, authenticated: false });
    await loggedIn('Restored');
  });
});

test('a suspension with an end says until when, in a text that launchers can show', async () => {
  await createAccount(muster, 'Ended');
  await muster.mustRun(['account', 'suspend', 'Ended', '--reason', 'griefing', '--until', '7d']);
  const { errors } = await new Client(muster).login('Ended', password);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatch(/ until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/);
  expect(errors[0]?.length).toBeLessThanOrEqual(64);
});

test('a new name is followed by the session, the player and the mppass', async () => {
  await createAccount(muster, 'Oldname');
  const client = await loggedIn('Oldname');
  const [before] = await eventually(
    () => client.list(),
    ([record]) => record?.mppass !== undefined,
  );
  await muster.mustRun(['account', 'rename', 'Oldname', 'Newname', '--reason', 'asked']);
  expect(await client.openLogin()).toMatchObject({ username: 'Newname', authenticated: true });
  const [after] = await eventually(
    () => client.list(),
    ([record]) => record?.mppass !== before?.mppass,
  );
  expect(after?.mppass).toMatch(/^[0-9a-f]{32}$/);
  expect((await client.get('/api/player/Oldname')).text).toContain('User not found');
  expect((await client.get('/api/player/newname')).text).toContain('"username":"Newname"');
});

describe('what account create accepts and refuses', () => {
  const create = (name: string, email: string, secret: string) =>
    muster.run(['account', 'create', name, '--email', email, '--password-stdin'], {
      stdin: secret,
    });
  let count = 0;
  const freshEmail = () => `reader${++count}@example.org`;

  for (const name of ['ab', 'a.b_c', 'A234567890123456', '1a', '_x', 'x_', '0.0']) {
    test(`the name ${name}`, async () => {
      expect(await create(name, freshEmail(), `${password}\n`)).toMatchObject({ exitCode: 0 });
      expect(await new Client(muster).login(name, password)).toMatchObject({ username: name });
    });
  }
  for (const name of [
    'a',
    'A2345678901234567',
    '.ab',
    'ab.',
    '__',
    '._.',
    'x@y',
    'é1',
    'a b',
    'a-b',
    '',
    'K\u212A',
  ]) {
    test(`not the name ${JSON.stringify(name)}`, async () => {
      const result = await create(name, freshEmail(), `${password}\n`);
      expect(result.exitCode).not.toBe(0);
      expect(result.stderr).not.toBeEmpty();
      expect(result.stderr).not.toContain(password);
    });
  }
  const secrets: [sentence: string, secret: string, isGood: boolean][] = [
    ['8 code points', 'kr7-mq2x', true],
    ['8 code points outside the plane', '🐎🐎🐎🐎🐎🐎🐎🐎', true],
    ['64 code points', '🐎'.repeat(64), true],
    ['7 code points', '1234567', false],
    ['4 code points of two units each', '🐎🐎🐎🐎', false],
    ['65 code points', '🐎'.repeat(65), false],
    ['none', '', false],
  ];
  for (const [index, [sentence, secret, isGood]] of secrets.entries()) {
    test(`a password of ${sentence}: ${isGood ? 'yes' : 'no'}`, async () => {
      const result = await create(`Secret${index}`, freshEmail(), `${secret}\n`);
      expect(result.exitCode === 0).toBe(isGood);
      const { errors } = await new Client(muster).login(`Secret${index}`, secret);
      expect(errors[0]).toBe(isGood ? undefined : 'username');
    });
  }
  test('only one newline at the end of a password is dropped', async () => {
    expect(await create('Newline', freshEmail(), 'with a line\n\n')).toMatchObject({ exitCode: 0 });
    expect(await new Client(muster).login('Newline', 'with a line\n')).toMatchObject({
      errors: [],
    });
  });
  test('a name or an address that is taken, in any case, is refused', async () => {
    await createAccount(muster, 'Taken');
    expect((await create('tAKEN', freshEmail(), password)).exitCode).not.toBe(0);
    expect((await create('NotTaken', 'TAKEN@example.org', password)).exitCode).not.toBe(0);
    expect((await new Client(muster).get('/api/player/NotTaken')).text).toContain('User not found');
  });
});

test('a command about an account that does not exist fails and says so', async () => {
  for (const args of [
    ['verify'],
    ['suspend'],
    ['restore'],
    ['delete', '--yes'],
    ['password', '--password-stdin'],
  ]) {
    const [command = '', ...flags] = args;
    const result = await muster.run(['account', command, 'Nobody', ...flags], {
      stdin: 'correct horse\n',
    });
    expect([command, result.exitCode === 0]).toEqual([command, false]);
    expect(result.stderr).toContain('Nobody');
  }
});
