// The wall clock as a dependency, so that tests set the time instead of sleeping; and the rules for a clock that leaps.

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/**
 * When the clock moved further than this since the service last ran, it may be wrong. Then nothing is deleted for its
 * age for the same time.
 */
export const LEAP_MS = 24 * HOUR_MS;

/** Two readings of a clock may differ by this much although nobody set it: by rounding or a small correction. */
export const CLOCK_PLAY_MS = 2_000;

/** The stored times at which something is due or expires. */
export interface DueTimes {
  /** When the service last ran, according to the database. */
  findLastAliveAt(): Promise<number | undefined>;
  /** The clock was set by `ms` at `after`: moves due times that lie ahead with it, and keeps past ones in the past. */
  moveDueTimes(after: number, ms: number): Promise<void>;
}
