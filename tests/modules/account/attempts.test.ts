// The counter of wrong guesses by itself: its window, its bursts, its memory.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  type Attempts,
  createAttempts,
  type EndGuess,
  type GuessOutcome,
} from '../../../src/modules/account/attempts.ts';
import { LoginFailure } from '../../../src/modules/account/login-failures.ts';
import { createMemoryStates } from '../../../src/platform/lib/shared-states.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { rounds } from '../../support/rounds.ts';

const WINDOW_MS = 300_000;

function open(limit: number, keysAtMost = 100) {
  const clock = createFakeClock(Date.UTC(2026, 0, 1));
  const states = createMemoryStates(clock);
  const limits = { kind: 'guesses', limit, windowMs: WINDOW_MS, keysAtMost };
  return { clock, states, attempts: createAttempts(states, limits) };
}

/** What ends the guess; `busy`, or the seconds to wait, where it is refused. */
async function begin(attempts: Attempts, key = 'key'): Promise<EndGuess | 'busy' | number> {
  try {
    return await attempts.begin(key);
  } catch (error) {
    if (!(error instanceof LoginFailure)) throw error;
    return error.kind === 'unavailable' ? 'busy' : (error.retryAfterSeconds ?? 0);
  }
}

/** Whether each of some guesses is admitted, one after another. */
async function guess(attempts: Attempts, keys = ['key'], counts: GuessOutcome = 'wrong') {
  const admitted: boolean[] = [];
  for (const key of keys) {
    const end = await begin(attempts, key);
    admitted.push(typeof end === 'function');
    if (typeof end === 'function') await end(counts);
  }
  return admitted;
}

describe('attempts', () => {
  test('stop a key after its limit, and no other key', async () => {
    const { attempts } = open(3);
    const keys = ['key', 'key', 'key', 'key', 'other'];
    expect(await guess(attempts, keys)).toEqual([true, true, true, false, true]);
  });

  test('say when the next is possible, and admit one then: the window slides', async () => {
    const { clock, attempts } = open(3);
    for (let count = 0; count < 3; count += 1) {
      await guess(attempts);
      clock.advance(60_000);
    }
    expect(await begin(attempts)).toBe(120);
    clock.advance(119_999);
    expect(await begin(attempts)).toBe(1);
    clock.advance(1);
    expect(await guess(attempts)).toEqual([true]);
    expect(await begin(attempts)).toBe(60);
  });

  test('never count right guesses', async () => {
    const { attempts } = open(2);
    const right = await guess(attempts, Array(50).fill('key'), 'neither');
    expect(right).not.toContain(false);
    expect(await guess(attempts, ['key', 'key'])).toEqual([true, true]);
    expect(await guess(attempts, ['key'], 'neither')).toEqual([false]);
  });

  test('hold back a burst, through sweeps: those in flight count until they are known to be right', async () => {
    const { attempts, states } = open(3);
    await guess(attempts);
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => begin(attempts)));
    expect(three).toBe('busy');
    await states.sweep();
    if (typeof one === 'function') await one('neither');
    expect(await guess(attempts)).toEqual([true]);
    expect(await begin(attempts)).toBe('busy');
    if (typeof two === 'function') await two('wrong');
    expect(await begin(attempts)).toBe(300);
  });

  test('forget the key that was wrong longest ago when there are too many', async () => {
    const { attempts } = open(2, 2);
    await guess(attempts, ['a', 'b', 'b', 'a', 'c']);
    expect(await guess(attempts, ['a', 'b'])).toEqual([false, true]);
  });

  test('forget of a sweep nothing but what is too old, one by one', async () => {
    const { clock, attempts, states } = open(2);
    await guess(attempts);
    clock.advance(WINDOW_MS - 1);
    await guess(attempts);
    await states.sweep();
    expect(await guess(attempts)).toEqual([false]);
    clock.advance(1);
    await states.sweep();
    expect(await guess(attempts, ['key', 'key'])).toEqual([true, false]);
  });

  test('do not stop a key for longer than the window when the clock is turned back', async () => {
    const { clock, attempts } = open(1);
    await guess(attempts);
    clock.advance(-3_600_000);
    expect(await guess(attempts)).toEqual([true]);
  });

  test('never let more wrong ones through in any window than the limit', async () => {
    const steps = fc.array(
      fc.record({
        action: fc.constantFrom('begin', 'begin', 'wrong', 'right', 'wait'),
        waitMs: fc.constantFrom(1, 60_000, 150_000, WINDOW_MS),
      }),
      { maxLength: 80 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), steps, async (limit, plan) => {
        const { clock, attempts } = open(limit);
        const inFlight: EndGuess[] = [];
        const wrongAt: number[] = [];
        for (const { action, waitMs } of plan) {
          if (action === 'wait') clock.advance(waitMs);
          else if (action === 'begin') {
            const end = await begin(attempts);
            if (typeof end === 'function') inFlight.push(end);
          } else {
            const end = inFlight.shift();
            if (end && action === 'wrong') wrongAt.push(clock.now());
            await end?.(action === 'wrong' ? 'wrong' : 'neither');
          }
          const recent = wrongAt.filter((at) => at > clock.now() - WINDOW_MS);
          expect(recent.length).toBeLessThanOrEqual(limit);
        }
      }),
      rounds(500),
    );
  });
});
