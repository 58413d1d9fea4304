// Login on pages: the password first, then the code alone, bound to the session that showed the password.

import { describe, expect, test } from 'bun:test';
import type { Caller, Visitor } from '../../src/accounts/accounts.ts';
import { createPendingLogins } from '../../src/accounts/login/pending-logins.ts';
import { failureOf, outcomeOf } from '../support/failures.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { becomeOwner, STEP_MS, turnOnApp, turnOnMail } from './owner.ts';
import { ADDRESS, MINUTE_MS, openRoom, PASSWORD, type Room } from './room.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const GOOD = { username: 'Alice', password: PASSWORD };
const NOBODY: Visitor = { kind: 'none' };

function browserAt(address = ADDRESS, deviceValue = ''): Caller {
  return { address, userAgent: FIREFOX, deviceValue };
}

/** A visitor with an anonymous session, as a page gives it. */
async function visit(room: Room): Promise<Visitor> {
  const { sessionValue } = room.accounts.describeLogin(NOBODY);
  return room.accounts.recogniseVisitor([sessionValue]);
}

async function openWithApp() {
  const room = openRoom();
  await room.register('Alice');
  const owner = await becomeOwner(room);
  return { room, owner, ...(await turnOnApp(room, owner)) };
}

/** Goes as far as the code, and returns the visitor who owes it. */
async function showPassword(room: Room, visitor: Visitor = NOBODY): Promise<Visitor> {
  const first = await room.accounts.logIn(visitor, GOOD, browserAt());
  if (!('step' in first)) throw new Error(`No code is owed: ${JSON.stringify(first)}`);
  return room.accounts.recogniseVisitor([first.sessionValue]);
}

describe('without a second factor', () => {
  test('the password is enough, and the visitor’s session ends', async () => {
    using room = openRoom();
    await room.register('Alice');
    const visitor = await visit(room);
    const first = await room.accounts.logIn(visitor, GOOD, browserAt());
    if (!('account' in first)) throw new Error('not logged in');
    expect(first.account.name).toBe('Alice');
    expect(first.deviceValue).toMatch(/^d\.[A-Za-z0-9_-]{43}$/);
    expect(await room.accounts.recogniseVisitor([first.sessionValue])).toMatchObject({
      kind: 'account',
    });
    const before = visitor.kind === 'anonymous' ? visitor.value : '';
    expect(await room.accounts.recogniseVisitor([before])).toEqual(NOBODY);
  });

  test.each([
    ['an unknown name', { username: 'Nobody' }, 'username'],
    ['a wrong password', { password: 'wrong horse' }, 'password'],
  ])('%s fails like on the API', async (_what, form, field) => {
    using room = openRoom();
    await room.register('Alice');
    const login = room.accounts.logIn(NOBODY, { ...GOOD, ...form }, browserAt());
    expect(await failureOf(login)).toMatchObject({ kind: 'invalid', field, launcherText: field });
  });

  test('attempts are counted together with those of launchers, and the wait is told', async () => {
    using room = openRoom();
    await room.register('Alice');
    for (let count = 0; count < 10; count += 1) {
      await room.openBrowser().logIn({ password: 'wrong horse' });
    }
    const login = room.accounts.logIn(NOBODY, GOOD, browserAt());
    expect(await failureOf(login)).toMatchObject({
      launcherText: 'Too many attempts, try again in 5 minutes.',
      retryAfterSeconds: 300,
    });
  });
});

