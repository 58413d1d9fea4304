// Logging in and out without a token, as pages do: the rules, attempts and sessions of launchers.

import { describe, expect, test } from 'bun:test';
import type { Visitor } from '../../src/accounts/accounts.ts';
import { launcherTexts, outcomeOf } from '../support/failures.ts';
import {
  type AccountsFixture,
  ADDRESS,
  createGatedPasswords,
  launcherAt,
  MINUTE_MS,
  openAccountsFixture,
  PASSWORD,
  settle,
} from './fixture.ts';

const RIGHT = { username: 'Alice', password: PASSWORD };
const NOBODY: Visitor = { kind: 'none' };

/** What a login returns, or the failure that it throws. */
function logIn(
  fixture: AccountsFixture,
  visitor: Visitor = NOBODY,
  fields: object = {},
  from = ADDRESS,
) {
  return outcomeOf(fixture.accounts.logIn(visitor, { ...RIGHT, ...fields }, launcherAt(from)));
}

/** The new session's value; the login has to succeed. */
async function startSession(fixture: AccountsFixture, visitor?: Visitor): Promise<string> {
  const outcome = await logIn(fixture, visitor);
  if (!('account' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.sessionValue;
}

const recognise = (fixture: AccountsFixture, value: string) =>
  fixture.accounts.recogniseVisitor([value]);

describe('logging in', () => {
  test('starts a session of the account in its own spelling', async () => {
    using fixture = openAccountsFixture();
    const account = await fixture.register('Alice');
    const outcome = await logIn(fixture, NOBODY, { username: 'aLICE' });
    const value = 'sessionValue' in outcome ? outcome.sessionValue : '';
    expect(value).toMatch(/^s\./);
    expect(outcome).toMatchObject({ account });
    expect(await recognise(fixture, value)).toEqual({ kind: 'account', value, account });
  });

  test('ends the session that it came from, of either kind', async () => {
    using fixture = openAccountsFixture();
    await fixture.register('Alice');
    const { sessionValue: anonymous } = fixture.accounts.describeLogin(NOBODY);
    const first = await startSession(fixture, await recognise(fixture, anonymous));
    expect(await recognise(fixture, anonymous)).toEqual(NOBODY);
    const second = await startSession(fixture, await recognise(fixture, first));
    expect(await recognise(fixture, first)).toEqual(NOBODY);
    expect(await recognise(fixture, second)).toMatchObject({ kind: 'account' });
  });

  test.each<[string, object, string]>([
    ['an unknown name', { username: 'Bob' }, 'username'],
    ['a name that is none', { username: 'Alice\0' }, 'username'],
    ['a wrong password', { password: 'wrong horse' }, 'password'],
    ['no password', { password: '' }, 'password'],
    ['a suspended account', { username: 'Sven' }, launcherTexts.suspended()],
  ])('with %s fails, and leaves the session', async (_what, fields, launcherText) => {
    using fixture = openAccountsFixture();
    await fixture.register('Alice');
    await fixture.register('Sven');
    await fixture.administration.suspendAccount('Sven', 'griefing');
    const value = await startSession(fixture);
    expect(await logIn(fixture, await recognise(fixture, value), fields)).toMatchObject({
      launcherText,
    });
    expect(await recognise(fixture, value)).toMatchObject({ kind: 'account' });
  });

  test('counts its attempts with those of launchers, and tells when to come back', async () => {
    using fixture = openAccountsFixture();
    await fixture.register('Alice');
    for (let count = 0; count < 5; count += 1) {
      await logIn(fixture, NOBODY, { password: 'wrong horse' });
      await fixture.openBrowser().logIn({ password: 'wrong horse' });
    }
    const launcherText = launcherTexts.tooMany(5);
    const stopped = { kind: 'rate_limited', launcherText, retryAfterSeconds: 300 };
    expect(await logIn(fixture)).toMatchObject(stopped);
    expect((await fixture.openBrowser().logIn()).errors).toEqual([launcherText]);
    expect(await logIn(fixture, NOBODY, {}, '203.0.113.8')).toHaveProperty('account');
    fixture.clock.advance(4 * MINUTE_MS);
    expect(await logIn(fixture)).toMatchObject({ retryAfterSeconds: 60 });
    fixture.clock.advance(MINUTE_MS);
    expect(await logIn(fixture)).toHaveProperty('account');
  });

  test('does not outrun a suspension, a new password or a deletion', async () => {
    const changes: [string, (fixture: AccountsFixture) => Promise<unknown>][] = [
      [launcherTexts.suspended(), (fixture) => fixture.administration.suspendAccount('Alice', '')],
      ['password', (fixture) => fixture.administration.changePassword('Alice', 'another horse')],
      ['username', (fixture) => fixture.administration.deleteAccount('Alice')],
    ];
    for (const [launcherText, change] of changes) {
      const passwords = createGatedPasswords();
      using fixture = openAccountsFixture({ passwords });
      await fixture.register('Alice');
      const pending = logIn(fixture);
      await settle();
      expect(passwords.waiting()).toBe(1);
      await change(fixture);
      passwords.release();
      expect(await pending).toMatchObject({ launcherText });
    }
  });
});

describe('logging out', () => {
  test('ends that session alone, at once and for good', async () => {
    using fixture = openAccountsFixture();
    await fixture.register('Alice');
    const [one, other] = [await startSession(fixture), await startSession(fixture)];
    await fixture.accounts.logOut(await recognise(fixture, one));
    expect(await recognise(fixture, one)).toEqual(NOBODY);
    expect(await fixture.restart().recogniseVisitor([one])).toEqual(NOBODY);
    expect(await recognise(fixture, other)).toMatchObject({ kind: 'account' });
  });

  test('twice is as once, and a stranger has nothing to end', async () => {
    using fixture = openAccountsFixture();
    await fixture.register('Alice');
    const alice = await recognise(fixture, await startSession(fixture));
    await fixture.accounts.logOut(alice);
    await fixture.accounts.logOut(alice);
    await fixture.accounts.logOut(NOBODY);
    expect(alice).toMatchObject({ kind: 'account' });
  });

  test('by strangers, however often, ends no session of others', async () => {
    using fixture = openAccountsFixture();
    const { sessionValue } = fixture.accounts.describeLogin(NOBODY);
    for (let count = 0; count < 50_001; count += 1) {
      const stranger = fixture.accounts.describeLogin(NOBODY).sessionValue;
      await fixture.accounts.logOut({ kind: 'anonymous', value: stranger });
    }
    expect(await recognise(fixture, sessionValue)).toMatchObject({ kind: 'anonymous' });
  });
});
