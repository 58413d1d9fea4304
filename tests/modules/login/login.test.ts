// Both steps of a login and its tokens, over a real store.

import { describe, expect, test } from 'bun:test';
import { createPasswordHasher } from '../../../src/platform/lib/password-hashing.ts';
import { launcherTexts } from '../../support/failures.ts';
import {
  type AccountsFixture,
  DAY_MS,
  launcherAt,
  openAccountsFixture,
  openWithAlice,
  PASSWORD,
  quickPasswords,
} from '../../support/test-accounts.ts';

describe('the first step of a login', () => {
  // C3.11
  test('answers a stranger with a session and a token, and writes nothing', async () => {
    using fixture = openAccountsFixture();
    const browser = fixture.openBrowser();
    const state = await browser.openLogin();
    expect(state).toEqual({
      sessionValue: expect.stringMatching(/^a\./),
      username: null,
      isAuthenticated: false,
      token: expect.stringMatching(/^.{1,64}$/),
      errors: [],
    });
    const again = await browser.openLogin();
    expect(again.sessionValue).toBe(state.sessionValue);
    expect(again.token).not.toBe(state.token);
  });

  // C4.2, C4.13
  test('tells who is logged in, and that an account is not verified until it is', async () => {
    using fixture = openAccountsFixture();
    await fixture.register('Alice', { isVerified: false });
    const browser = fixture.openBrowser();
    await browser.logIn({ username: 'aLICE' });
    expect(await browser.openLogin()).toMatchObject({
      username: 'Alice',
      isAuthenticated: true,
      errors: ['verification'],
    });
    await fixture.administration.verifyAccount('ALICE');
    expect(await browser.openLogin()).toMatchObject({ username: 'Alice', errors: [] });
  });
});

describe('the second step of a login', () => {
  type Prepare = (fixture: AccountsFixture) => Promise<unknown>;
  const suspend: Prepare = (it) => it.administration.suspendAccount('Alice', 'griefing');
  const change: Prepare = (it) => it.administration.changePassword('Alice', 'battery staple');
  const outcomes: [what: string, form: object, error?: string | undefined, prepare?: Prepare][] = [
    ['the right password', {}],
    ['the name in other case', { username: 'aLiCe' }],
    ['a login code nobody asked for', { loginCode: '123456' }],
    ['a wrong password', { password: 'wrong horse' }, 'password'],
    ['the password in other case', { password: 'Correct horse' }, 'password'],
    ['no password', { password: '' }, 'password'],
    ['a password too short to be one', { password: 'short' }, 'password'],
    ['a password too long to be one', { password: 'x'.repeat(65) }, 'password'],
    ['an unknown name', { username: 'Bob' }, 'username'],
    ['no name', { username: '' }, 'username'],
    ['a name with a space around it', { username: ' Alice' }, undefined],
    ['a name that only folds to the right one', { username: 'A\u0131ice' }, 'username'],
    ['no token', { token: '' }, 'token'],
    ['a made-up token', { token: 'A'.repeat(56) }, 'token'],
    ['a bad token with all else wrong', { token: 'x', username: 'Bob', password: '' }, 'token'],
    ['a suspended account and the right password', {}, launcherTexts.suspended(), suspend],
    ['a suspended account and a wrong one', { password: 'wrong horse' }, 'password', suspend],
    ['a deleted account', {}, 'username', (it) => it.administration.deleteAccount('Alice')],
    ['the password from before a change', {}, 'password', change],
    ['the password from after a change', { password: 'battery staple' }, undefined, change],
  ];
  // C4.7, C4.8, C4.17, C4.20
  test.each(outcomes)('with %s', async (_, ...[form, error, prepare]) => {
    using fixture = await openWithAlice();
    await prepare?.(fixture);
    const browser = fixture.openBrowser();
    const requested = await browser.openLogin();
    const state = await browser.post({
      username: 'Alice',
      password: PASSWORD,
      token: requested.token,
      ...form,
    });
    const isSuccess = error === undefined;
    expect(state.errors).toEqual(isSuccess ? [] : [error]);
    expect(state.isAuthenticated).toBe(isSuccess);
    expect(state.username).toBe(isSuccess ? 'Alice' : null);
    expect(state.token).not.toBe(requested.token);
    expect(state.sessionValue === requested.sessionValue).toBe(!isSuccess);
    expect(await browser.openLogin()).toMatchObject({ isAuthenticated: isSuccess });
  });

  // C4.19
  test('with a password that holds any Unicode', async () => {
    using fixture = await openWithAlice({
      passwords: createPasswordHasher({ memoryKib: 8, iterations: 1 }),
    });
    const password = 'pä\0😀 ßw\n\u202eord';
    await fixture.administration.changePassword('Alice', password);
    const browser = fixture.openBrowser();
    expect(await browser.logIn({ password: password.normalize('NFD') })).toMatchObject({
      errors: ['password'],
    });
    expect(await browser.logIn({ password })).toMatchObject({ errors: [] });
  });

  test('never sends an impossible password to the hasher', async () => {
    const requested: string[] = [];
    using fixture = openAccountsFixture({
      passwords: {
        ...quickPasswords,
        hash: async (password) => password,
        async verify(password) {
          requested.push(password);
          return false;
        },
      },
    });
    await fixture.register('Alice');
    for (const password of ['', 'short', 'x'.repeat(65), 'lone \ud800 half', 'possible one']) {
      expect(await fixture.openBrowser().logIn({ password })).toMatchObject({
        errors: ['password'],
      });
    }
    expect(requested).toEqual(['possible one']);
  });
});

