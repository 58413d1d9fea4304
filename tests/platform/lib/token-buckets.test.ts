// Token buckets: full at first, refilled in steps, never over their capacity.

import { beforeEach, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  createTokenBuckets,
  requireToken,
  type TokenBuckets,
} from '../../../src/platform/lib/token-buckets.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';

const BUDGET = { refill: 3, everyMs: 10_000, capacity: 6 };

let clock: FakeClock;
let buckets: TokenBuckets;

beforeEach(() => {
  clock = createFakeClock(1_800_000_000_000);
  buckets = createTokenBuckets(clock, BUDGET);
});

/** How many tokens a key gets before it is refused. */
function drain(key = 'a'): number {
  let count = 0;
  while (buckets.spend(key) === 0) count += 1;
  return count;
}

describe('a bucket', () => {
  test('is full at first', () => {
    expect(drain()).toBe(6);
  });

  test('is one key’s own', () => {
    drain('a');
    expect(drain('b')).toBe(6);
  });

  test.each([
    ['nothing just before a step', 9_999, 0],
    ['a step’s worth at the step', 10_000, 3],
    ['no more than it holds after many', 86_400_000, 6],
  ])('gets %s', (_sentence, ms, tokens) => {
    drain();
    clock.advance(ms);
    expect(drain()).toBe(tokens);
  });

  test('is refilled at its own steps, whenever it was asked in between', () => {
    drain();
    for (let requested = 0; requested < 9; requested += 1) {
      clock.advance(1_000);
      expect(buckets.spend('a')).toBeGreaterThan(0);
    }
    clock.advance(1_000);
    expect(drain()).toBe(3);
  });

  test.each([
    ['ten at first', 0, 10],
    ['fewer as time goes by', 4_000, 6],
    ['a part of a second counts as a whole one', 4_001, 6],
    ['never fewer than one', 9_999, 1],
  ])('says in how many seconds a token comes: %s', (_sentence, ms, seconds) => {
    drain();
    clock.advance(ms);
    expect(buckets.spend('a')).toBe(seconds);
  });

  test('begins a new step when the clock was set back, and does not stop refilling', () => {
    drain();
    clock.advance(-3_600_000);
    expect(buckets.spend('a')).toBe(10);
    clock.advance(10_000);
    expect(drain()).toBe(3);
  });
});

describe('many keys', () => {
  test('the one created first is removed first, and is full again', () => {
    buckets = createTokenBuckets(clock, BUDGET, 2);
    drain('a');
    drain('b');
    drain('c');
    expect(buckets.spend('c')).toBe(10);
    expect(buckets.spend('b')).toBe(10);
    expect(drain('a')).toBe(6);
  });
});

test('no key gets more than the capacity and a refill for each step', () => {
  const moves = fc.array(fc.record({ ms: fc.integer({ min: 0, max: 25_000 }), asks: fc.nat(9) }));
  fc.assert(
    fc.property(moves, (history) => {
      const ownClock = createFakeClock(0);
      const own = createTokenBuckets(ownClock, BUDGET);
      let granted = 0;
      for (const { ms, asks } of history) {
        ownClock.advance(ms);
        for (let ask = 0; ask < asks; ask += 1) if (own.spend('a') === 0) granted += 1;
        const steps = Math.floor(ownClock.now() / BUDGET.everyMs);
        expect(granted).toBeLessThanOrEqual(BUDGET.capacity + steps * BUDGET.refill);
      }
    }),
  );
});

test('who needs a token that there is not is refused with the seconds until the next one', () => {
  const own = createTokenBuckets(clock, { refill: 1, everyMs: 10_000, capacity: 1 });
  const take = () => requireToken(own, 'a', (seconds) => `Wait ${seconds} s.`);
  take();
  expect(take).toThrow(
    expect.objectContaining({
      ...{ kind: 'rate_limited', message: 'Wait 10 s.', retryAfterSeconds: 10 },
    }),
  );
});
