// What administrators do with accounts, over a real store.

import { describe, expect, test } from 'bun:test';
import { launcherTexts } from '../../support/failures.ts';
import {
  type AccountsFixture,
  DAY_MS,
  openAccountsFixture,
  openWithAlice,
  PASSWORD,
} from '../../support/test-accounts.ts';

const request = {
  name: 'Alice',
  email: 'alice@example.net',
  password: PASSWORD,
  isVerified: true,
};

describe('creating an account', () => {
  test('stores what was asked for, the password as a hash alone', async () => {
    using fixture = openAccountsFixture();
    const account = await fixture.administration.createAccount({
      ...request,
      role: 'administrator',
    });
    expect(account).toEqual({
      id: 1,
      name: 'Alice',
      email: 'alice@example.net',
      verifiedAt: fixture.clock.now(),
      suspendedAt: null,
      emailConfirmedAt: fixture.clock.now(),
      suspendedUntil: null,
      suspensionReason: '',
      role: 'administrator',
      flags: '',
      forumTitle: '',
      isPremium: false,
      registeredAt: fixture.clock.now(),
      rulesVersion: null,
      rulesAgreedAt: null,
      language: 'en',
    });
    expect(await fixture.administration.findAccount('aLICE')).toEqual(account);
    const stored = await fixture.store.accounts.findAccountById(1);
    expect(stored?.passwordHash).toStartWith('quick:');
  });

  test('leaves an account unverified where asked', async () => {
    using fixture = openAccountsFixture();
    const account = await fixture.administration.createAccount({ ...request, isVerified: false });
    expect(account.verifiedAt).toBeNull();
  });

  const refused: [string, Partial<typeof request>, string, string][] = [
    ['a bad name', { name: 'a b' }, 'invalid', 'The name "a b" is not allowed'],
    ['a bad address', { email: 'secret' }, 'invalid', 'The email address is not valid'],
    ['a bad password', { password: 'secret' }, 'invalid', 'The password has 6 characters'],
    ['a common password', { password: 'password123' }, 'invalid', 'password'],
    ['its name as password', { name: 'Longname', password: 'longname' }, 'invalid', 'password'],
    ['a taken name', { email: 'b@example.net' }, 'conflict', 'already an account named "Alice"'],
    [
      'a taken name in other case',
      { name: 'ALICE', email: 'b@b' },
      'conflict',
      'already an account named "ALICE"',
    ],
    ['a taken address', { name: 'Bob', email: 'ALICE@example.net' }, 'conflict', 'email address'],
  ];
  test.each(refused)('with %s is refused, and uses up no number', async (_, part, kind, text) => {
    using fixture = openAccountsFixture();
    await fixture.administration.createAccount(request);
    const attempt = fixture.administration.createAccount({ ...request, ...part });
    await expect(attempt).rejects.toMatchObject({ kind, message: expect.stringContaining(text) });
    await expect(attempt).rejects.not.toThrow('secret');
    expect((await fixture.register('Carol')).id).toBe(2);
  });
});

describe('an account that does not exist', () => {
  const verbs: [string, (fixture: AccountsFixture, name: string) => Promise<unknown>][] = [
    ['found', (fixture, name) => fixture.administration.findAccount(name)],
    ['verified', (fixture, name) => fixture.administration.verifyAccount(name)],
    ['given a password', (fixture, name) => fixture.administration.changePassword(name, PASSWORD)],
    ['suspended', (fixture, name) => fixture.administration.suspendAccount(name, '')],
    ['restored', (fixture, name) => fixture.administration.restoreAccount(name)],
    ['deleted', (fixture, name) => fixture.administration.deleteAccount(name)],
    ['given details', (fixture, name) => fixture.administration.setDetails(name, { flags: 'd' })],
    ['freed of its factor', (fixture, name) => fixture.administration.resetTwoFactor(name)],
  ];
  test.each(verbs)('cannot be %s, and its name is quoted', async (_, action) => {
    using fixture = openAccountsFixture();
    for (const name of ['Nobody', '\ud800', 'x'.repeat(100_000)]) {
      await expect(action(fixture, name)).rejects.toMatchObject({
        kind: 'not_found',
        message: expect.stringMatching(
          /^There is no account named ".{0,43}"\. The list of accounts shows/,
        ),
      });
    }
  });

  test('cannot be changed or deleted after it vanished under the command', async () => {
    for (const action of [verbs[2], verbs[5]]) {
      using fixture = openAccountsFixture();
      const { id } = await fixture.register('Alice');
      const { findAccountByName } = fixture.store.accounts;
      fixture.store.accounts.findAccountByName = async (name) => {
        const found = await findAccountByName(name);
        await fixture.store.accounts.deleteAccount(id);
        return found;
      };
      await expect(action?.[1](fixture, 'Alice')).rejects.toMatchObject({ kind: 'not_found' });
    }
  });
});

