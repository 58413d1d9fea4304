// An account whose password is guessed at from many addresses: who is asked for a code, and who is told.

import { describe, expect, test } from 'bun:test';
import { createBruteForceDetector } from '../../src/accounts/login/brute-force-protection.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { ADDRESS, HOUR_MS, MINUTE_MS, openRoom, type Room } from './room.ts';

const wrong = { password: 'wrong horse' };
const STRANGE = '192.0.2.200';

/** Guesses at Alice's password, five times from each address. */
async function guess(room: Room, times: number, accounts = room.accounts): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const address = `198.51.${100 + Math.floor(count / 1_000)}.${Math.floor(count / 5) % 200}`;
    await room.openBrowser(accounts).logIn(wrong, address);
  }
}

const errorsFrom = async (room: Room, address: string, form: object = {}) =>
  (await room.openBrowser().logIn(form, address)).errors;

async function openGuessedAt(times = 100): Promise<Room> {
  const room = openRoom();
  await room.register('Alice');
  await room.openBrowser().logIn();
  await guess(room, times);
  return room;
}

describe('a hundred wrong passwords in an hour', () => {
  test('have strange devices need a mailed code, known ones not', async () => {
    using room = await openGuessedAt();
    expect(await errorsFrom(room, ADDRESS)).toEqual([]);
    expect(await errorsFrom(room, STRANGE)).toEqual(['login_code']);
    const loginCode = room.box.loginCode();
    expect(await errorsFrom(room, STRANGE, { loginCode })).toEqual([]);
    expect(await errorsFrom(room, STRANGE)).toEqual([]);
  });

  test('less one change nothing', async () => {
    using room = await openGuessedAt(99);
    expect(await errorsFrom(room, STRANGE)).toEqual([]);
    expect(room.box.kinds()).not.toContain('guessing noticed');
  });

  test('are told to the owner once, and noted once, however long they go on', async () => {
    using room = await openGuessedAt(150);
    for (let round = 0; round < 6; round += 1) {
      room.clock.advance(20 * MINUTE_MS);
      await guess(room, 60);
    }
    expect(room.box.letters).toEqual([
      {
        kind: 'guessing noticed',
        to: 'Alice@example.net',
        accountName: 'Alice',
        at: expect.any(Number),
      },
    ]);
    const noted = (await room.accounts.log.listFor(1)).filter(
      (it) => it.event === 'guessing noticed',
    );
    expect(noted).toHaveLength(1);
    expect(room.guessed).toEqual(['Alice']);
    expect(await errorsFrom(room, STRANGE)).toEqual(['login_code']);
  });

  test('are over an hour after they stopped, and told again when they begin anew', async () => {
    using room = await openGuessedAt();
    room.clock.advance(HOUR_MS);
    expect(await errorsFrom(room, STRANGE)).toEqual([]);
    await guess(room, 100);
    expect(room.box.kinds().filter((kind) => kind === 'guessing noticed')).toHaveLength(2);
  });

  test('are remembered by a restart in the middle of it', async () => {
    using room = await openGuessedAt();
    const accounts = room.restart();
    const state = await room.openBrowser(accounts).logIn({}, STRANGE);
    expect(state.errors).toEqual(['login_code']);
    await guess(room, 100, accounts);
    expect(room.box.kinds().filter((kind) => kind === 'guessing noticed')).toHaveLength(1);
  });

  test('lock nobody out where no letter can leave', async () => {
    using room = openRoom();
    await room.register('Alice');
    await room.openBrowser().logIn();
    room.box.isOpen = false;
    await guess(room, 120);
    expect(await errorsFrom(room, STRANGE)).toEqual([]);
    expect((await room.accounts.log.listFor(1)).map((it) => it.event)).toContain(
      'guessing noticed',
    );
  });

  test('at an account whose address nobody verified write to nobody', async () => {
    using room = openRoom();
    await room.register('Alice', { isVerified: false });
    await guess(room, 120);
    expect(room.box.letters).toEqual([]);
    expect(await errorsFrom(room, STRANGE)).toEqual(['verification']);
  });

  test('at one account change nothing for another', async () => {
    using room = await openGuessedAt();
    await room.register('Bob');
    expect(await errorsFrom(room, STRANGE, { username: 'Bob' })).toEqual([]);
  });
});

describe('the watch', () => {
  test('counts the last hour alone, in steps of five minutes', () => {
    const clock = createFakeClock(0);
    const watch = createBruteForceDetector(clock, { limit: 4, accountsAtMost: 10 });
    expect([watch.noteWrong(1), watch.noteWrong(1)]).toEqual([false, false]);
    clock.advance(55 * MINUTE_MS);
    expect(watch.noteWrong(1)).toBe(false);
    expect(watch.noteWrong(1)).toBe(true);
    clock.advance(5 * MINUTE_MS);
    expect(watch.noteWrong(1)).toBe(false);
    clock.advance(HOUR_MS);
    expect(watch.noteWrong(1)).toBe(false);
  });

  test('survives a clock that is turned back', () => {
    const clock = createFakeClock(10 * HOUR_MS);
    const watch = createBruteForceDetector(clock, { limit: 2, accountsAtMost: 10 });
    watch.noteWrong(1);
    clock.advance(-5 * HOUR_MS);
    expect(watch.noteWrong(1)).toBe(false);
    expect(watch.noteWrong(1)).toBe(true);
  });

  test('remembers so many accounts, those guessed at latest', () => {
    const watch = createBruteForceDetector(createFakeClock(0), { limit: 2, accountsAtMost: 2 });
    for (const accountId of [1, 2, 3]) watch.noteWrong(accountId);
    expect([watch.noteWrong(3), watch.noteWrong(1)]).toEqual([true, false]);
  });

  test('sweeps what is too old, and nothing else', () => {
    const clock = createFakeClock(0);
    const watch = createBruteForceDetector(clock, { limit: 2, accountsAtMost: 2 });
    watch.noteWrong(1);
    clock.advance(30 * MINUTE_MS);
    watch.sweep();
    expect(watch.noteWrong(1)).toBe(true);
    clock.advance(2 * HOUR_MS);
    watch.sweep();
    expect(watch.noteWrong(1)).toBe(false);
  });
});
