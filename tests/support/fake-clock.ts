// A clock that stands still until a test turns it.

import type { Clock } from '../../src/platform/lib/clock.ts';

/** A clock that moves by `advance` alone. */
export interface FakeClock extends Clock {
  /** Moves the clock by `ms`; a negative number turns it back. */
  advance(ms: number): void;
}

/** Makes a clock that shows `startMs`, milliseconds since the Unix epoch. */
export function createFakeClock(startMs: number): FakeClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance(ms) {
      nowMs += ms;
    },
  };
}
