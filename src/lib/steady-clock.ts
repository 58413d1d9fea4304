// The clock of what lives in memory: it shows the time of the wall and never steps by itself.

import { uptime } from 'node:os';
import { type Clock, systemClock } from './clock.ts';

/** A wall clock that is off by less is followed without a word. */
const SMALLEST_STEP_MS = 1_000;
/** The system tells the time since it was booted in whole seconds. */
const SHORTEST_SLEEP_MS = 2_000;

/** What became of the wall clock since the last look. Both in milliseconds, at least one is not 0. */
export interface ClockChange {
  /** How far it was set forward, or back where it is negative. */
  steppedMs: number;
  /** How long the machine slept, and this process with it. */
  sleptMs: number;
}

/** Milliseconds since the Unix epoch, as the wall clock showed them at the last look, and counted on since. */
export interface SteadyClock extends Clock {
  /** Follows the wall clock; `undefined` where it went on as time does. */
  look(): ClockChange | undefined;
}

/** Where time is read, each in milliseconds. */
interface TimeSources {
  wall(): number;
  /** Never steps, and stands still while the machine sleeps. */
  awake(): number;
  /** Never steps, and goes on while the machine sleeps. */
  sinceBoot(): number;
}

const systemSources: TimeSources = {
  wall: systemClock.now,
  awake: () => performance.now(),
  sinceBoot: () => uptime() * 1_000,
};

/** Makes the clock; whoever keeps times of it has to move them by what a look tells. */
export function createSteadyClock(sources: TimeSources = systemSources): SteadyClock {
  const { wall, awake, sinceBoot } = sources;
  let offset = wall() - awake();
  let asleep = sinceBoot() - awake();

  return {
    now: () => Math.round(offset + awake()),
    look() {
      const changedMs = Math.round(wall() - awake() - offset);
      const measuredMs = sinceBoot() - awake() - asleep;
      offset += changedMs;
      // Less is the rounding of the time since the boot, which must not add up.
      const hasSlept = measuredMs >= SHORTEST_SLEEP_MS;
      if (hasSlept) asleep += measuredMs;
      // A wall clock that went on during the sleep tells its length better than whole seconds do.
      const isExact = hasSlept && Math.abs(changedMs - measuredMs) < SHORTEST_SLEEP_MS;
      const sleptMs = isExact ? changedMs : hasSlept ? Math.round(measuredMs) : 0;
      const steppedMs = changedMs - sleptMs;
      const isStep = Math.abs(steppedMs) >= SMALLEST_STEP_MS;
      return isStep || hasSlept ? { steppedMs: isStep ? steppedMs : 0, sleptMs } : undefined;
    },
  };
}
