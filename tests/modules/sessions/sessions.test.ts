// Whom session values stand for, and how sessions begin and end, over a real store.

import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import type { SessionStore } from '../../../src/modules/account/account-ports.ts';
import {
  type AccountsFixture,
  DAY_MS,
  HOUR_MS,
  openAccounts,
  openAccountsFixture,
  openWithAlice,
  PASSWORD,
} from '../../support/test-accounts.ts';

async function findName(
  fixture: AccountsFixture,
  ...values: (string | undefined)[]
): Promise<string | undefined> {
  const visitor = await fixture.accounts.recogniseVisitor(values.map((value) => value ?? ''));
  return visitor.kind === 'account' ? visitor.account.name : undefined;
}

async function logIn(fixture: AccountsFixture, username = 'Alice'): Promise<string> {
  const { sessionValue, errors } = await fixture.openBrowser().logIn({ username });
  expect(errors).toEqual([]);
  return sessionValue;
}

describe('a visitor', () => {
  // C3.6
  test('without a valid value is none', async () => {
    using fixture = openAccountsFixture();
    const shaped = [`s.${'A'.repeat(43)}`, `a.${'A'.repeat(56)}`, '', 'null', '{"a":1}'];
    expect(await fixture.accounts.recogniseVisitor([])).toEqual({ kind: 'none' });
    expect(await fixture.accounts.recogniseVisitor(shaped)).toEqual({ kind: 'none' });
  });

  // C3.5
  test('is whom the first valid value stands for', async () => {
    using fixture = await openWithAlice();
    await fixture.register('Bob');
    const alice = await logIn(fixture);
    const bob = await logIn(fixture, 'Bob');
    const anonymous = fixture.accounts.describeLogin({ kind: 'none' }).sessionValue;
    expect(await findName(fixture, 'junk', alice, bob)).toBe('Alice');
    expect(await findName(fixture, bob, alice)).toBe('Bob');
    expect(await fixture.accounts.recogniseVisitor(['junk', anonymous, alice])).toEqual({
      kind: 'anonymous',
      value: anonymous,
    });
  });

  test('costs at most 16 looks into the store, and those only for values of the right shape', async () => {
    using fixture = await openWithAlice();
    const value = await logIn(fixture);
    let looks = 0;
    const sessions: SessionStore = {
      ...fixture.store.sessions,
      findSession(valueHash) {
        looks += 1;
        return fixture.store.sessions.findSession(valueHash);
      },
    };
    const { accounts } = openAccounts({ ...fixture.ports, sessions });
    const wrong = `s.${'A'.repeat(43)}`;
    const visitor = await accounts.recogniseVisitor([...Array(15).fill(wrong), value]);
    expect(visitor.kind).toBe('account');
    expect(looks).toBe(16);
    expect(await accounts.recogniseVisitor([...Array(16).fill(wrong), value])).toEqual({
      kind: 'none',
    });
    expect(looks).toBe(32);
    const misshapen = ['', 's.', value.slice(1), `${value}A`, value.slice(0, -1), `${value}\n`];
    expect(await accounts.recogniseVisitor(misshapen)).toEqual({ kind: 'none' });
    expect(await accounts.recogniseVisitor([accounts.describeLogin(visitor).token])).toEqual({
      kind: 'none',
    });
    expect(looks).toBe(32);
  });
});