describe('a token', () => {
  // C4.5
  test('is spent by any outcome, and every answer carries one that is good', async () => {
    using fixture = await openWithAlice();
    const browser = fixture.openBrowser();
    const { token: first } = await browser.openLogin();
    const wrong = await browser.post({ username: 'Alice', password: 'wrong horse', token: first });
    expect(wrong.errors).toEqual(['password']);
    const form = { username: 'Alice', password: PASSWORD };
    const reused = await browser.post({ ...form, token: first });
    expect(reused.errors).toEqual(['token']);
    expect(await browser.post({ ...form, token: reused.token })).toMatchObject({ errors: [] });
  });

  // C4.6
  test('is refused from a client that lost its cookie, which gets a new one', async () => {
    using fixture = await openWithAlice();
    const browser = fixture.openBrowser();
    const { token, sessionValue } = await browser.openLogin();
    browser.cookie = undefined;
    const form = { username: 'Alice', password: PASSWORD };
    const refused = await browser.post({ ...form, token });
    expect(refused).toMatchObject({ errors: ['token'] });
    expect(refused.sessionValue).not.toBe(sessionValue);
    expect(await browser.post({ ...form, token: refused.token })).toMatchObject({ errors: [] });
  });

  test('is refused after its session has ended by a login or by its age', async () => {
    using fixture = await openWithAlice();
    const browser = fixture.openBrowser();
    const { token, sessionValue } = await browser.openLogin();
    await browser.logIn();
    browser.cookie = sessionValue;
    const form = { username: 'Alice', password: PASSWORD };
    expect(await browser.post({ ...form, token })).toMatchObject({ errors: ['token'] });

    const old = fixture.openBrowser();
    await old.openLogin();
    fixture.clock.advance(DAY_MS - 1);
    const late = await old.openLogin();
    fixture.clock.advance(1);
    expect(await old.post({ ...form, token: late.token })).toMatchObject({ errors: ['token'] });
  });

  test('handed to a visitor before a login elsewhere is refused, even to the very same visitor', async () => {
    using fixture = await openWithAlice();
    const state = fixture.accounts.describeLogin({ kind: 'none' });
    const second = fixture.accounts.describeLogin({ kind: 'anonymous', value: state.sessionValue });
    const visitor = await fixture.accounts.recogniseVisitor([state.sessionValue]);
    const form = { username: 'Alice', password: PASSWORD, loginCode: '' };
    const won = await fixture.accounts.completeLogin(
      visitor,
      { ...form, token: state.token },
      launcherAt('::1'),
    );
    expect(won.errors).toEqual([]);
    const lost = await fixture.accounts.completeLogin(
      visitor,
      { ...form, token: second.token },
      launcherAt('::1'),
    );
    expect(lost.errors).toEqual(['token']);
    expect(lost.sessionValue).not.toBe(state.sessionValue);
  });
});
