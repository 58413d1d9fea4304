// What stops a login that is tried too often, in bursts, or while its account changes.

import { describe, expect, test } from 'bun:test';
import {
  ADDRESS,
  type Browser,
  createGatedPasswords,
  MINUTE_MS,
  openRoom,
  PASSWORD,
  type Room,
  settle,
} from './room.ts';

const FIVE_MINUTES = 'Too many attempts, try again in 5 minutes.';
const BUSY = 'The service is busy, try again in a moment.';
const wrong = { password: 'wrong horse' };

async function fail(room: Room, times: number, form: object = wrong, address = ADDRESS) {
  for (let count = 0; count < times; count += 1) await room.openBrowser().logIn(form, address);
}

async function errorsOf(room: Room, form: object = {}, address = ADDRESS): Promise<string[]> {
  return (await room.openBrowser().logIn(form, address)).errors;
}

describe('wrong passwords', () => {
  // C4.10, C4.11
  test('for one account from one address stop that pair after ten', async () => {
    using room = openRoom();
    await room.register('Alice');
    await room.register('Bob');
    const running = room.openBrowser();
    await running.logIn();

    await fail(room, 9);
    expect(await errorsOf(room, wrong)).toEqual(['password']);
    expect(await errorsOf(room, wrong)).toEqual([FIVE_MINUTES]);
    expect(await errorsOf(room)).toEqual([FIVE_MINUTES]);
    expect(await errorsOf(room, { username: 'ALICE' })).toEqual([FIVE_MINUTES]);

    expect(await errorsOf(room, {}, '203.0.113.8')).toEqual([]);
    expect(await errorsOf(room, { username: 'Bob' })).toEqual([]);
    expect(await running.ask()).toMatchObject({ isAuthenticated: true });
  });

  const waits: [number, string][] = [
    [0, FIVE_MINUTES],
    [1, FIVE_MINUTES],
    [MINUTE_MS, 'Too many attempts, try again in 4 minutes.'],
    [3 * MINUTE_MS, 'Too many attempts, try again in 2 minutes.'],
    [3 * MINUTE_MS + 1, 'Too many attempts, try again in 2 minutes.'],
    [4 * MINUTE_MS, 'Too many attempts, try again in 1 minute.'],
    [5 * MINUTE_MS - 1, 'Too many attempts, try again in 1 minute.'],
  ];
  // C4.9, C4.20
  test.each(waits)('after %i ms more are answered with %p', async (waitMs, text) => {
    using room = openRoom();
    await room.register('Alice');
    await fail(room, 10);
    room.clock.advance(waitMs);
    expect(await errorsOf(room)).toEqual([text]);
    expect(text.length).toBeLessThanOrEqual(64);
  });

  // C4.10
  test('stop counting five minutes after they were made', async () => {
    using room = openRoom();
    await room.register('Alice');
    await fail(room, 10);
    await fail(room, 5);
    room.clock.advance(5 * MINUTE_MS);
    expect(await errorsOf(room)).toEqual([]);
  });

  // C4.10, C4.11
  test('and names from one address stop that address after a hundred', async () => {
    using room = openRoom();
    await room.register('Alice');
    for (let number = 0; number < 9; number += 1) {
      await room.register(`Player${number}`);
      await fail(room, 10, { ...wrong, username: `Player${number}` });
    }
    await fail(room, 9, { username: 'Nobody' });
    expect(await errorsOf(room)).toEqual([]);
    expect(await errorsOf(room, { username: 'Nobody' })).toEqual(['username']);
    for (const username of ['Alice', 'Nobody', '']) {
      expect(await errorsOf(room, { username })).toEqual([FIVE_MINUTES]);
    }
    expect(await errorsOf(room, {}, '203.0.113.8')).toEqual([]);
    room.clock.advance(5 * MINUTE_MS);
    expect(await errorsOf(room)).toEqual([]);
  });

  test.each([
    ['that name one account after thirty', 30, () => 'Alice'],
    ['that name many accounts after a hundred', 100, (number: number) => `Own_${number % 4}`],
  ])('are kept apart from right ones, which stop their address %s', async (_what, most, nameOf) => {
    using room = openRoom();
    await room.register('Alice');
    await room.register('Bob');
    for (let number = 0; number < 4; number += 1) await room.register(`Own_${number}`);
    for (let number = 0; number < most; number += 1) {
      expect(await errorsOf(room, { username: nameOf(number) })).toEqual([]);
    }
    expect(await errorsOf(room, { username: nameOf(0) })).toEqual([FIVE_MINUTES]);
    expect(await errorsOf(room, { username: 'Bob' })).toEqual(most === 100 ? [FIVE_MINUTES] : []);
    expect(await errorsOf(room, { username: nameOf(0) }, '203.0.113.8')).toEqual([]);
    room.clock.advance(5 * MINUTE_MS);
    expect(await errorsOf(room, { username: nameOf(0) })).toEqual([]);
  });

  test('that need no hashing count too', async () => {
    using room = openRoom();
    await room.register('Alice');
    await fail(room, 5, { password: '' });
    await fail(room, 5, { password: 'x'.repeat(65) });
    expect(await errorsOf(room)).toEqual([FIVE_MINUTES]);
  });

  const uncounted: [string, object][] = [
    ['wrong tokens', { token: 'x' }],
    ['right passwords', {}],
    ['right passwords of a suspended account', { username: 'Eve' }],
  ];
  // C4.11
  test.each(uncounted)('are not %s', async (_, form) => {
    using room = openRoom();
    await room.register('Alice');
    await room.register('Eve');
    await room.administration.suspendAccount('Eve', '');
    await fail(room, 29, form);
    expect(await errorsOf(room)).toEqual([]);
    expect(await errorsOf(room, { username: 'Eve' })).toEqual(['This account is suspended.']);
  });

  const groups: [string, string, string, boolean][] = [
    ['two of one IPv6 network', '2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
    ['two of neighbouring IPv6 networks', '2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['an IPv4 address and its mapped form', '203.0.113.7', '::ffff:203.0.113.7', true],
    ['two mapped IPv4 addresses', '::ffff:203.0.113.7', '::ffff:203.0.113.8', false],
    ['two IPv4 neighbours', '203.0.113.7', '203.0.113.6', false],
  ];
  test.each(groups)('see %s (%s, %s) as one: %p', async (_, first, second, isOne) => {
    using room = openRoom();
    await room.register('Alice');
    await fail(room, 10, wrong, first);
    expect(await errorsOf(room, {}, second)).toEqual(isOne ? [FIVE_MINUTES] : []);
  });

  test('are forgotten by no sweep before their time', async () => {
    using room = openRoom();
    await room.register('Alice');
    await fail(room, 10);
    room.clock.advance(5 * MINUTE_MS - 1);
    await room.accounts.sweepSessions();
    expect(await errorsOf(room)).toEqual(['Too many attempts, try again in 1 minute.']);
  });
});

describe('a burst of logins', () => {
  async function burst(
    room: Room,
    size: number,
    form: object,
    addressOf: (number: number) => string = () => ADDRESS,
  ) {
    const browsers = Array.from({ length: size }, () => room.openBrowser());
    const states = browsers.map((browser: Browser, number) =>
      browser.logIn(form, addressOf(number)),
    );
    await settle();
    return states;
  }

  /** Makes the usual address one that Alice's account knows. */
  async function logInOnce(room: Room, passwords: ReturnType<typeof createGatedPasswords>) {
    const login = room.openBrowser().logIn();
    await settle();
    passwords.release();
    expect((await login).errors).toEqual([]);
  }

  function countTexts(states: { errors: string[] }[]): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { errors } of states) {
      const text = errors[0] ?? 'success';
      counts[text] = (counts[text] ?? 0) + 1;
    }
    return counts;
  }

  test('cannot overshoot the attempts: what waits for others is told to come back', async () => {
    const passwords = createGatedPasswords();
    using room = openRoom({ passwords, hashing: { atOnce: 64, waiting: 0 } });
    await room.register('Alice');
    const states = await burst(room, 25, wrong);
    expect(passwords.waiting()).toBe(3);
    for (let count = 0; count < 3; count += 1) passwords.release();
    expect(countTexts(await Promise.all(states))).toEqual({ password: 3, [BUSY]: 22 });
    for (const admitted of [3, 3, 1]) {
      const more = await burst(room, 25, wrong);
      expect(passwords.waiting()).toBe(admitted);
      for (let count = 0; count < admitted; count += 1) passwords.release();
      expect(countTexts(await Promise.all(more))).toEqual({
        password: admitted,
        [BUSY]: 25 - admitted,
      });
    }
    expect(await errorsOf(room)).toEqual([FIVE_MINUTES]);
  });

  test('with the right password leaves no attempt behind', async () => {
    const passwords = createGatedPasswords();
    using room = openRoom({ passwords, hashing: { atOnce: 64, waiting: 0 } });
    await room.register('Alice');
    for (let turn = 0; turn < 5; turn += 1) {
      const states = await burst(room, 3, {});
      for (let count = 0; count < 3; count += 1) passwords.release();
      expect(countTexts(await Promise.all(states))).toEqual({ success: 3 });
    }
  });

  const portIndex: [string, (number: number) => string, most: number][] = [
    ['one address', () => '203.0.113.66', 3],
    ['one /64 of IPv6', (number) => `2001:db8:1:2::${number + 1}`, 3],
    ['one /48 of IPv6', (number) => `2001:db8:1:${number + 1}::1`, 17],
    ['one /24 of IPv4', (number) => `198.51.100.${number + 1}`, 17],
    ['addresses all over', (number) => `198.${number + 1}.100.7`, 26],
  ];
  test.each(portIndex)(
    'from %s leaves room for others, right or wrong',
    async (_what, addressOf, most) => {
      for (const form of [{}, wrong]) {
        const passwords = createGatedPasswords();
        using room = openRoom({ passwords, hashing: { atOnce: 2, waiting: 32 } });
        const names = Array.from({ length: 40 }, (_, number) => `Crowd_${number}`);
        for (const name of names) await room.register(name);
        await room.register('Alice');
        await logInOnce(room, passwords);
        const byPort = names.map((username, number) =>
          room.openBrowser().logIn({ username, ...form }, addressOf(number)),
        );
        await settle();
        const alone = room.openBrowser().logIn();
        let isOver = false;
        void Promise.all([...byPort, alone]).then(() => {
          isOver = true;
        });
        while (!isOver) {
          passwords.release();
          await settle();
        }
        expect((await alone).errors).toEqual([]);
        const described = countTexts(await Promise.all(byPort));
        expect(form === wrong ? described.password : described.success).toBe(most);
        expect(described[BUSY]).toBe(names.length - most);
      }
    },
  );

  // C4.20
  test('beyond the bound on hashing is told that the service is busy, and not counted', async () => {
    const passwords = createGatedPasswords();
    using room = openRoom({ passwords, hashing: { atOnce: 1, waiting: 2 } });
    await room.register('Alice');
    const elsewhere = (number: number) => `198.51.${number}.7`;
    const states = await burst(room, 8, wrong, elsewhere);
    expect(passwords.waiting()).toBe(1);
    for (let count = 0; count < 3; count += 1) {
      passwords.release();
      await settle();
    }
    expect(countTexts(await Promise.all(states))).toEqual({ password: 3, [BUSY]: 5 });
    const more = await burst(room, 3, wrong, elsewhere);
    for (let count = 0; count < 3; count += 1) {
      passwords.release();
      await settle();
    }
    expect(countTexts(await Promise.all(more))).toEqual({ password: 3 });
  });
});

