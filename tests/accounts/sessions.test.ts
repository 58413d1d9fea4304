// Whom session values stand for, and how sessions begin and end, over a real store.

import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { createAccounts } from '../../src/accounts/accounts.ts';
import type { SessionStore } from '../../src/accounts/ports.ts';
import { DAY_MS, HOUR_MS, openRoom, PASSWORD, type Room } from './room.ts';

async function findName(
  room: Room,
  ...values: (string | undefined)[]
): Promise<string | undefined> {
  const visitor = await room.accounts.recogniseVisitor(values.map((value) => value ?? ''));
  return visitor.kind === 'account' ? visitor.account.name : undefined;
}

async function logIn(room: Room, username = 'Alice'): Promise<string> {
  const { sessionValue, errors } = await room.openBrowser().logIn({ username });
  expect(errors).toEqual([]);
  return sessionValue;
}

describe('a visitor', () => {
  test('without a valid value is none', async () => {
    using room = openRoom();
    const shaped = [`s.${'A'.repeat(43)}`, `a.${'A'.repeat(72)}`, '', 'null', '{"a":1}'];
    expect(await room.accounts.recogniseVisitor([])).toEqual({ kind: 'none' });
    expect(await room.accounts.recogniseVisitor(shaped)).toEqual({ kind: 'none' });
  });

  // C3.5
  test('is whom the first valid value stands for', async () => {
    using room = openRoom();
    await room.register('Alice');
    await room.register('Bob');
    const alice = await logIn(room);
    const bob = await logIn(room, 'Bob');
    const anonymous = room.accounts.describeLogin({ kind: 'none' }).sessionValue;
    expect(await findName(room, 'junk', alice, bob)).toBe('Alice');
    expect(await findName(room, bob, alice)).toBe('Bob');
    expect(await room.accounts.recogniseVisitor(['junk', anonymous, alice])).toEqual({
      kind: 'anonymous',
      value: anonymous,
    });
  });

  test('costs at most 16 looks into the store, and those only for values of the right shape', async () => {
    using room = openRoom();
    await room.register('Alice');
    const value = await logIn(room);
    let looks = 0;
    const sessions: SessionStore = {
      ...room.store.sessions,
      findSession(valueHash) {
        looks += 1;
        return room.store.sessions.findSession(valueHash);
      },
    };
    const accounts = createAccounts({ ...room.ports, sessions });
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
    using room = openRoom();
    const account = await room.register('Alice');
    const value = await logIn(room);
    expect(value.length).toBeLessThan(200);
    expect(value).toMatch(/^s\.[A-Za-z0-9_-]+$/);
    const valueHash = createHash('sha256').update(value).digest('hex');
    expect((await room.store.sessions.findSession(valueHash))?.session).toEqual({
      valueHash,
      accountId: account.id,
      createdAt: room.clock.now(),
      lastUsedAt: room.clock.now(),
      device: 'ClassiCube launcher',
      country: 'NL',
    });
    expect(await room.store.sessions.findSession(value)).toBeUndefined();
    expect(await room.restart().recogniseVisitor([value])).toMatchObject({ kind: 'account' });
  });

  test('takes the place of the one that it came from, anonymous or not', async () => {
    using room = openRoom();
    await room.register('Alice');
    await room.register('Bob');
    const browser = room.openBrowser();
    const anonymous = (await browser.ask()).sessionValue;
    const first = (await browser.logIn()).sessionValue;
    const second = (await browser.logIn({ username: 'Bob' })).sessionValue;
    expect(new Set([anonymous, first, second]).size).toBe(3);
    expect(await room.accounts.recogniseVisitor([anonymous])).toEqual({ kind: 'none' });
    expect(await findName(room, first)).toBeUndefined();
    expect(await findName(room, second)).toBe('Bob');
  });

  // C3.7
  test('outlives a failed login, which shows nobody', async () => {
    using room = openRoom();
    await room.register('Alice');
    const browser = room.openBrowser();
    const { sessionValue } = await browser.logIn();
    for (const form of [{ password: 'wrong horse' }, { username: 'Bob' }, { token: 'x' }]) {
      const failed = await browser.logIn(form);
      expect(failed).toMatchObject({ username: null, isAuthenticated: false, sessionValue });
    }
    expect(await browser.ask()).toMatchObject({ username: 'Alice', isAuthenticated: true });
  });

  const endings: [string, (room: Room) => Promise<unknown>][] = [
    ['a changed password', (room) => room.administration.changePassword('Alice', PASSWORD)],
    ['a suspension', (room) => room.administration.suspendAccount('Alice', '')],
    ['a deletion', (room) => room.administration.deleteAccount('Alice')],
    [
      'a suspension that was lifted',
      async (room) => {
        await room.administration.suspendAccount('Alice', '');
        await room.administration.restoreAccount('Alice');
      },
    ],
  ];
  test.each(endings)('ends with %s, as all of the account do, and no others', async (_, end) => {
    using room = openRoom();
    await room.register('Alice');
    await room.register('Bob');
    const [one, two] = [await logIn(room), await logIn(room)];
    const bob = await logIn(room, 'Bob');
    expect(await findName(room, one)).toBe('Alice');
    await end(room);
    expect(await findName(room, one)).toBeUndefined();
    expect(await findName(room, two)).toBeUndefined();
    expect(await findName(room, bob)).toBe('Bob');
  });

  test('counts for nothing while its account is suspended, however that came about', async () => {
    using room = openRoom();
    const { id } = await room.register('Alice');
    const value = await logIn(room);
    await room.store.accounts.updateAccount(id, { suspendedAt: 1 }, { endSessions: false });
    expect(await findName(room, value)).toBeUndefined();
  });

  const kept: [string, (room: Room) => Promise<unknown>][] = [
    ['verified', (room) => room.administration.verifyAccount('Alice')],
    ['restored without a suspension', (room) => room.administration.restoreAccount('Alice')],
    ['given flags', (room) => room.administration.setDetails('Alice', { flags: 'd' })],
  ];
  test.each(kept)('stays when the account is %s', async (_, change) => {
    using room = openRoom();
    await room.register('Alice', { isVerified: false });
    const { sessionValue } = await room.openBrowser().logIn();
    await change(room);
    expect(await findName(room, sessionValue)).toBe('Alice');
  });

  // C3.10
  test('ends after 30 idle days', async () => {
    using room = openRoom();
    await room.register('Alice');
    const [used, unused] = [await logIn(room), await logIn(room)];
    room.clock.advance(30 * DAY_MS);
    expect(await findName(room, used)).toBe('Alice');
    room.clock.advance(1);
    expect(await findName(room, unused)).toBeUndefined();
    expect(await findName(room, used)).toBe('Alice');
  });

  // C3.10
  test('ends after 180 days however often it is used', async () => {
    using room = openRoom();
    await room.register('Alice');
    const value = await logIn(room);
    for (let day = 0; day < 180; day += 20) {
      expect(await findName(room, value)).toBe('Alice');
      room.clock.advance(20 * DAY_MS);
    }
    expect(await findName(room, value)).toBe('Alice');
    room.clock.advance(1);
    expect(await findName(room, value)).toBeUndefined();
  });

  // C3.9
  test('has its use noted at most once a day, by however many requests at once', async () => {
    using room = openRoom();
    await room.register('Alice');
    const value = await logIn(room);
    const notes: number[] = [];
    const start = room.clock.now();
    const accounts = createAccounts({
      ...room.ports,
      sessions: {
        ...room.store.sessions,
        markSessionUsed(valueHash, at) {
          notes.push(at - start);
          return room.store.sessions.markSessionUsed(valueHash, at);
        },
      },
    });
    for (let hour = 0; hour < 72; hour += 1) {
      await Promise.all(Array.from({ length: 5 }, () => accounts.recogniseVisitor([value])));
      room.clock.advance(HOUR_MS);
    }
    expect(notes).toEqual([DAY_MS, 2 * DAY_MS]);
  });

  test('is removed by the sweep once it has expired, and not before', async () => {
    using room = openRoom();
    await room.register('Alice');
    await logIn(room);
    room.clock.advance(15 * DAY_MS);
    const later = await logIn(room);
    room.clock.advance(15 * DAY_MS);
    expect(await room.accounts.sweepSessions()).toBe(0);
    room.clock.advance(1);
    expect(await room.accounts.sweepSessions()).toBe(1);
    expect(await findName(room, later)).toBe('Alice');
  });
});
