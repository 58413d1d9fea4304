// The wall clock as a dependency, so that tests set the time instead of sleeping.

/** A source of wall-clock time. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() };
