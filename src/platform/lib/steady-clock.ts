// The clock for values in memory: it shows wall-clock time and never steps by itself.

import { uptime } from 'node:os';
import { type Clock, systemClock } from './clock.ts';
import { createJob, type Job } from './timers.ts';

const CHECK_EVERY_MS = 1_000;
const SMALLEST_STEP_MS = 1_000;
/** The system reports its uptime in whole seconds. */
const MIN_SLEEP_MS = 2_000;

export interface ClockChange {
  steppedMs: number;
  sleptMs: number;
}

/** Milliseconds since the Unix epoch: the wall clock at the last check, plus the time passed since. */
export interface SteadyClock extends Clock {
  /** Adopts the time of the wall clock. Returns the change; `undefined` when the clock ran normally. */
  check(): ClockChange | undefined;
}

interface TimeSources {
  wall(): number;
  /** Never steps. It stands still while the machine sleeps or the process is paused. */
  awake(): number;
  /** Never steps. It keeps running while the machine sleeps or the process is paused. */
  sinceBoot(): number;
}

/** The clock is read at least once a second. A longer gap means that the process was stopped or got no time to run. */
const PAUSE_MS = 10_000;

/** Milliseconds that this process has run. A pause counts as sleep, because the process receives nothing meanwhile. */
export function createAwakeTime(now = () => performance.now()): () => number {
  let readAt = now();
  let pausedMs = 0;
  return () => {
    const at = now();
    if (at - readAt >= PAUSE_MS) pausedMs += at - readAt;
    readAt = at;
    return at - pausedMs;
  };
}

const systemSources = (): TimeSources => ({
  wall: systemClock.now,
  awake: createAwakeTime(),
  sinceBoot: () => uptime() * 1_000,
});

/** Creates the clock. After `check` returns a change, the caller must move the times that it read before. */
export function createSteadyClock(sources: Partial<TimeSources> = {}): SteadyClock {
  const { wall, awake, sinceBoot } = { ...systemSources(), ...sources };
  let offset = wall() - awake();
  let asleep = sinceBoot() - awake();

  return {
    now: () => Math.round(offset + awake()),
    check() {
      const changedMs = Math.round(wall() - awake() - offset);
      const measuredMs = sinceBoot() - awake() - asleep;
      offset += changedMs;
      // A smaller difference is rounding of the uptime, which must not add up.
      const hasSlept = measuredMs >= MIN_SLEEP_MS;
      if (hasSlept) asleep += measuredMs;
      // When the wall clock kept running during the sleep, it measures the sleep more precisely than whole seconds do.
      const isExact = hasSlept && Math.abs(changedMs - measuredMs) < MIN_SLEEP_MS;
      const sleptMs = isExact ? changedMs : hasSlept ? Math.round(measuredMs) : 0;
      const steppedMs = changedMs - sleptMs;
      const isStep = Math.abs(steppedMs) >= SMALLEST_STEP_MS;
      return isStep || hasSlept ? { steppedMs: isStep ? steppedMs : 0, sleptMs } : undefined;
    },
  };
}

export const createClockJob = (clock: SteadyClock, onChange: (change: ClockChange) => void): Job =>
  createJob('check the clock', CHECK_EVERY_MS, () => {
    const change = clock.check();
    if (change !== undefined) onChange(change);
  });
