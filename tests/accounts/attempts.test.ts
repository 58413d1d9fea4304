// The counter of wrong guesses by itself: its window, its bursts, its memory.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Attempts, createAttempts } from '../../src/accounts/login/attempts.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const WINDOW_MS = 300_000;

function open(limit: number, keysAtMost = 100) {
  const clock = createFakeClock(Date.UTC(2026, 0, 1));
  return { clock, attempts: createAttempts(clock, { limit, windowMs: WINDOW_MS, keysAtMost }) };
}

function guess(attempts: Attempts, key: string, isWrong = true): string {
  const answer = attempts.begin(key);
  if (answer.outcome === 'admitted') answer.end(isWrong);
  return answer.outcome;
}

describe('attempts', () => {
  test('stop a key after its limit, and no other key', () => {
    const { attempts } = open(3);
    expect([1, 2, 3, 4].map(() => guess(attempts, 'key'))).toEqual([
      'admitted',
      'admitted',
      'admitted',
      'stopped',
    ]);
    expect(guess(attempts, 'other')).toBe('admitted');
  });

  test('say when the next is possible, and admit one then: the window slides', () => {
    const { clock, attempts } = open(3);
    for (let count = 0; count < 3; count += 1) {
      guess(attempts, 'key');
      clock.advance(60_000);
    }
    expect(attempts.begin('key')).toEqual({ outcome: 'stopped', retryInMs: 120_000 });
    clock.advance(119_999);
    expect(attempts.begin('key')).toEqual({ outcome: 'stopped', retryInMs: 1 });
    clock.advance(1);
    expect(guess(attempts, 'key')).toBe('admitted');
    expect(attempts.begin('key')).toEqual({ outcome: 'stopped', retryInMs: 60_000 });
  });

  test('never count right guesses', () => {
    const { attempts } = open(2);
    for (let count = 0; count < 50; count += 1) {
      expect(guess(attempts, 'key', false)).toBe('admitted');
    }
    expect([guess(attempts, 'key'), guess(attempts, 'key')]).toEqual(['admitted', 'admitted']);
    expect(guess(attempts, 'key', false)).toBe('stopped');
  });

  test('hold back a burst: those in flight count until they are known to be right', () => {
    const { attempts } = open(3);
    guess(attempts, 'key');
    const [one, two, three] = [1, 2, 3].map(() => attempts.begin('key'));
    expect(one?.outcome).toBe('admitted');
    expect(two?.outcome).toBe('admitted');
    expect(three).toEqual({ outcome: 'busy' });
    if (one?.outcome === 'admitted') one.end(false);
    expect(guess(attempts, 'key')).toBe('admitted');
    expect(attempts.begin('key')).toEqual({ outcome: 'busy' });
    if (two?.outcome === 'admitted') two.end(true);
    expect(guess(attempts, 'key')).toBe('stopped');
  });

  test('forget the key that was wrong longest ago when there are too many', () => {
    const { attempts } = open(2, 2);
    for (const key of ['a', 'b', 'b', 'a', 'c']) guess(attempts, key);
    expect(guess(attempts, 'a')).toBe('stopped');
    expect(guess(attempts, 'b')).toBe('admitted');
  });

  test('keep what counts through a sweep', () => {
    const { clock, attempts } = open(1);
    guess(attempts, 'key');
    clock.advance(WINDOW_MS - 1);
    attempts.sweep();
    expect(guess(attempts, 'key')).toBe('stopped');
    clock.advance(1);
    attempts.sweep();
    expect(guess(attempts, 'key')).toBe('admitted');
  });

  test('below the limit count on after a sweep, and so do those still under way', () => {
    const { attempts } = open(3);
    guess(attempts, 'key');
    guess(attempts, 'key');
    attempts.sweep();
    expect(guess(attempts, 'key')).toBe('admitted');
    expect(guess(attempts, 'key')).toBe('stopped');
    const pending = [1, 2, 3].map(() => attempts.begin('other'));
    attempts.sweep();
    expect(attempts.begin('other').outcome).toBe('busy');
    for (const answer of pending) if (answer.outcome === 'admitted') answer.end(true);
    expect(attempts.begin('other').outcome).toBe('stopped');
  });

  test('forget of a sweep nothing but what is too old, one by one', () => {
    const { clock, attempts } = open(2);
    guess(attempts, 'key');
    clock.advance(WINDOW_MS - 1);
    guess(attempts, 'key');
    clock.advance(1);
    attempts.sweep();
    expect(guess(attempts, 'key')).toBe('admitted');
    expect(guess(attempts, 'key')).toBe('stopped');
  });

  test('do not stop a key for longer than the window when the clock is turned back', () => {
    const { clock, attempts } = open(1);
    guess(attempts, 'key');
    clock.advance(-3_600_000);
    expect(guess(attempts, 'key')).toBe('admitted');
  });

  test('never let more wrong ones through in any window than the limit', () => {
    const steps = fc.array(
      fc.record({
        action: fc.constantFrom('begin', 'begin', 'wrong', 'right', 'wait'),
        waitMs: fc.constantFrom(1, 60_000, 150_000, WINDOW_MS),
      }),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), steps, (limit, plan) => {
        const { clock, attempts } = open(limit);
        const inFlight: ((isWrong: boolean) => void)[] = [];
        const wrongAt: number[] = [];
        for (const { action, waitMs } of plan) {
          if (action === 'wait') clock.advance(waitMs);
          else if (action === 'begin') {
            const answer = attempts.begin('key');
            if (answer.outcome === 'admitted') inFlight.push(answer.end);
          } else {
            const end = inFlight.shift();
            if (end && action === 'wrong') wrongAt.push(clock.now());
            end?.(action === 'wrong');
          }
          const recent = wrongAt.filter((at) => at > clock.now() - WINDOW_MS);
          expect(recent.length).toBeLessThanOrEqual(limit);
        }
      }),
      { numRuns: 500 },
    );
  });
});