describe('a change made while a password is checked', () => {
  const changes: [string, (room: Room) => Promise<unknown>, string[]][] = [
    [
      'of the password is not outrun',
      (room) => room.administration.changePassword('Alice', 'battery staple'),
      ['password'],
    ],
    [
      'that suspends the account is not outrun',
      (room) => room.administration.suspendAccount('Alice', ''),
      ['This account is suspended.'],
    ],
    [
      'that deletes the account is not outrun',
      (room) => room.administration.deleteAccount('Alice'),
      ['username'],
    ],
    [
      'that verifies the account is no hindrance',
      (room) => room.administration.verifyAccount('Alice'),
      [],
    ],
  ];
  test.each(changes)('%s', async (_, change, errors) => {
    const passwords = createGatedPasswords();
    using room = openRoom({ passwords });
    await room.register('Alice');
    const browser = room.openBrowser();
    const login = browser.logIn();
    await settle();
    expect(passwords.waiting()).toBe(1);
    await change(room);
    passwords.release();
    expect((await login).errors).toEqual(errors);
    expect((await browser.ask()).isAuthenticated).toBe(errors.length === 0);
  });

  test('and undone again is answered with "busy", never with a false accusation', async () => {
    const passwords = createGatedPasswords();
    using room = openRoom({ passwords });
    await room.register('Alice');
    const { startSession } = room.store.sessions;
    room.store.sessions.startSession = async (...call) => {
      await room.administration.suspendAccount('Alice', '');
      const isStarted = await startSession(...call);
      await room.administration.restoreAccount('Alice');
      return isStarted;
    };
    const login = room.openBrowser().logIn({ password: PASSWORD });
    await settle();
    passwords.release();
    expect(await login).toMatchObject({ errors: [BUSY], isAuthenticated: false });
  });
});
