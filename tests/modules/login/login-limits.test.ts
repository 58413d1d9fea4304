// What stops a login that is tried too often, in bursts, or while its account changes.

import { describe, expect, test } from 'bun:test';
import { launcherTexts } from '../../support/failures.ts';
import {
  type AccountsFixture,
  ADDRESS,
  type Browser,
  createGatedPasswords,
  errorsOf,
  MINUTE_MS,
  openAccountsFixture,
  openWithAlice,
  PASSWORD,
  settle,
} from '../../support/test-accounts.ts';
import { openRegistrationFixture } from '../registration/registration-fixture.ts';

const FIVE_MINUTES = launcherTexts.tooMany(5);
const BUSY = launcherTexts.busy;
const wrong = { password: 'wrong horse' };

async function fail(
  fixture: AccountsFixture,
  times: number,
  form: object = wrong,
  address = ADDRESS,
) {
  for (let count = 0; count < times; count += 1) await fixture.openBrowser().logIn(form, address);
}

describe('wrong passwords', () => {
  // C4.10, C4.11
  test('for one account from one address stop that pair after ten', async () => {
    using fixture = await openWithAlice();
    await fixture.register('Bob');
    const running = fixture.openBrowser();
    await running.logIn();

    await fail(fixture, 9);
    expect(await errorsOf(fixture, wrong)).toEqual(['password']);
    expect(await errorsOf(fixture, wrong)).toEqual([FIVE_MINUTES]);
    expect(await errorsOf(fixture)).toEqual([FIVE_MINUTES]);
    expect(await errorsOf(fixture, { username: 'ALICE' })).toEqual([FIVE_MINUTES]);

    expect(await errorsOf(fixture, {}, '203.0.113.8')).toEqual([]);
    expect(await errorsOf(fixture, { username: 'Bob' })).toEqual([]);
    expect(await running.openLogin()).toMatchObject({ isAuthenticated: true });
  });

  // C4.9, C4.20
  test.each([
    [1, 5],
    [3 * MINUTE_MS + 1, 2],
    [5 * MINUTE_MS - 1, 1],
  ])(
    'after %i ms more are answered with a wait of %i minutes, whatever is swept',
    async (waitMs, minutes) => {
      using fixture = await openWithAlice();
      await fail(fixture, 10);
      fixture.clock.advance(waitMs);
      fixture.accounts.sweepMemory();
      expect(await errorsOf(fixture)).toEqual([launcherTexts.tooMany(minutes)]);
    },
  );

  // C4.10, C4.11
  test('and names from one address stop that address after a hundred', async () => {
    using fixture = await openWithAlice();
    for (let number = 0; number < 9; number += 1) {
      await fixture.register(`Player${number}`);
      await fail(fixture, 10, { ...wrong, username: `Player${number}` });
    }
    await fail(fixture, 9, { username: 'Nobody' });
    expect(await errorsOf(fixture)).toEqual([]);
    expect(await errorsOf(fixture, { username: 'Nobody' })).toEqual(['username']);
    for (const username of ['Alice', 'Nobody', '']) {
      expect(await errorsOf(fixture, { username })).toEqual([FIVE_MINUTES]);
    }
    expect(await errorsOf(fixture, {}, '203.0.113.8')).toEqual([]);
    fixture.clock.advance(5 * MINUTE_MS);
    expect(await errorsOf(fixture)).toEqual([]);
  });

  test.each([
    ['that name one account after thirty', 30, () => 'Alice'],
    ['that name many accounts after a hundred', 100, (number: number) => `Own_${number % 4}`],
  ])('are kept apart from right ones, which stop their address %s', async (_what, most, nameOf) => {
    using fixture = await openWithAlice();
    await fixture.register('Bob');
    for (let number = 0; number < 4; number += 1) await fixture.register(`Own_${number}`);
    for (let number = 0; number < most; number += 1) {
      expect(await errorsOf(fixture, { username: nameOf(number) })).toEqual([]);
    }
    expect(await errorsOf(fixture, { username: nameOf(0) })).toEqual([FIVE_MINUTES]);
    expect(await errorsOf(fixture, { username: 'Bob' })).toEqual(
      most === 100 ? [FIVE_MINUTES] : [],
    );
    expect(await errorsOf(fixture, { username: nameOf(0) }, '203.0.113.8')).toEqual([]);
    fixture.clock.advance(5 * MINUTE_MS);
    expect(await errorsOf(fixture, { username: nameOf(0) })).toEqual([]);
  });

  test('that need no hashing count too', async () => {
    using fixture = await openWithAlice();
    await fail(fixture, 5, { password: '' });
    await fail(fixture, 5, { password: 'x'.repeat(65) });
    expect(await errorsOf(fixture)).toEqual([FIVE_MINUTES]);
  });

  const uncounted: [string, object][] = [
    ['wrong tokens', { token: 'x' }],
    ['right passwords', {}],
    ['right passwords of a suspended account', { username: 'Eve' }],
  ];
  // C4.11
  test.each(uncounted)('are not %s', async (_, form) => {
    using fixture = await openWithAlice();
    await fixture.register('Eve');
    await fixture.administration.suspendAccount('Eve', '');
    await fail(fixture, 29, form);
    expect(await errorsOf(fixture)).toEqual([]);
    expect(await errorsOf(fixture, { username: 'Eve' })).toEqual([launcherTexts.suspended()]);
  });

  const groups: [string, string, string, boolean][] = [
    ['two of one IPv6 network', '2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
    ['two of neighbouring IPv6 networks', '2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['an IPv4 address and its mapped form', '203.0.113.7', '::ffff:203.0.113.7', true],
  ];
  test.each(groups)('see %s (%s, %s) as one: %p', async (_, first, second, isOne) => {
    using fixture = await openWithAlice();
    await fail(fixture, 10, wrong, first);
    expect(await errorsOf(fixture, {}, second)).toEqual(isOne ? [FIVE_MINUTES] : []);
  });
});

describe('a burst of logins', () => {
  async function burst(
    fixture: AccountsFixture,
    size: number,
    form: object,
    addressOf: (number: number) => string = () => ADDRESS,
  ) {
    const browsers = Array.from({ length: size }, () => fixture.openBrowser());
    const states = browsers.map((browser: Browser, number) =>
      browser.logIn(form, addressOf(number)),
    );
    await settle();
    return states;
  }

  /** Makes the usual address one that Alice's account knows. */
  async function logInOnce(
    fixture: AccountsFixture,
    passwords: ReturnType<typeof createGatedPasswords>,
  ) {
    const login = fixture.openBrowser().logIn();
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

  test('cannot overshoot the attempts: what waits for others is refused with a wait', async () => {
    const passwords = createGatedPasswords();
    using fixture = await openWithAlice({ passwords, hashing: { atOnce: 64, waiting: 0 } });
    const states = await burst(fixture, 25, wrong);
    expect(passwords.waiting()).toBe(3);
    for (let count = 0; count < 3; count += 1) passwords.release();
    expect(countTexts(await Promise.all(states))).toEqual({ password: 3, [BUSY]: 22 });
    for (const admitted of [3, 3, 1]) {
      const more = await burst(fixture, 25, wrong);
      expect(passwords.waiting()).toBe(admitted);
      for (let count = 0; count < admitted; count += 1) passwords.release();
      expect(countTexts(await Promise.all(more))).toEqual({
        password: admitted,
        [BUSY]: 25 - admitted,
      });
    }
    expect(await errorsOf(fixture)).toEqual([FIVE_MINUTES]);
  });

  const origins: [string, (number: number) => string, most: number][] = [
    ['one address', () => '203.0.113.66', 3],
    ['one /48 of IPv6', (number) => `2001:db8:1:${number + 1}::1`, 17],
    ['addresses all over', (number) => `198.${number + 1}.100.7`, 34],
  ];
  test.each(origins)(
    'from %s leaves room for others, right or wrong',
    async (_what, addressOf, most) => {
      for (const form of [{}, wrong]) {
        const passwords = createGatedPasswords();
        using fixture = openAccountsFixture({ passwords, hashing: { atOnce: 2, waiting: 32 } });
        const names = Array.from({ length: 40 }, (_, number) => `Crowd_${number}`);
        for (const name of names) await fixture.register(name);
        await fixture.register('Alice');
        await logInOnce(fixture, passwords);
        const others = names.map((username, number) =>
          fixture.openBrowser().logIn({ username, ...form }, addressOf(number)),
        );
        await settle();
        const alone = fixture.openBrowser().logIn();
        let isOver = false;
        void Promise.all([...others, alone]).then(() => {
          isOver = true;
        });
        while (!isOver) {
          passwords.release();
          await settle();
        }
        expect((await alone).errors).toEqual([]);
        const described = countTexts(await Promise.all(others));
        expect(form === wrong ? described.password : described.success).toBe(most);
        expect(described[BUSY]).toBe(names.length - most);
      }
    },
  );

  test('leaves no place for passwords that administrators set or registrations choose: all wait in one queue', async () => {
    const passwords = createGatedPasswords();
    const hashing = { atOnce: 1, waiting: 0 };
    using fixture = openRegistrationFixture({}, { passwords, hashing });
    await fixture.register('Alice');
    const login = fixture.openBrowser().logIn();
    await settle();
    expect(passwords.waiting()).toBe(1);
    for (const hash of [
      () => fixture.administration.changePassword('Alice', 'another horse'),
      () => fixture.signUp({ name: 'Bob', email: 'bob@example.net' }),
    ]) {
      await expect(hash()).rejects.toMatchObject({ kind: 'unavailable' });
    }
    passwords.release();
    expect((await login).errors).toEqual([]);
  });

  // C4.20
  test('beyond the bound on hashing is refused as busy, and not counted', async () => {
    const passwords = createGatedPasswords();
    using fixture = await openWithAlice({ passwords, hashing: { atOnce: 1, waiting: 2 } });
    const elsewhere = (number: number) => `198.51.${number}.7`;
    const states = await burst(fixture, 8, wrong, elsewhere);
    expect(passwords.waiting()).toBe(1);
    for (let count = 0; count < 3; count += 1) {
      passwords.release();
      await settle();
    }
    expect(countTexts(await Promise.all(states))).toEqual({ password: 3, [BUSY]: 5 });
    const more = await burst(fixture, 3, wrong, elsewhere);
    for (let count = 0; count < 3; count += 1) {
      passwords.release();
      await settle();
    }
    expect(countTexts(await Promise.all(more))).toEqual({ password: 3 });
  });
});

describe('a change made while a password is checked', () => {
  test('and undone again is answered with "busy", never with a false accusation', async () => {
    const passwords = createGatedPasswords();
    using fixture = await openWithAlice({ passwords });
    const { startSession } = fixture.store.sessions;
    fixture.store.sessions.startSession = async (...call) => {
      await fixture.administration.suspendAccount('Alice', '');
      const isStarted = await startSession(...call);
      await fixture.administration.restoreAccount('Alice');
      return isStarted;
    };
    const login = fixture.openBrowser().logIn({ password: PASSWORD });
    await settle();
    passwords.release();
    expect(await login).toMatchObject({ errors: [BUSY], isAuthenticated: false });
  });
});
