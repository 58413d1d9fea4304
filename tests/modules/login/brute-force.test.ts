// An account whose password is guessed at from many addresses: who is asked for a code, and who is notified.

import { describe, expect, test } from 'bun:test';
import { createBruteForceDetector } from '../../../src/modules/login/brute-force-protection.ts';
import { createMemoryStates } from '../../../src/platform/lib/shared-states.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import {
  type AccountsFixture,
  ADDRESS,
  HOUR_MS,
  MINUTE_MS,
  openAccountsFixture,
  openWithAlice,
} from '../../support/test-accounts.ts';

const wrong = { password: 'wrong horse' };
const STRANGE = '192.0.2.200';

/** Guesses at Alice's password, five times from each address. */
async function guess(
  fixture: AccountsFixture,
  times: number,
  accounts = fixture.accounts,
): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const address = `198.51.${100 + Math.floor(count / 1_000)}.${Math.floor(count / 5) % 200}`;
    await fixture.openBrowser(accounts).logIn(wrong, address);
  }
}

const errorsFrom = async (fixture: AccountsFixture, address: string, form: object = {}) =>
  (await fixture.openBrowser().logIn(form, address)).errors;

async function openGuessedAt(times = 100): Promise<AccountsFixture> {
  const fixture = await openWithAlice();
  await fixture.openBrowser().logIn();
  await guess(fixture, times);
  return fixture;
}

describe('a hundred wrong passwords in an hour', () => {
  test('have strange devices need a mailed code, known ones not', async () => {
    using fixture = await openGuessedAt();
    expect(await errorsFrom(fixture, ADDRESS)).toEqual([]);
    expect(await errorsFrom(fixture, STRANGE)).toEqual(['login_code']);
    const loginCode = fixture.mailer.loginCode();
    expect(await errorsFrom(fixture, STRANGE, { loginCode })).toEqual([]);
    expect(await errorsFrom(fixture, STRANGE)).toEqual([]);
  });

  test('less one change nothing', async () => {
    using fixture = await openGuessedAt(99);
    expect(await errorsFrom(fixture, STRANGE)).toEqual([]);
    expect(fixture.mailer.kinds()).not.toContain('brute-force protection');
  });

  test('are reported to the owner once, and logged once, however long they go on', async () => {
    using fixture = await openGuessedAt(150);
    for (let round = 0; round < 6; round += 1) {
      fixture.clock.advance(20 * MINUTE_MS);
      await guess(fixture, 60);
    }
    expect(fixture.mailer.emails).toEqual([
      {
        kind: 'brute-force protection',
        to: 'Alice@example.net',
        accountName: 'Alice',
        language: 'en',
        at: expect.any(Number),
      },
    ]);
    const noted = (await fixture.accounts.log.listFor(1)).filter(
      (it) => it.event === 'brute-force protection',
    );
    expect(noted).toHaveLength(1);
    expect(fixture.guessed).toEqual(['Alice']);
    expect(await errorsFrom(fixture, STRANGE)).toEqual(['login_code']);
  });

  test('are over an hour after they stopped, and reported again when they start again', async () => {
    using fixture = await openGuessedAt();
    fixture.clock.advance(HOUR_MS);
    expect(await errorsFrom(fixture, STRANGE)).toEqual([]);
    await guess(fixture, 100);
    expect(fixture.mailer.kinds().filter((kind) => kind === 'brute-force protection')).toHaveLength(
      2,
    );
  });

  test('are remembered by a restart in the middle of it', async () => {
    using fixture = await openGuessedAt();
    const accounts = fixture.restart();
    const state = await fixture.openBrowser(accounts).logIn({}, STRANGE);
    expect(state.errors).toEqual(['login_code']);
    await guess(fixture, 100, accounts);
    expect(fixture.mailer.kinds().filter((kind) => kind === 'brute-force protection')).toHaveLength(
      1,
    );
  });

  test('lock nobody out where no email can leave', async () => {
    using fixture = await openWithAlice();
    await fixture.openBrowser().logIn();
    fixture.mailer.isOpen = false;
    await guess(fixture, 120);
    expect(await errorsFrom(fixture, STRANGE)).toEqual([]);
    expect((await fixture.accounts.log.listFor(1)).map((it) => it.event)).toContain(
      'brute-force protection',
    );
  });

  test('at an account whose address nobody verified write to nobody', async () => {
    using fixture = openAccountsFixture();
    await fixture.register('Alice', { isVerified: false });
    await guess(fixture, 120);
    expect(fixture.mailer.emails).toEqual([]);
    expect(await errorsFrom(fixture, STRANGE)).toEqual(['verification']);
  });
});

describe('the detector', () => {
  test('counts the last hour alone, in steps of five minutes', async () => {
    const clock = createFakeClock(0);
    const states = createMemoryStates(clock);
    const detector = createBruteForceDetector(states, { limit: 4, accountsAtMost: 10 });
    expect([await detector.noteWrong(1), await detector.noteWrong(1)]).toEqual([false, false]);
    clock.advance(55 * MINUTE_MS);
    expect(await detector.noteWrong(1)).toBe(false);
    expect(await detector.noteWrong(1)).toBe(true);
    clock.advance(5 * MINUTE_MS);
    expect(await detector.noteWrong(1)).toBe(false);
    clock.advance(HOUR_MS);
    expect(await detector.noteWrong(1)).toBe(false);
  });

  test('survives a clock that is turned back', async () => {
    const clock = createFakeClock(10 * HOUR_MS);
    const states = createMemoryStates(clock);
    const detector = createBruteForceDetector(states, { limit: 2, accountsAtMost: 10 });
    await detector.noteWrong(1);
    clock.advance(-5 * HOUR_MS);
    expect(await detector.noteWrong(1)).toBe(false);
    expect(await detector.noteWrong(1)).toBe(true);
  });

  test('remembers so many accounts, those guessed at latest', async () => {
    const detector = createBruteForceDetector(createMemoryStates(createFakeClock(0)), {
      limit: 2,
      accountsAtMost: 2,
    });
    for (const accountId of [1, 2, 3]) await detector.noteWrong(accountId);
    expect([await detector.noteWrong(3), await detector.noteWrong(1)]).toEqual([true, false]);
  });

  test('sweeps what is too old, and nothing else', async () => {
    const clock = createFakeClock(0);
    const states = createMemoryStates(clock);
    const detector = createBruteForceDetector(states, { limit: 2, accountsAtMost: 2 });
    await detector.noteWrong(1);
    clock.advance(30 * MINUTE_MS);
    await states.sweep();
    expect(await detector.noteWrong(1)).toBe(true);
    clock.advance(2 * HOUR_MS);
    await states.sweep();
    expect(await detector.noteWrong(1)).toBe(false);
  });
});