describe('a logged-in session', () => {
  // C3.10
  test('is stored by its hash alone, and survives a restart', async () => {
    using fixture = openAccountsFixture();
    const account = await fixture.register('Alice');
    const value = await logIn(fixture);
    expect(value.length).toBeLessThan(200);
    expect(value).toMatch(/^s\.[A-Za-z0-9_-]+$/);
    const valueHash = createHash('sha256').update(value).digest('hex').slice(0, 32);
    expect((await fixture.store.sessions.findSession(valueHash))?.session).toEqual({
      valueHash,
      accountId: account.id,
      createdAt: fixture.clock.now(),
      lastUsedAt: fixture.clock.now(),
      device: 'ClassiCube launcher',
      country: 'NL',
    });
    expect(await fixture.store.sessions.findSession(value)).toBeUndefined();
    expect(await fixture.restart().recogniseVisitor([value])).toMatchObject({ kind: 'account' });
  });

  test('takes the place of the one that it came from, anonymous or not', async () => {
    using fixture = await openWithAlice();
    await fixture.register('Bob');
    const browser = fixture.openBrowser();
    const anonymous = (await browser.openLogin()).sessionValue;
    const first = (await browser.logIn()).sessionValue;
    const second = (await browser.logIn({ username: 'Bob' })).sessionValue;
    expect(new Set([anonymous, first, second]).size).toBe(3);
    expect(await fixture.accounts.recogniseVisitor([anonymous])).toEqual({ kind: 'none' });
    expect(await findName(fixture, first)).toBeUndefined();
    expect(await findName(fixture, second)).toBe('Bob');
  });

  // C3.7
  test('outlives a failed login, which shows nobody', async () => {
    using fixture = await openWithAlice();
    const browser = fixture.openBrowser();
    const { sessionValue } = await browser.logIn();
    for (const form of [{ password: 'wrong horse' }, { username: 'Bob' }, { token: 'x' }]) {
      const failed = await browser.logIn(form);
      expect(failed).toMatchObject({ username: null, isAuthenticated: false, sessionValue });
    }
    expect(await browser.openLogin()).toMatchObject({ username: 'Alice', isAuthenticated: true });
  });

  const endings: [string, (fixture: AccountsFixture) => Promise<unknown>][] = [
    ['a changed password', (fixture) => fixture.administration.changePassword('Alice', PASSWORD)],
    ['a suspension', (fixture) => fixture.administration.suspendAccount('Alice', '')],
    ['a deletion', (fixture) => fixture.administration.deleteAccount('Alice')],
    [
      'a suspension that was lifted',
      async (fixture) => {
        await fixture.administration.suspendAccount('Alice', '');
        await fixture.administration.restoreAccount('Alice');
      },
    ],
  ];
  test.each(endings)('ends with %s, as all of the account do, and no others', async (_, end) => {
    using fixture = await openWithAlice();
    await fixture.register('Bob');
    const [one, two] = [await logIn(fixture), await logIn(fixture)];
    const bob = await logIn(fixture, 'Bob');
    expect(await findName(fixture, one)).toBe('Alice');
    await end(fixture);
    expect(await findName(fixture, one)).toBeUndefined();
    expect(await findName(fixture, two)).toBeUndefined();
    expect(await findName(fixture, bob)).toBe('Bob');
  });

  test('counts for nothing while its account is suspended, however that came about', async () => {
    using fixture = openAccountsFixture();
    const { id } = await fixture.register('Alice');
    const value = await logIn(fixture);
    await fixture.store.accounts.updateAccount(id, { suspendedAt: 1 }, { endSessions: false });
    expect(await findName(fixture, value)).toBeUndefined();
  });

  const kept: [string, (fixture: AccountsFixture) => Promise<unknown>][] = [
    ['verified', (fixture) => fixture.administration.verifyAccount('Alice')],
    ['restored without a suspension', (fixture) => fixture.administration.restoreAccount('Alice')],
    ['given flags', (fixture) => fixture.administration.setDetails('Alice', { flags: 'd' })],
  ];
  test.each(kept)('stays when the account is %s', async (_, change) => {
    using fixture = openAccountsFixture();
    await fixture.register('Alice', { isVerified: false });
    const { sessionValue } = await fixture.openBrowser().logIn();
    await change(fixture);
    expect(await findName(fixture, sessionValue)).toBe('Alice');
  });

  // C3.10
  test('ends after 30 idle days', async () => {
    using fixture = await openWithAlice();
    const [used, unused] = [await logIn(fixture), await logIn(fixture)];
    fixture.clock.advance(30 * DAY_MS);
    expect(await findName(fixture, used)).toBe('Alice');
    fixture.clock.advance(1);
    expect(await findName(fixture, unused)).toBeUndefined();
    expect(await findName(fixture, used)).toBe('Alice');
  });

  // C3.10
  test('ends after 180 days however often it is used', async () => {
    using fixture = await openWithAlice();
    const value = await logIn(fixture);
    for (let day = 0; day < 180; day += 20) {
      expect(await findName(fixture, value)).toBe('Alice');
      fixture.clock.advance(20 * DAY_MS);
    }
    expect(await findName(fixture, value)).toBe('Alice');
    fixture.clock.advance(1);
    expect(await findName(fixture, value)).toBeUndefined();
  });

  // C3.9
  test('has its use noted at most once a day, by however many requests at once', async () => {
    using fixture = await openWithAlice();
    const value = await logIn(fixture);
    const notes: number[] = [];
    const start = fixture.clock.now();
    const { accounts } = openAccounts({
      ...fixture.ports,
      sessions: {
        ...fixture.store.sessions,
        markSessionUsed(valueHash, at) {
          notes.push(at - start);
          return fixture.store.sessions.markSessionUsed(valueHash, at);
        },
      },
    });
    for (let hour = 0; hour < 72; hour += 1) {
      await Promise.all(Array.from({ length: 5 }, () => accounts.recogniseVisitor([value])));
      fixture.clock.advance(HOUR_MS);
    }
    expect(notes).toEqual([DAY_MS, 2 * DAY_MS]);
  });

  test('is removed by the sweep once it has expired, and not before', async () => {
    using fixture = await openWithAlice();
    await logIn(fixture);
    fixture.clock.advance(15 * DAY_MS);
    const later = await logIn(fixture);
    fixture.clock.advance(15 * DAY_MS);
    expect(await fixture.accounts.sweepSessions()).toBe(0);
    fixture.clock.advance(1);
    expect(await fixture.accounts.sweepSessions()).toBe(1);
    expect(await findName(fixture, later)).toBe('Alice');
  });
});
