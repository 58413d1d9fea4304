// Logging in and out without a token, as pages do: the rules, attempts and sessions of launchers.

import { describe, expect, test } from 'bun:test';
import type { Visitor } from '../../src/accounts/accounts.ts';
import { outcomeOf } from '../support/failures.ts';
import {
  ADDRESS,
  createGatedPasswords,
  launcherAt,
  MINUTE_MS,
  openRoom,
  PASSWORD,
  type Room,
  settle,
} from './room.ts';

const RIGHT = { username: 'Alice', password: PASSWORD };
const NOBODY: Visitor = { kind: 'none' };

/** What a login returns, or the failure that it throws. */
function logIn(room: Room, visitor: Visitor = NOBODY, fields: object = {}, from = ADDRESS) {
  return outcomeOf(room.accounts.logIn(visitor, { ...RIGHT, ...fields }, launcherAt(from)));
}

/** The new session's value; the login has to succeed. */
async function startSession(room: Room, visitor?: Visitor): Promise<string> {
  const outcome = await logIn(room, visitor);
  if (!('account' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.sessionValue;
}

const recognise = (room: Room, value: string) => room.accounts.recogniseVisitor([value]);

describe('logging in', () => {
  test('starts a session of the account in its own spelling', async () => {
    using room = openRoom();
    const account = await room.register('Alice');
    const outcome = await logIn(room, NOBODY, { username: 'aLICE' });
    const value = 'sessionValue' in outcome ? outcome.sessionValue : '';
    expect(value).toMatch(/^s\./);
    expect(outcome).toMatchObject({ account });
    expect(await recognise(room, value)).toEqual({ kind: 'account', value, account });
  });

  test('ends the session that it came from, of either kind', async () => {
    using room = openRoom();
    await room.register('Alice');
    const { sessionValue: anonymous } = room.accounts.describeLogin(NOBODY);
    const first = await startSession(room, await recognise(room, anonymous));
    expect(await recognise(room, anonymous)).toEqual(NOBODY);
    const second = await startSession(room, await recognise(room, first));
    expect(await recognise(room, first)).toEqual(NOBODY);
    expect(await recognise(room, second)).toMatchObject({ kind: 'account' });
  });

  test.each<[string, object, string]>([
    ['an unknown name', { username: 'Bob' }, 'username'],
    ['a name that is none', { username: 'Alice\0' }, 'username'],
    ['a wrong password', { password: 'wrong horse' }, 'password'],
    ['no password', { password: '' }, 'password'],
    ['a suspended account', { username: 'Sven' }, 'This account is suspended.'],
  ])('with %s fails, and leaves the session', async (_what, fields, launcherText) => {
    using room = openRoom();
    await room.register('Alice');
    await room.register('Sven');
    await room.administration.suspendAccount('Sven', 'griefing');
    const value = await startSession(room);
    expect(await logIn(room, await recognise(room, value), fields)).toMatchObject({
      launcherText,
    });
    expect(await recognise(room, value)).toMatchObject({ kind: 'account' });
  });

  test('counts its attempts with those of launchers, and tells when to come back', async () => {
    using room = openRoom();
    await room.register('Alice');
    for (let count = 0; count < 5; count += 1) {
      await logIn(room, NOBODY, { password: 'wrong horse' });
      await room.openBrowser().logIn({ password: 'wrong horse' });
    }
    const launcherText = 'Too many attempts, try again in 5 minutes.';
    const stopped = { kind: 'rate_limited', launcherText, retryAfterSeconds: 300 };
    expect(await logIn(room)).toMatchObject(stopped);
    expect((await room.openBrowser().logIn()).errors).toEqual([launcherText]);
    expect(await logIn(room, NOBODY, {}, '203.0.113.8')).toHaveProperty('account');
    room.clock.advance(4 * MINUTE_MS);
    expect(await logIn(room)).toMatchObject({ retryAfterSeconds: 60 });
    room.clock.advance(MINUTE_MS);
    expect(await logIn(room)).toHaveProperty('account');
  });

  test('does not outrun a suspension, a new password or a deletion', async () => {
    const changes: [string, (room: Room) => Promise<unknown>][] = [
      ['This account is suspended.', (room) => room.administration.suspendAccount('Alice', '')],
      ['password', (room) => room.administration.changePassword('Alice', 'another horse')],
      ['username', (room) => room.administration.deleteAccount('Alice')],
    ];
    for (const [launcherText, change] of changes) {
      const passwords = createGatedPasswords();
      using room = openRoom({ passwords });
      await room.register('Alice');
      const pending = logIn(room);
      await settle();
      expect(passwords.waiting()).toBe(1);
      await change(room);
      passwords.release();
      expect(await pending).toMatchObject({ launcherText });
    }
  });
});

describe('logging out', () => {
  test('ends that session alone, at once and for good', async () => {
    using room = openRoom();
    await room.register('Alice');
    const [one, other] = [await startSession(room), await startSession(room)];
    await room.accounts.logOut(await recognise(room, one));
    expect(await recognise(room, one)).toEqual(NOBODY);
    expect(await room.restart().recogniseVisitor([one])).toEqual(NOBODY);
    expect(await recognise(room, other)).toMatchObject({ kind: 'account' });
  });

  test('twice is as once, and a stranger has nothing to end', async () => {
    using room = openRoom();
    await room.register('Alice');
    const alice = await recognise(room, await startSession(room));
    await room.accounts.logOut(alice);
    await room.accounts.logOut(alice);
    await room.accounts.logOut(NOBODY);
    expect(alice).toMatchObject({ kind: 'account' });
  });

  test('by strangers, however often, ends no session of others', async () => {
    using room = openRoom();
    const { sessionValue } = room.accounts.describeLogin(NOBODY);
    for (let count = 0; count < 50_001; count += 1) {
      const stranger = room.accounts.describeLogin(NOBODY).sessionValue;
      await room.accounts.logOut({ kind: 'anonymous', value: stranger });
    }
    expect(await recognise(room, sessionValue)).toMatchObject({ kind: 'anonymous' });
  });
});
