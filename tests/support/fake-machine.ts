// A machine whose wall clock a test sets, and which a test sends to sleep.

import { createSteadyClock } from '../../src/platform/lib/steady-clock.ts';

export type FakeMachine = ReturnType<typeof createFakeMachine>;

/** Makes a machine that was booted long before `startMs`, milliseconds since the Unix epoch. */
export function createFakeMachine(startMs: number) {
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
    /** What the wall clock shows. */
    wall: () => wallMs,
    /** Sets the wall clock forward by `ms`, or back where it is negative. */
    setWall(ms: number) {
      wallMs += ms;
    },
    /** Time passes and nothing runs. */
    sleep: pass,
    advance(ms: number) {
      pass(ms);
      awakeMs += ms;
    },
  };
}