describe('with an app', () => {
  test('a code is owed, and the password is not asked for again', async () => {
    const { room, code } = await openWithApp();
    const first = await room.accounts.logIn(NOBODY, GOOD, browserAt());
    expect(first).toEqual({
      sessionValue: expect.stringMatching(/^a\./),
      step: {
        accountName: 'Alice',
        hasApp: true,
        mail: 'off',
        reason: 'own',
        isMailed: false,
        isStuck: false,
        nextMailAt: expect.any(Number),
      },
    });
    const visitor = await room.accounts.recogniseVisitor([
      'sessionValue' in first ? first.sessionValue : '',
    ]);
    expect(visitor.kind).toBe('anonymous');
    const second = await room.accounts.enterCode(visitor, code(), browserAt());
    expect(second).toMatchObject({ account: { name: 'Alice' } });
    room.clock.advance(STEP_MS);
    expect(await room.accounts.enterCode(visitor, code(), browserAt())).toBeUndefined();
  });

  test('the login waits in a new session, which nobody planted before', async () => {
    const { room, code } = await openWithApp();
    const planted = await visit(room);
    const visitor = await showPassword(room, planted);
    expect(visitor).not.toEqual(planted);
    expect(await room.accounts.enterCode(planted, code(), browserAt())).toBeUndefined();
    expect(await room.accounts.enterCode(visitor, code(), browserAt())).toMatchObject({
      account: { name: 'Alice' },
    });
  });

  test('another session cannot go on with it', async () => {
    const { room, code } = await openWithApp();
    await showPassword(room);
    for (const other of [await visit(room), NOBODY]) {
      expect(await room.accounts.findCodeStep(other, browserAt())).toBeUndefined();
      expect(await room.accounts.enterCode(other, code(), browserAt())).toBeUndefined();
      expect(await room.accounts.mailLoginCode(other, browserAt())).toBeUndefined();
    }
  });

  test('wrong codes are refused, five make the next wait, and nothing typed is none', async () => {
    const { room, code } = await openWithApp();
    const visitor = await showPassword(room);
    const enter = (text: string) => outcomeOf(room.accounts.enterCode(visitor, text, browserAt()));
    for (let count = 0; count < 8; count += 1) {
      expect(await enter('  ')).toMatchObject({ field: 'login_code' });
    }
    for (let count = 0; count < 5; count += 1) {
      expect(await enter('no code')).toMatchObject({ kind: 'invalid', field: 'login_code' });
    }
    expect(await enter(code())).toMatchObject({
      launcherText: 'Too many attempts, try again in 5 minutes.',
      retryAfterSeconds: 300,
    });
    room.clock.advance(5 * MINUTE_MS);
    expect(await enter(code())).toMatchObject({ account: { name: 'Alice' } });
  });

  test('of simultaneous posts of one code one gets in', async () => {
    const { room, code } = await openWithApp();
    const visitor = await showPassword(room);
    const posts = Array.from({ length: 4 }, () =>
      outcomeOf(room.accounts.enterCode(visitor, code(), browserAt())),
    );
    const outcomes = await Promise.all(posts);
    expect(outcomes.filter((it) => it !== undefined && 'account' in it)).toHaveLength(1);
  });

  const ends: [title: string, act: (room: Room) => unknown][] = [
    ['ten minutes', (room) => room.clock.advance(10 * MINUTE_MS)],
    ['another password', (room) => room.administration.changePassword('Alice', 'another horse')],
    ['a suspension', (room) => room.administration.suspendAccount('Alice', '')],
    ['a deletion', (room) => room.administration.deleteAccount('Alice')],
  ];
  test.each(ends)('the login is over after %s', async (_title, action) => {
    const { room, code } = await openWithApp();
    const visitor = await showPassword(room);
    expect(await room.accounts.findCodeStep(visitor, browserAt())).toBeDefined();
    await action(room);
    expect(await room.accounts.findCodeStep(visitor, browserAt())).toBeUndefined();
    expect(await room.accounts.enterCode(visitor, code(), browserAt())).toBeUndefined();
  });

  test('logging out ends it, and the session that it came from', async () => {
    const { room, code } = await openWithApp();
    await room.register('Bob');
    const bob = await becomeOwner(room, { username: 'Bob' });
    const visitor = await showPassword(room, bob);
    await room.accounts.logOut(visitor);
    expect(await room.accounts.enterCode(visitor, code(), browserAt())).toBeUndefined();
    expect(await room.accounts.recogniseVisitor([bob.value])).toEqual(NOBODY);
  });

  test('turned off meanwhile, nothing is owed any more', async () => {
    const { room, owner, code } = await openWithApp();
    const visitor = await showPassword(room);
    const proof = { password: PASSWORD, code: code() };
    await room.accounts.security.turnOffApp(owner, proof, browserAt());
    expect(await room.accounts.enterCode(visitor, '', browserAt())).toMatchObject({
      account: { name: 'Alice' },
    });
  });

  test('somebody who is logged in already keeps that session until the code is right', async () => {
    const { room, code } = await openWithApp();
    await room.register('Bob');
    const bob = await becomeOwner(room, { username: 'Bob' });
    const visitor = await showPassword(room, bob);
    expect(await room.accounts.recogniseVisitor([bob.value])).toMatchObject({ kind: 'account' });
    await room.accounts.enterCode(visitor, code(), browserAt());
    expect(await room.accounts.recogniseVisitor([bob.value])).toEqual(NOBODY);
  });

  test('a session of somebody else’s account, planted in the browser, does not learn of the login', async () => {
    const { room, code } = await openWithApp();
    await room.register('Mallory');
    const planted = await becomeOwner(room, { username: 'Mallory' });
    const visitor = await showPassword(room, planted);
    expect(visitor).not.toMatchObject({ value: planted.value });
    expect(await room.accounts.findCodeStep(planted, browserAt())).toBeUndefined();
    expect(await room.accounts.mailLoginCode(planted, browserAt())).toBeUndefined();
    expect(await room.accounts.enterCode(planted, code(), browserAt())).toBeUndefined();
    expect(await room.accounts.enterCode(visitor, code(), browserAt())).toMatchObject({
      account: { name: 'Alice' },
    });
  });
});