describe('changing an account', () => {
  test('verification keeps its first time', async () => {
    using fixture = openAccountsFixture();
    await fixture.register('Alice', { isVerified: false });
    const first = await fixture.administration.verifyAccount('alice');
    expect(first.verifiedAt).toBe(fixture.clock.now());
    fixture.clock.advance(DAY_MS);
    expect(await fixture.administration.verifyAccount('Alice')).toEqual(first);
  });

  test('a password keeps its rule, and a refused one changes nothing', async () => {
    using fixture = await openWithAlice();
    const before = await fixture.administration.findAccount('Alice');
    const browser = fixture.openBrowser();
    await browser.logIn();
    for (const password of ['secret', 'password123']) {
      const attempt = fixture.administration.changePassword('Alice', password);
      await expect(attempt).rejects.toMatchObject({ kind: 'invalid' });
    }
    expect(await fixture.administration.findAccount('Alice')).toEqual(before);
    expect(await browser.openLogin()).toMatchObject({ isAuthenticated: true });
  });

  test('a suspension keeps its first time, and takes a new reason', async () => {
    using fixture = await openWithAlice();
    const suspendedAt = fixture.clock.now();
    expect(await fixture.administration.suspendAccount('Alice', 'griefing')).toMatchObject({
      suspendedAt,
      suspensionReason: 'griefing',
    });
    fixture.clock.advance(DAY_MS);
    expect(await fixture.administration.suspendAccount('Alice', 'much griefing')).toMatchObject({
      suspendedAt,
      suspensionReason: 'much griefing',
    });
    expect(await fixture.administration.restoreAccount('Alice')).toMatchObject({
      suspendedAt: null,
      suspensionReason: '',
    });
  });

  test('a suspension that is taken back leaves nothing, and a later one counts by itself', async () => {
    using fixture = await openWithAlice();
    const kept = async () => {
      const account = await fixture.store.accounts.findAccountById(1);
      return [account?.suspendedAt, account?.suspendedUntil, account?.suspensionReason];
    };
    const now = fixture.clock.now();
    await fixture.administration.suspendAccount('Alice', 'griefing', '7d');
    expect(await kept()).toEqual([now, now + 7 * DAY_MS, 'griefing']);
    await fixture.administration.restoreAccount('Alice');
    expect(await kept()).toEqual([null, null, '']);
    await fixture.administration.suspendAccount('Alice', '', '1d');
    // Another one in its place has its own end and reason, or none.
    await fixture.administration.suspendAccount('Alice', 'for good');
    expect(await kept()).toEqual([now, null, 'for good']);
    fixture.clock.advance(8 * DAY_MS);
    expect((await fixture.openBrowser().logIn()).errors).toEqual([launcherTexts.suspended()]);
  });

  test('details change one by one, and leave the rest', async () => {
    using fixture = await openWithAlice();
    const before = await fixture.administration.findAccount('Alice');
    const { setDetails } = fixture.administration;
    expect(await setDetails('Alice', {})).toEqual(before);
    expect(await setDetails('alice', { flags: 'md' })).toEqual({ ...before, flags: 'dm' });
    expect(await setDetails('Alice', { forumTitle: 'Builder 😀' })).toEqual({
      ...before,
      flags: 'dm',
      forumTitle: 'Builder 😀',
    });
    expect(
      await setDetails('Alice', { isPremium: true, role: 'administrator', flags: '' }),
    ).toEqual({
      ...before,
      forumTitle: 'Builder 😀',
      isPremium: true,
      role: 'administrator',
    });
    expect(await setDetails('Alice', { forumTitle: '', isPremium: false, role: 'player' })).toEqual(
      before,
    );
  });

  test('details that are bad change nothing, not even the good ones beside them', async () => {
    using fixture = await openWithAlice();
    const before = await fixture.administration.findAccount('Alice');
    for (const bad of [{ flags: 'a' }, { flags: 'z' }, { forumTitle: 'x'.repeat(65) }]) {
      await expect(
        fixture.administration.setDetails('Alice', { isPremium: true, ...bad }),
      ).rejects.toMatchObject({ kind: 'invalid' });
    }
    expect(await fixture.administration.findAccount('Alice')).toEqual(before);
  });
});
