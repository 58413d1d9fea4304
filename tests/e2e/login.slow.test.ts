// The login conversation: its object, its tokens, its errors in their order, and who may log in.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import { launcherTexts } from '../support/failures.ts';
import { Client, createAccount, eventually, nextAddress } from './client.ts';

const password = 'correct horse';
const odd = 'pä55 +&=%"\\ 🐎🐎';
const longest = '🐎'.repeat(64);
let muster: RunningMuster;
beforeAll(async () => {
  muster = await startMuster({ env: manyAddresses });
  await createAccount(muster, 'Alice');
  await createAccount(muster, 'Kate.S_1', odd);
  await createAccount(muster, 'Horse', longest);
  await createAccount(muster, 'Newcomer', password, ['--unverified']);
  await createAccount(muster, 'Rude');
  await muster.mustRun(['account', 'suspend', 'Rude']);
});
afterAll(() => muster?.[Symbol.asyncDispose]());

/** A caller of its own address, so that no attempts are shared. */
function caller(): Client {
  return new Client(muster, { address: nextAddress() });
}

test('the login object has exactly its keys in their order', async () => {
  const client = caller();
  const opened = await client.get('/api/login');
  expect(opened.text).toMatch(
    /^\{"username":null,"authenticated":false,"token":"[^"]{16,64}","errors":\[\],"errorcount":0\}$/,
  );
  const failed = await client.post('/api/login', { username: 'Alice', password, token: 'x' });
  expect(failed.text).toMatch(
    /^\{"username":null,"authenticated":false,"token":"[^"]{16,64}","errors":\["token"\],"errorcount":1\}$/,
  );
  await client.login('Alice', password);
  const done = await client.get('/api/login');
  expect(done.text).toMatch(
    /^\{"username":"Alice","authenticated":true,"token":"[^"]{16,64}","errors":\[\],"errorcount":0\}$/,
  );
});

describe('who logs in', () => {
  const cases: [
    sentence: string,
    username: string,
    secret: string,
    spelling: string | null,
    errors: string[],
  ][] = [
    ['the right password', 'Alice', password, 'Alice', []],
    ['the name in capitals', 'ALICE', password, 'Alice', []],
    ['the name in small letters', 'kate.s_1', odd, 'Kate.S_1', []],
    ['64 code points outside the plane', 'Horse', longest, 'Horse', []],
    ['an unverified account', 'newcomer', password, 'Newcomer', ['verification']],
    ['a wrong password', 'Alice', 'wrong horse', null, ['password']],
    ['the right password in other case', 'Alice', 'Correct horse', null, ['password']],
    ['the right password and a blank', 'Alice', `${password} `, null, ['password']],
    ['an empty password', 'Alice', '', null, ['password']],
    ['a password cut', 'Horse', '🐎'.repeat(63), null, ['password']],
    ['a password too long', 'Horse', '🐎'.repeat(65), null, ['password']],
    ['a very long password', 'Alice', 'x'.repeat(50_000), null, ['password']],
    ['a name that nobody has', 'Nobody', password, null, ['username']],
    ['an empty name', '', password, null, ['username']],
    ['a name that folds to one in Unicode only', '\u212Aate.s_1', odd, null, ['username']],
    ['a name with a blank', ' Alice', password, null, ['username']],
    ['a pattern', 'Ali%', password, null, ['username']],
    ['a quote', "Alice' --", password, null, ['username']],
    ['a NUL after the name', 'Alice\u0000', password, null, ['username']],
    ['a very long name', 'A'.repeat(50_000), password, null, ['username']],
    ['a suspended account', 'Rude', password, null, [launcherTexts.suspended()]],
    ['a suspended account with a wrong password', 'Rude', 'wrong horse', null, ['password']],
    ['an unverified account with a wrong password', 'Newcomer', 'wrong horse', null, ['password']],
  ];
  for (const [sentence, username, secret, spelling, errors] of cases) {
    test(sentence, async () => {
      const state = await caller().login(username, secret);
      const { token, ...rest } = state;
      // A text that says where to register follows it.
      const more = errors[0] === 'username' ? [expect.any(String)] : [];
      expect(rest).toEqual({
        username: spelling,
        authenticated: spelling !== null,
        errors: [...errors, ...more],
        errorcount: errors.length + more.length,
      });
      expect(token).toMatch(/^[\x21-\x7e]{16,64}$/);
    });
  }
  test('without a password, a name or anything at all', async () => {
    const client = caller();
    const { token } = await client.openLogin();
    const noPassword = await client.submitLogin({ username: 'Alice', token });
    expect(noPassword.errors).toEqual(['password']);
    const noName = await client.submitLogin({ password, token: noPassword.token });
    expect(noName.errors[0]).toBe('username');
    expect((await client.submitLogin({})).errors).toEqual(['token']);
  });
  test('a code that nobody asked for is ignored', async () => {
    for (const code of ['', '123456', 'free text']) {
      const client = caller();
      const { token } = await client.openLogin();
      const form = { username: 'Alice', password, token, login_code: code };
      expect(await client.submitLogin(form)).toMatchObject({ username: 'Alice', errors: [] });
    }
  });
  test('a query is no form: nothing of it logs in', async () => {
    const client = caller();
    const { token } = await client.openLogin();
    const query = new URLSearchParams({ username: 'Alice', password, token });
    expect((await client.post(`/api/login?${query}`, '')).json()).toMatchObject({
      authenticated: false,
      errors: ['token'],
    });
  });
});