describe('mailed codes', () => {
  test('are sent at once where there is nothing else, and again after a minute', async () => {
    using room = openRoom();
    await room.register('Alice');
    await turnOnMail(room, await becomeOwner(room));
    const visitor = await showPassword(room);
    const sent = () => room.box.kinds().filter((kind) => kind === 'login code').length;
    expect(sent()).toBe(1);
    expect(await room.accounts.mailLoginCode(visitor, browserAt())).toMatchObject({
      mail: 'open',
      isMailed: true,
      nextMailAt: room.clock.now() + MINUTE_MS,
    });
    expect(sent()).toBe(1);
    room.clock.advance(MINUTE_MS);
    await room.accounts.mailLoginCode(visitor, browserAt());
    expect(sent()).toBe(2);
    const loginCode = room.box.loginCode();
    expect(await room.accounts.enterCode(visitor, loginCode, browserAt())).toMatchObject({
      account: { name: 'Alice' },
    });
  });

  test('wait to be asked for beside an app, and are not sent where they are off', async () => {
    const { room, owner, code } = await openWithApp();
    const asked = await showPassword(room);
    await room.accounts.mailLoginCode(asked, browserAt());
    expect(room.box.kinds()).not.toContain('login code');
    const proof = { password: PASSWORD, code: code() };
    await room.accounts.security.turnOnMailCodes(owner, proof, browserAt());
    const visitor = await showPassword(room);
    expect(room.box.kinds()).not.toContain('login code');
    await room.accounts.mailLoginCode(visitor, browserAt());
    expect(room.box.kinds()).toContain('login code');
  });

  test('that cannot leave are told as closed', async () => {
    using room = openRoom();
    await room.register('Alice');
    await turnOnMail(room, await becomeOwner(room));
    room.box.isOpen = false;
    const visitor = await showPassword(room);
    expect(await room.accounts.findCodeStep(visitor, browserAt())).toMatchObject({
      mail: 'closed',
      hasApp: false,
      isMailed: false,
    });
  });
});

