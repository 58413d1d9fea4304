// What replicas share: the same rules in memory and in a database.

import { describe, expect, test } from 'bun:test';
import type { SharedStates } from '../../src/platform/lib/state-ports.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Longer than rows are kept, and marks wait. */
const LONG_MS = 2 * DAY_MS;

/** Opens empty states. */
export type OpenStates = (clock: FakeClock) => Promise<SharedStates>;

/** The suite, for one place where states are kept. */
export function describeSharedStates(openStates: OpenStates): void {
  async function open() {
    const clock = createFakeClock(Date.UTC(2026, 0, 1));
    const states = await openStates(clock);
    return { clock, states, now: clock.now() };
  }

  /** Adds one to a number, and returns what it was before. */
  const addOne = (state: number | undefined, now: number) => ({
    result: state,
    next: { state: (state ?? 0) + 1, until: now + DAY_MS },
  });

  describe('a state', () => {
    test('is changed by one after another, and looked at', async () => {
      const { states } = await open();
      const numbers = states.open<number>('numbers', { most: 10 });
      const before = await Promise.all(
        Array.from({ length: 50 }, () => numbers.update('a', addOne)),
      );
      expect(before.toSorted((one, other) => (one ?? 0) - (other ?? 0))).toEqual([
        ...Array.from({ length: 49 }, (_, index) => index + 1),
        undefined,
      ]);
      expect(await numbers.look('a', (state) => state)).toBe(50);
      expect(await numbers.look('b', (state) => state)).toBeUndefined();
    });

    test('stays as it is, is replaced and is removed as the change says', async () => {
      const { states, now } = await open();
      const texts = states.open<{ text: string }>('texts', { most: 10 });
      const until = now + DAY_MS;
      const put = (text: string) =>
        texts.update('a', () => ({ result: text, next: { state: { text }, until } }));
      const find = () => texts.look('a', (state) => state?.text);
      expect(await texts.update('a', () => ({ result: 1 }))).toBe(1);
      expect(await texts.update('a', () => ({ result: 2, next: 'removed' }))).toBe(2);
      expect(await find()).toBeUndefined();
      expect(await put('one')).toBe('one');
      await texts.update('a', (state) => ({ result: state?.text }));
      expect(await find()).toBe('one');
      await put('quote " and \0');
      expect(await find()).toBe('quote " and \0');
      await texts.update('a', () => ({ result: undefined, next: 'removed' }));
      expect(await find()).toBeUndefined();
    });

    test('of one kind is none of another', async () => {
      const { states } = await open();
      await states.open<number>('numbers', { most: 10 }).update('a', addOne);
      const others = states.open<number>('others', { most: 10 });
      expect(await others.look('a', (state) => state)).toBeUndefined();
    });

    test('changes nothing where the change throws', async () => {
      const { states } = await open();
      const numbers = states.open<number>('numbers', { most: 10 });
      await numbers.update('a', addOne);
      const failing = numbers.update('a', () => {
        throw new Error('no');
      });
      expect(await failing.catch((error: unknown) => `${error}`)).toBe('Error: no');
      expect(await numbers.update('a', addOne)).toBe(1);
    });

    test('is swept when it no longer matters, and not before', async () => {
      const { clock, states } = await open();
      const numbers = states.open<number>('numbers', { most: 10 });
      await numbers.update('a', addOne);
      clock.advance(DAY_MS - 1);
      await states.sweep();
      expect(await numbers.look('a', (state) => state)).toBe(1);
      clock.advance(LONG_MS);
      await states.sweep();
      expect(await numbers.look('a', (state) => state)).toBeUndefined();
    });

    test('is forgotten where there are too many, changed longest ago first', async () => {
      const { clock, states } = await open();
      const numbers = states.open<number>('numbers', { most: 2 });
      for (const key of ['a', 'b', 'a', 'c']) {
        await numbers.update(key, addOne);
        clock.advance(1);
      }
      await states.sweep();
      const found = await Promise.all(
        ['a', 'b', 'c'].map((key) => numbers.look(key, (state) => state)),
      );
      expect(found).toEqual([2, undefined, 1]);
    });
  });

  describe('what is good once', () => {
    test('is spent once, also when many try at the same time', async () => {
      const { states, now } = await open();
      const spent = states.openSpent('tokens', { most: 10 });
      const until = now + DAY_MS;
      expect(await spent.isSpent('a', until)).toBe(false);
      const all = await Promise.all(Array.from({ length: 20 }, () => spent.spend('a', until)));
      expect(all.filter(Boolean)).toHaveLength(1);
      expect(await spent.spend('b', until)).toBe(true);
      expect(await spent.isSpent('a', until)).toBe(true);
      expect(spent.isKnownSpent('a', until)).toBe(true);
      expect(spent.isKnownSpent('c', until)).toBe(false);
    });

    test('of one kind is not spent by another', async () => {
      const { states, now } = await open();
      expect(await states.openSpent('tokens', { most: 10 }).spend('a', now + 1)).toBe(true);
      expect(await states.openSpent('others', { most: 10 }).spend('a', now + 1)).toBe(true);
    });

    test('stays spent until it can no longer be, whatever is swept', async () => {
      const { clock, states, now } = await open();
      const spent = states.openSpent('tokens', { most: 10 });
      const until = now + DAY_MS;
      expect(await spent.spend('a', until)).toBe(true);
      clock.advance(DAY_MS - 1);
      await states.sweep();
      expect(spent.isKnownSpent('a', until)).toBe(true);
      expect(await spent.spend('a', until)).toBe(false);
    });

    test('is never spent twice where there are too many to remember', async () => {
      const { clock, states, now } = await open();
      const spent = states.openSpent('tokens', { most: 3 });
      const keys = Array.from({ length: 12 }, (_, index) => `token ${index}`);
      const untilOf = (key: string) => now + DAY_MS + keys.indexOf(key);
      for (const [index, key] of keys.entries()) {
        expect(await spent.spend(key, untilOf(key))).toBe(true);
        if (index % 3 === 2) await states.sweep();
        clock.advance(2 * 60_000);
        await states.sweep();
      }
      for (const key of keys) expect(await spent.isSpent(key, untilOf(key))).toBe(true);
      for (const key of keys) expect(await spent.spend(key, untilOf(key))).toBe(false);
      // One that was not spent, and is no better than those that were forgotten.
      expect(await spent.spend('another', now + DAY_MS)).toBe(false);
      expect(await spent.spend('later', now + 2 * DAY_MS)).toBe(true);
    });
  });

  test('a signing key is 32 bytes, the same for its purpose', async () => {
    const { states } = await open();
    const key = states.signingKey('tokens');
    expect(key).toHaveLength(32);
    expect(states.signingKey('tokens')).toEqual(key);
    expect(states.signingKey('others')).not.toEqual(key);
  });
}
