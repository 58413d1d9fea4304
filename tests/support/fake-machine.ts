// A machine whose wall clock a test sets, and which a test sends to sleep.

import { createSteadyClock, type SteadyClock } from '../../src/lib/steady-clock.ts';
import type { FakeClock } from './fake-clock.ts';

/** The steady clock of such a machine; time passes by `advance` alone. */
export interface FakeMachine extends SteadyClock, FakeClock {
  /** What the wall clock shows. */
  wall(): number;
  /** Sets the wall clock forward by `ms`, or back where it is negative. */
  setWall(ms: number): void;
  /** Time passes and nothing runs. */
  sleep(ms: number): void;
}

/** Makes a machine that was booted long before `startMs`, milliseconds since the Unix epoch. */
export function createFakeMachine(startMs: number): FakeMachine {
  let wallMs = startMs;
  let awakeMs = 1_234.25;
  let bootMs = 987_654_321;
  const clock = createSteadyClock({
    wall: () => wallMs,
    awake: () => awakeMs,
    // Whole seconds, as the system reports them.
    sinceBoot: () => Math.floor(bootMs / 1_000) * 1_000,
  });
  function pass(ms: number): void {
    wallMs += ms;
    bootMs += ms;
  }
  return {
    ...clock,
    wall: () => wallMs,
    setWall(ms) {
      wallMs += ms;
    },
    sleep: pass,
    advance(ms) {
      pass(ms);
      awakeMs += ms;
    },
  };
}