describe('the device cookie', () => {
  async function logIn(room: Room, caller: Caller, username = 'Alice'): Promise<string> {
    const first = await room.accounts.logIn(NOBODY, { ...GOOD, username }, caller);
    if (!('account' in first) || first.deviceValue === undefined) throw new Error('not logged in');
    return first.deviceValue;
  }

  const notices = (room: Room) => room.box.kinds().filter((kind) => kind === 'new device').length;

  test('makes a browser known wherever it goes', async () => {
    using room = openRoom();
    await room.register('Alice');
    const value = await logIn(room, browserAt());
    const second = await logIn(room, browserAt('198.51.100.1', value));
    expect(second).not.toBe(value);
    await logIn(room, browserAt('198.51.100.2', second));
    expect(notices(room)).toBe(0);
    await logIn(room, browserAt('198.51.100.3'));
    expect(notices(room)).toBe(1);
  });

  test('is another one after each login, so that a copy of it is worth nothing', async () => {
    using room = openRoom();
    await room.register('Alice');
    const copied = await logIn(room, browserAt());
    await logIn(room, browserAt(ADDRESS, copied));
    await logIn(room, browserAt('198.51.100.66', copied));
    expect(notices(room)).toBe(1);
  });

  test('planted by one account does not make its planter known to another', async () => {
    using room = openRoom();
    await room.register('Alice');
    await room.register('Mallory');
    await logIn(room, browserAt('192.0.2.1'));
    const planted = await logIn(room, browserAt('198.51.100.66'), 'Mallory');
    await logIn(room, browserAt('192.0.2.1', planted));
    room.box.letters.length = 0;
    await logIn(room, browserAt('198.51.100.66', planted));
    expect(notices(room)).toBe(1);
  });

  test('serves every account that logs in from the browser', async () => {
    using room = openRoom();
    await room.register('Alice');
    await room.register('Bob');
    let value = await logIn(room, browserAt('192.0.2.1'));
    value = await logIn(room, browserAt('192.0.2.1', value), 'Bob');
    value = await logIn(room, browserAt('192.0.2.2', value));
    await logIn(room, browserAt('192.0.2.3', value), 'Bob');
    expect(notices(room)).toBe(0);
  });

  test.each(['', 'd.', `d.${'A'.repeat(44)}`, "' OR 1=1 --", 'x'.repeat(5_000)])(
    'that is misshapen (%j) is as good as none',
    async (deviceValue) => {
      using room = openRoom();
      await room.register('Alice');
      await logIn(room, browserAt());
      await logIn(room, browserAt('198.51.100.1', deviceValue));
      expect(notices(room)).toBe(1);
    },
  );
});

describe('pending logins', () => {
  const pending = { accountId: 1, passwordHash: 'x' };

  test('are bounded: the oldest is forgotten first', () => {
    const logins = createPendingLogins(createFakeClock(0), { atMost: 2 });
    for (const value of ['a', 'b', 'c']) logins.put(value, pending);
    expect(['a', 'b', 'c'].map((value) => logins.find(value)?.accountId)).toEqual([
      undefined,
      1,
      1,
    ]);
    logins.put('b', { ...pending, accountId: 2 });
    logins.put('d', pending);
    expect([logins.find('b')?.accountId, logins.find('c')]).toEqual([2, undefined]);
  });

  test('are forgotten by a sweep when they are over, and not before', () => {
    const clock = createFakeClock(0);
    const logins = createPendingLogins(clock);
    logins.put('a', pending);
    clock.advance(10 * MINUTE_MS - 1);
    logins.sweep();
    expect(logins.find('a')).toBeDefined();
    clock.advance(1);
    expect(logins.find('a')).toBeUndefined();
    logins.sweep();
    clock.advance(-1);
    expect(logins.find('a')).toBeUndefined();
  });
});

describe('a session for whoever proved to be the owner in another way', () => {
  test('starts, ends the visitor’s, and makes the browser known', async () => {
    using room = openRoom();
    const account = await room.register('Alice');
    const visitor = await visit(room);
    const entered = await room.accounts.startSession(visitor, account, browserAt());
    const value = entered?.sessionValue ?? '';
    expect(await room.accounts.recogniseVisitor([value])).toMatchObject({ kind: 'account' });
    expect(
      await room.accounts.recogniseVisitor(visitor.kind === 'none' ? [] : [visitor.value]),
    ).toEqual(NOBODY);
    expect(entered?.deviceValue).toMatch(/^d\./);
    const [entry] = await room.accounts.log.listFor(1);
    expect(entry).toMatchObject({ event: 'logged in', device: 'Firefox on Linux' });
  });

  test('is no way around a second factor, but goes on from a session that has shown it', async () => {
    const { room, owner } = await openWithApp();
    const { account } = owner;
    expect(await room.accounts.startSession(NOBODY, account, browserAt())).toBeUndefined();
    expect(
      await room.accounts.startSession(await visit(room), account, browserAt()),
    ).toBeUndefined();
    await room.administration.changePassword('Alice', 'another horse');
    const changed = await room.store.accounts.findAccountById(account.id);
    if (changed === undefined) throw new Error('Alice is not there.');
    expect(await room.accounts.startSession(owner, changed, browserAt())).toMatchObject({
      sessionValue: expect.stringMatching(/^s\./),
    });
  });

  test('does not start when the account was changed meanwhile', async () => {
    using room = openRoom();
    const account = await room.register('Alice');
    await room.administration.suspendAccount('Alice', '');
    expect(await room.accounts.startSession(NOBODY, account, browserAt())).toBeUndefined();
  });
});
