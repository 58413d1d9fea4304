// A rate limit on guesses: counts wrong ones by key within a sliding window, and stops a key that made too many.

import type { Clock } from '../../lib/clock.ts';

/** Whether one more guess may be made. */
export type AttemptAnswer =
  /** Go on; `end` must be called once, with whether the guess was wrong. */
  | { outcome: 'admitted'; end: (isWrong: boolean) => void }
  /** Too many wrong ones; a guess is possible again after `retryInMs`. */
  | { outcome: 'stopped'; retryInMs: number }
  /** Guesses still being checked could reach the limit: their outcome has to be awaited. */
  | { outcome: 'busy' };

/** Wrong guesses by key. */
export interface Attempts {
  begin(key: string): AttemptAnswer;
  /** How long the key is stopped for; 0 when it is not. */
  findWaitMs(key: string): number;
  /** Drops what is too old to count. */
  sweep(): void;
}

/** Creates a counter that stops a key after `limit` wrong guesses in `windowMs`, remembering `keysAtMost` keys. */
export function createAttempts(
  clock: Clock,
  { limit, windowMs, keysAtMost }: { limit: number; windowMs: number; keysAtMost: number },
): Attempts {
  // Both in order of the latest change; the checks in flight bound themselves, and must not be dropped.
  const wrongTimes = new Map<string, number[]>();
  const inFlight = new Map<string, number>();

  function recentWrongs(key: string): number[] {
    const now = clock.now();
    // Times ahead of a clock that was turned back would stop the key for longer than the window.
    return (wrongTimes.get(key) ?? []).filter((at) => at > now - windowMs && at <= now);
  }

  function addWrong(key: string): void {
    const times = [...recentWrongs(key), clock.now()].slice(-limit);
    wrongTimes.delete(key);
    wrongTimes.set(key, times);
    if (wrongTimes.size <= keysAtMost) return;
    const [oldestKey] = wrongTimes.keys();
    if (oldestKey !== undefined) wrongTimes.delete(oldestKey);
  }

  function addInFlight(key: string, change: 1 | -1): void {
    const count = (inFlight.get(key) ?? 0) + change;
    if (count > 0) inFlight.set(key, count);
    else inFlight.delete(key);
  }

  function findWaitMs(key: string): number {
    const wrongs = recentWrongs(key);
    const [first] = wrongs;
    return first === undefined || wrongs.length < limit ? 0 : first + windowMs - clock.now();
  }

  return {
    findWaitMs,
    begin(key) {
      const retryInMs = findWaitMs(key);
      if (retryInMs > 0) return { outcome: 'stopped', retryInMs };
      const wrongs = recentWrongs(key);
      if (wrongs.length + (inFlight.get(key) ?? 0) >= limit) return { outcome: 'busy' };
      addInFlight(key, 1);
      return {
        outcome: 'admitted',
        end(isWrong) {
          addInFlight(key, -1);
          if (isWrong) addWrong(key);
        },
      };
    },
    sweep() {
      for (const key of wrongTimes.keys()) {
        if (recentWrongs(key).length === 0) wrongTimes.delete(key);
      }
    },
  };
}
