// Only recordings of both launchers show that the binary takes their logins byte for byte, on the connection that they keep.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type RunningMuster, startMuster } from '../support/binary.ts';
import { Client, createAccount, eventually, type LoginState, readRecords } from './client.ts';
import { Launcher } from './launcher.ts';

// The account that the recorded conversations log in with.
const recordedPassword = 's3cret &=+%/ pw';
const salt = 'AToZi818Dmo7ANTJOT7xTl0bWXlPP77f';
const mppassOfAlice = '85891e1d30c31ecd5facb5d741f2f533';
const hash = 'abf74d16ae6df453f47265d8b47a3e1b';
let muster: RunningMuster;

beforeAll(async () => {
  muster = await startMuster({ env: { MUSTER_PORT_CHECK: 'false' } });
  await createAccount(muster, 'Alice', recordedPassword);
  await new Client(muster).mustBeat({ salt, port: '25565', public: 'false' });
});
afterAll(() => muster?.[Symbol.asyncDispose]());

function expectLoggedIn(state: LoginState): void {
  expect(state).toMatchObject({
    username: 'Alice',
    authenticated: true,
    errors: [],
    errorcount: 0,
  });
}

describe('a recorded conversation ends logged in', () => {
  const conversations = [
    ['launcher 1.3.8', 'cc138-get-login', 'cc138-post-login', 'cc138-get-servers'],
    ['launcher 1.3.7', 'cc137-get-login', 'cc137-post-login', 'cc137-get-servers'],
    ['launcher 1.3.8 with a code', 'cc138-get-login', 'cc138-post-login-mfa', 'cc138-get-servers'],
    [
      'launcher 1.3.8, doubled slash',
      'cc138-get-login-doubleslash',
      'cc138-post-login',
      'cc138-two-cookies',
    ],
  ] as const;
  for (const [sentence, getLogin, postLogin, getServers] of conversations) {
    test(sentence, async () => {
      using launcher = await Launcher.start(muster.port);
      const opened = await launcher.replayLogin(getLogin);
      expect(opened).toMatchObject({ username: null, authenticated: false, errors: [] });
      expectLoggedIn(await launcher.replayLogin(postLogin));
      const list = await launcher.replay(getServers);
      expect(list.status).toBe(200);
      expect(list.header('cache-control')).toBe('private, no-store');
      const [record] = readRecords(await launcher.replay('cc138-get-server-hash'));
      expect(record).toMatchObject({ hash, ip: '127.0.0.1', port: 25565, mppass: mppassOfAlice });
    });
  }
});

test('a launcher that kept its session is logged in by the GET alone and skips the POST', async () => {
  using launcher = await Launcher.start(muster.port);
  await launcher.replayLogin('cc138-get-login');
  await launcher.replayLogin('cc138-post-login');
  using later = await Launcher.start(muster.port);
  later.session = launcher.session;
  expectLoggedIn(await later.replayLogin('cc138-get-login-with-session'));
});

test('two cookies in one header: the session among them counts', async () => {
  using launcher = await Launcher.start(muster.port);
  await launcher.replayLogin('cc138-get-login');
  await launcher.replayLogin('cc138-post-login');
  await new Client(muster).mustBeat({ salt, port: '25565', public: 'true' });
  await eventually(
    () => new Client(muster).list(),
    (records) => records.some((record) => record.hash === hash),
  );
  const records = readRecords(await launcher.replay('cc138-two-cookies'));
  expect(records.find((record) => record.hash === hash)?.mppass).toBe(mppassOfAlice);
});

test('a login POST without its body is answered with an error on a connection kept open', async () => {
  using launcher = await Launcher.start(muster.port);
  await launcher.replayLogin('cc138-get-login');
  const tokenBefore = launcher.token;
  const state = await launcher.replayLogin('cc138-post-login-BODYLESS-after-close');
  expect(state.errors).not.toBeEmpty();
  expect(state).toMatchObject({ username: null, authenticated: false });
  expect(state.token).not.toBe(tokenBefore ?? '');
  expectLoggedIn(await launcher.replayLogin('cc138-post-login'));
});

test('a launcher that comes back with a cookie from elsewhere logs in by both steps', async () => {
  using launcher = await Launcher.start(muster.port);
  const opened = await launcher.replayLogin('cc138-get-login-with-session');
  expect(opened).toMatchObject({ username: null, authenticated: false });
  expectLoggedIn(await launcher.replayLogin('cc138-post-login'));
});
