// The session cookie: its shape, when it is sent, what it survives, and what a forged one is worth.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type RunningMuster, startMuster } from '../support/binary.ts';
import type { HeaderLine } from '../support/raw-http.ts';
import { Client, createAccount, type LoginState, sessionOf } from './client.ts';

const password = 'correct horse';
let muster: RunningMuster;
beforeAll(async () => {
  muster = await startMuster({ env: { MUSTER_PORT_CHECK: 'false' } });
  await createAccount(muster, 'Alice');
  await createAccount(muster, 'Bob');
  await new Client(muster).mustBeat();
});
afterAll(() => muster?.[Symbol.asyncDispose]());

/** Asks as somebody who sends exactly these header lines. */
async function openWith(headers: readonly HeaderLine[]): Promise<LoginState> {
  return (await new Client(muster).get('/api/login', headers)).json<LoginState>();
}

async function loggedIn(name: string): Promise<Client> {
  const client = new Client(muster);
  expect(await client.login(name, password)).toMatchObject({ username: name, errors: [] });
  return client;
}

describe('the cookie', () => {
  // C3.1, C3.2
  test('has the attributes of the contract, stands first and is short', async () => {
    const answer = await new Client(muster).get('/api/login');
    const [first = ''] = answer.headersNamed('set-cookie');
    const [pair = '', ...attributes] = first.split(/; */);
    expect(pair).toMatch(/^session=[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{16,199}$/);
    expect(attributes.map((attribute) => attribute.toLowerCase()).sort()).toEqual([
      'httponly',
      'max-age=2592000',
      'path=/',
      'samesite=lax',
    ]);
    expect(
      answer.headersNamed('set-cookie').filter((line) => line.startsWith('session=')),
    ).toHaveLength(1);
  });
  test('is Secure when the base URL is https', async () => {
    await using secure = await startMuster({
      env: { MUSTER_BASE_URL: 'https://play.example.net' },
    });
    const answer = await new Client(secure, { host: 'play.example.net' }).get('/api/login');
    expect(answer.headersNamed('set-cookie')[0]).toMatch(/; *secure/i);
  });
  // C3.3
  test('comes with every login answer, valid one sent or not', async () => {
    const client = new Client(muster);
    for (const makeAnswer of [
      () => client.get('/api/login'),
      () => client.get('/api/login'),
      () => client.post('/api/login', {}),
      () => client.post('/api/login', { username: 'Alice', password: 'wrong one', token: 'x' }),
      () => new Client(muster).post('/api/login', {}),
    ]) {
      expect(sessionOf(await makeAnswer())).toBeDefined();
    }
  });
  // C3.4
  test('comes with no list, lookup, player, address or heartbeat', async () => {
    const paths = [
      '/api/servers',
      '/api/server/',
      '/api/server/abf74d16ae6df453f47265d8b47a3e1b',
      '/api/player/Alice',
      '/api/id/1',
      '/api/players',
      '/api/myip',
      '/heartbeat.jsp',
      '/server/heartbeat',
      '/api/nothing',
    ];
    const player = await loggedIn('Alice');
    const valid = player.session ?? '';
    for (const cookie of [undefined, 'forged', '', valid]) {
      const headers: HeaderLine[] = cookie === undefined ? [] : [['Cookie', `session=${cookie}`]];
      for (const path of paths) {
        const answer = await new Client(muster).get(path, headers);
        expect([path, cookie, answer.header('set-cookie')]).toEqual([path, cookie, undefined]);
      }
    }
  });
  test('is never the same for two callers', async () => {
    const values = new Set<string | undefined>();
    for (let index = 0; index < 20; index += 1) {
      values.add(sessionOf(await new Client(muster).get('/api/login')));
    }
    expect(values.size).toBe(20);
  });
});

describe('a cookie that is worth nothing behaves as none', () => {
  const forged = [
    'forged',
    '',
    'in.alice.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    '1',
    '0',
    'null',
    '{"a":1}',
    '[1]',
    '"quoted"',
    '%00',
    '%zz',
    'a=b=c',
    'é',
    'x'.repeat(199),
    'x'.repeat(5_000),
    "' OR 1=1 --",
    '../../x',
  ];
  for (const value of forged) {
    test(JSON.stringify(value.slice(0, 60)), async () => {
      const headers: HeaderLine[] = [['Cookie', `session=${value}`]];
      const answer = await new Client(muster).get('/api/login', headers);
      expect(answer.json()).toMatchObject({ username: null, authenticated: false, errors: [] });
      expect(sessionOf(answer)).toBeDefined();
      expect(sessionOf(answer)).not.toBe(value);
      for (const path of [
        '/api/servers',
        '/api/server/abf74d16ae6df453f47265d8b47a3e1b',
        '/api/myip',
      ]) {
        const read = await new Client(muster).get(path, headers);
        expect([path, read.status]).toEqual([path, 200]);
        expect(read.text).not.toContain('"ip"');
      }
    });
  }
  test('a real value with one character changed', async () => {
    const session = (await loggedIn('Alice')).session ?? '';
    const other = session.startsWith('A') ? `B${session.slice(1)}` : `A${session.slice(1)}`;
    for (const value of [
      other,
      `${session}x`,
      session.slice(0, -1),
      session.toUpperCase() === session ? session.toLowerCase() : session.toUpperCase(),
    ]) {
      expect(await openWith([['Cookie', `session=${value}`]])).toMatchObject({
        authenticated: false,
      });
    }
  });
  test('a cookie of another name or case', async () => {
    const session = (await loggedIn('Alice')).session ?? '';
    for (const cookie of [
      `Session=${session}`,
      `xsession=${session}`,
      `session2=${session}`,
      `a=session=${session}`,
    ]) {
      expect(await openWith([['Cookie', cookie]])).toMatchObject({ authenticated: false });
    }
  });
});

describe('of several session cookies the first valid one counts', () => {
  test('in every place and spelling', async () => {
    const alice = (await loggedIn('Alice')).session ?? '';
    const bob = (await loggedIn('Bob')).session ?? '';
    const cases: [cookie: string, username: string][] = [
      [`session=forged; session=${alice}`, 'Alice'],
      [`session=; a=b; session=${alice}; session=forged`, 'Alice'],
      [`session=${alice}; session=${bob}`, 'Alice'],
      [`session=${bob}; session=${alice}`, 'Bob'],
      [`__cfduid=xyz; session=${bob}`, 'Bob'],
      [`a=b;session=${alice};c=d`, 'Alice'],
      [` ;; session=${alice} ; x`, 'Alice'],
    ];
    for (const [cookie, username] of cases) {
      expect(await openWith([['Cookie', cookie]])).toMatchObject({ username });
    }
  });
});

describe('logging in', () => {
  test('gives a new value and ends the one that it came from', async () => {
    const client = new Client(muster);
    await client.openLogin();
    const before = client.session ?? '';
    const spare = await client.openLogin();
    await client.login('Alice', password);
    expect(client.session).not.toBe(before);
    const old = new Client(muster);
    old.session = before;
    expect(
      await old.submitLogin({ username: 'Alice', password, token: spare.token }),
    ).toMatchObject({ errors: ['token'] });
    expect(await openWith([['Cookie', `session=${before}`]])).toMatchObject({
      authenticated: false,
    });
  });
  test('does not adopt a value that somebody else chose', async () => {
    const client = new Client(muster);
    client.session = 'chosen-by-an-attacker-0123456789abcdef';
    await client.openLogin();
    expect(client.session).not.toBe('chosen-by-an-attacker-0123456789abcdef');
    await client.login('Alice', password);
    expect(
      await openWith([['Cookie', 'session=chosen-by-an-attacker-0123456789abcdef']]),
    ).toMatchObject({ authenticated: false });
  });
  test('as somebody else ends the session that it came from', async () => {
    const client = await loggedIn('Alice');
    const aliceSession = client.session ?? '';
    expect(await client.login('Bob', password)).toMatchObject({ username: 'Bob' });
    expect(await openWith([['Cookie', `session=${aliceSession}`]])).toMatchObject({
      authenticated: false,
    });
    expect(await client.openLogin()).toMatchObject({ username: 'Bob', authenticated: true });
  });
  test('that fails leaves the session as it was', async () => {
    const client = await loggedIn('Alice');
    const session = client.session ?? '';
    expect(await client.login('Bob', 'wrong password')).toMatchObject({
      username: null,
      authenticated: false,
      errors: ['password'],
    });
    expect(await client.submitLogin({ username: 'Bob', password, token: 'made-up' })).toMatchObject(
      { username: null, authenticated: false, errors: ['token'] },
    );
    expect(await openWith([['Cookie', `session=${session}`]])).toMatchObject({
      username: 'Alice',
      authenticated: true,
    });
  });
  test('twice gives two sessions that live side by side', async () => {
    const [first, second] = [await loggedIn('Alice'), await loggedIn('Alice')];
    expect(first.session).not.toBe(second.session);
    expect(await first.openLogin()).toMatchObject({ username: 'Alice' });
    expect(await second.openLogin()).toMatchObject({ username: 'Alice' });
  });
});

test('sessions survive a restart, orderly or not', async () => {
  const client = await loggedIn('Alice');
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    await muster.restart(signal);
    expect(await client.openLogin()).toMatchObject({ username: 'Alice', authenticated: true });
    const [record] = await client.lookup('abf74d16ae6df453f47265d8b47a3e1b');
    expect(record?.mppass).toMatch(/^[0-9a-f]{32}$/);
  }
});