describe('an unverified account', () => {
  test('is logged in, sees ip and port, and an empty mppass until it is verified', async () => {
    await createAccount(muster, 'Late', password, ['--unverified']);
    const hash = await caller().mustBeat({ port: '4242', salt: 's' });
    const client = caller();
    await client.login('Late', password);
    const again = {
      username: 'Late',
      authenticated: true,
      errors: ['verification'],
      errorcount: 1,
    };
    expect(await client.openLogin()).toMatchObject(again);
    const [record] = await client.lookup(hash);
    expect(record).toMatchObject({
      port: 4242,
      ip: expect.stringMatching(/^198\.18\./),
      mppass: '',
    });
    const listed = await eventually(
      () => client.list(),
      (list) => list.some((item) => item.hash === hash),
    );
    expect(listed.map(({ mppass }) => mppass)).toEqual(listed.map(() => ''));
    await muster.mustRun(['account', 'verify', 'Late']);
    expect(await client.openLogin()).toMatchObject({ username: 'Late', errors: [] });
    const mppass = Bun.MD5.hash('sLate', 'hex');
    await eventually(
      () => client.list(),
      (list) => list.some((item) => item.hash === hash && item.mppass === mppass),
    );
  });
});

describe('tokens', () => {
  const form = (token: string) => ({ username: 'Alice', password, token });

  test('every answer carries a new one', async () => {
    const client = caller();
    const tokens = new Set<string>();
    for (let turn = 0; turn < 5; turn += 1) {
      tokens.add((await client.openLogin()).token);
      tokens.add((await client.submitLogin({ token: 'x' })).token);
    }
    expect(tokens.size).toBe(10);
  });
  test('any that was handed to the session is good, in any order', async () => {
    for (const wanted of [0, 1, 2]) {
      const client = caller();
      const tokens: string[] = [];
      for (let turn = 0; turn < 3; turn += 1) tokens.push((await client.openLogin()).token);
      expect(await client.submitLogin(form(tokens[wanted] ?? ''))).toMatchObject({ errors: [] });
    }
  });
  test("a failed POST's token is good for the next", async () => {
    const client = caller();
    const { token } = await client.openLogin();
    const failed = await client.submitLogin({ ...form(token), password: 'wrong horse' });
    expect(await client.submitLogin(form(failed.token))).toMatchObject({ errors: [] });
  });
  test('one is good once, whatever came of it', async () => {
    for (const first of [
      { username: 'Nobody' },
      { password: 'wrong horse' },
      { username: 'Rude' },
    ]) {
      const client = caller();
      const { token } = await client.openLogin();
      expect((await client.submitLogin({ ...form(token), ...first })).errors).not.toBeEmpty();
      expect((await client.submitLogin(form(token))).errors).toEqual(['token']);
    }
  });
  test('one spent by a success is spent for the new session too', async () => {
    const client = caller();
    const { token } = await client.openLogin();
    await client.submitLogin(form(token));
    expect((await client.submitLogin(form(token))).errors).toEqual(['token']);
  });
  test('one sent twice at once is good for one of them at most', async () => {
    const client = caller();
    const { token } = await client.openLogin();
    const other = caller();
    other.session = client.session;
    const states = await Promise.all([
      client.submitLogin(form(token)),
      other.submitLogin(form(token)),
    ]);
    expect(states.filter((state) => state.authenticated)).toHaveLength(1);
    expect(states.filter((state) => state.errors[0] === 'token')).toHaveLength(1);
  });
  test("another session's is refused, and stays good for its own", async () => {
    const [mine, theirs] = [caller(), caller()];
    await mine.openLogin();
    const { token } = await theirs.openLogin();
    expect((await mine.submitLogin(form(token))).errors).toEqual(['token']);
    expect((await theirs.submitLogin(form(token))).errors).toEqual([]);
  });
  test('a client that lost its cookie is answered `token`, and can go on from there', async () => {
    const client = caller();
    const { token } = await client.openLogin();
    client.session = undefined;
    const state = await client.submitLogin(form(token));
    expect(state).toMatchObject({
      username: null,
      authenticated: false,
      errors: ['token'],
      errorcount: 1,
    });
    expect(await client.submitLogin(form(state.token))).toMatchObject({
      username: 'Alice',
      errors: [],
    });
  });
  for (const token of [
    '',
    'x',
    'x'.repeat(64),
    'x'.repeat(65),
    'x'.repeat(60_000),
    '\u0000',
    '😀',
  ]) {
    test(`a made-up one is refused: ${JSON.stringify(token.slice(0, 20))} of ${token.length}`, async () => {
      const client = caller();
      await client.openLogin();
      expect((await client.submitLogin(form(token))).errors).toEqual(['token']);
    });
  }
  test('the token is looked at before the name and the password', async () => {
    const client = caller();
    await client.openLogin();
    const state = await client.submitLogin({ username: 'Nobody', password: 'x', token: 'made up' });
    expect(state.errors).toEqual(['token']);
  });
  test('a logged-in session can log in again with what its GET gave it', async () => {
    const client = caller();
    await client.login('Alice', password);
    expect(await client.login('alice', password)).toMatchObject({ username: 'Alice', errors: [] });
  });
});
