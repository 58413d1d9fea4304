// The counter of wrong guesses by itself: its window, its bursts, its memory.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  type Attempts,
  createAttempts,
  type GuessOutcome,
} from '../../src/accounts/login/login-limits.ts';
import { createMemoryStates } from '../../src/accounts/shared-states.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { rounds } from '../support/rounds.ts';

const WINDOW_MS = 300_000;

function open(limit: number, keysAtMost = 100) {
  const clock = createFakeClock(Date.UTC(2026, 0, 1));
  const states = createMemoryStates(clock);
  const limits = { kind: 'guesses', limit, windowMs: WINDOW_MS, keysAtMost };
  return { clock, states, attempts: createAttempts(states, limits) };
}

async function guess(
  attempts: Attempts,
  key: string,
  counts: GuessOutcome = 'wrong',
): Promise<string> {
  const answer = await attempts.begin(key);
  if (answer.outcome === 'admitted') await answer.end(counts);
  return answer.outcome;
}

/** Several guesses, one after another. */
async function guessAll(attempts: Attempts, keys: readonly string[]): Promise<string[]> {
  const outcomes: string[] = [];
  for (const key of keys) outcomes.push(await guess(attempts, key));
  return outcomes;
}

describe('attempts', () => {
  test('stop a key after its limit, and no other key', async () => {
    const { attempts } = open(3);
    expect(await guessAll(attempts, Array(4).fill('key'))).toEqual([
      'admitted',
      'admitted',
      'admitted',
      'stopped',
    ]);
    expect(await guess(attempts, 'other')).toBe('admitted');
  });

  test('say when the next is possible, and admit one then: the window slides', async () => {
    const { clock, attempts } = open(3);
    for (let count = 0; count < 3; count += 1) {
      await guess(attempts, 'key');
      clock.advance(60_000);
    }
    expect(await attempts.begin('key')).toEqual({ outcome: 'stopped', retryInMs: 120_000 });
    clock.advance(119_999);
    expect(await attempts.begin('key')).toEqual({ outcome: 'stopped', retryInMs: 1 });
    clock.advance(1);
    expect(await guess(attempts, 'key')).toBe('admitted');
    expect(await attempts.begin('key')).toEqual({ outcome: 'stopped', retryInMs: 60_000 });
  });

  test('never count right guesses', async () => {
    const { attempts } = open(2);
    for (let count = 0; count < 50; count += 1) {
      expect(await guess(attempts, 'key', 'neither')).toBe('admitted');
    }
    expect(await guessAll(attempts, ['key', 'key'])).toEqual(['admitted', 'admitted']);
    expect(await guess(attempts, 'key', 'neither')).toBe('stopped');
  });

  test('hold back a burst: those in flight count until they are known to be right', async () => {
    const { attempts } = open(3);
    await guess(attempts, 'key');
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => attempts.begin('key')));
    expect(one?.outcome).toBe('admitted');
    expect(two?.outcome).toBe('admitted');
    expect(three).toEqual({ outcome: 'busy' });
    if (one?.outcome === 'admitted') await one.end('neither');
    expect(await guess(attempts, 'key')).toBe('admitted');
    expect(await attempts.begin('key')).toEqual({ outcome: 'busy' });
    if (two?.outcome === 'admitted') await two.end('wrong');
    expect(await guess(attempts, 'key')).toBe('stopped');
  });

  test('forget the key that was wrong longest ago when there are too many', async () => {
    const { attempts } = open(2, 2);
    await guessAll(attempts, ['a', 'b', 'b', 'a', 'c']);
    expect(await guess(attempts, 'a')).toBe('stopped');
    expect(await guess(attempts, 'b')).toBe('admitted');
  });

  test('keep what counts through a sweep', async () => {
    const { clock, attempts, states } = open(1);
    await guess(attempts, 'key');
    clock.advance(WINDOW_MS - 1);
    await states.sweep();
    expect(await guess(attempts, 'key')).toBe('stopped');
    clock.advance(1);
    await states.sweep();
    expect(await guess(attempts, 'key')).toBe('admitted');
  });

  test('below the limit count on after a sweep, and so do those still under way', async () => {
    const { attempts, states } = open(3);
    await guess(attempts, 'key');
    await guess(attempts, 'key');
    await states.sweep();
    expect(await guess(attempts, 'key')).toBe('admitted');
    expect(await guess(attempts, 'key')).toBe('stopped');
    const pending = await Promise.all([1, 2, 3].map(() => attempts.begin('other')));
    await states.sweep();
    expect((await attempts.begin('other')).outcome).toBe('busy');
    for (const answer of pending) if (answer.outcome === 'admitted') await answer.end('wrong');
    expect((await attempts.begin('other')).outcome).toBe('stopped');
  });

  test('forget of a sweep nothing but what is too old, one by one', async () => {
    const { clock, attempts, states } = open(2);
    await guess(attempts, 'key');
    clock.advance(WINDOW_MS - 1);
    await guess(attempts, 'key');
    clock.advance(1);
    await states.sweep();
    expect(await guess(attempts, 'key')).toBe('admitted');
    expect(await guess(attempts, 'key')).toBe('stopped');
  });

  test('do not stop a key for longer than the window when the clock is turned back', async () => {
    const { clock, attempts } = open(1);
    await guess(attempts, 'key');
    clock.advance(-3_600_000);
    expect(await guess(attempts, 'key')).toBe('admitted');
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
        const inFlight: ((counts: GuessOutcome) => Promise<void>)[] = [];
        const wrongAt: number[] = [];
        for (const { action, waitMs } of plan) {
          if (action === 'wait') clock.advance(waitMs);
          else if (action === 'begin') {
            const answer = await attempts.begin('key');
            if (answer.outcome === 'admitted') inFlight.push(answer.end);
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
