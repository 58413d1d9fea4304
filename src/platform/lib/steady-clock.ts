// The clock for what is kept in memory: it shows wall-clock time and never steps by itself.

import { uptime } from 'node:os';
import { type Clock, systemClock } from './clock.ts';
import { createJob, type Job } from './timers.ts';

const CHECK_EVERY_MS = 1_000;
const SMALLEST_STEP_MS = 1_000;
/** The system reports the time since it was booted in whole seconds. */
const MIN_SLEEP_MS = 2_000;

export interface ClockChange {
  steppedMs: number;
  sleptMs: number;
}

/** Milliseconds since the Unix epoch: the wall clock at the last check, and the time passed since. */
export interface SteadyClock extends Clock {
  /** Takes over the time of the wall clock. Returns what changed; `undefined` where it ran on normally. */
  check(): ClockChange | undefined;
}

interface TimeSources {
  wall(): number;
  /** Never steps, and stands still while the machine sleeps or the process is paused. */
  awake(): number;
  /** Never steps, and runs on in between. */
  sinceBoot(): number;
}

/** It is read at least once a second. Where it was not for so long, the process was stopped, or had no time to run. */
const PAUSE_MS = 10_000;

/** Milliseconds in which this process ran. It heard nobody in a pause, which counts as a sleep of the machine. */
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

/** Makes the clock. Times that were read from it have to be moved by what `check` returns. */
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
      // Less is the rounding of the time since the boot, which must not add up.
      const hasSlept = measuredMs >= MIN_SLEEP_MS;
      if (hasSlept) asleep += measuredMs;
      // Where the wall clock ran on during the sleep, it measures its length better than whole seconds do.
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
