// The wall clock as a dependency, so that tests set the time instead of sleeping, and what follows when it leaps.

export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that moved by more since the service last ran may be wrong. For as long nothing is deleted for its age. */
export const LEAP_MS = 24 * 60 * 60_000;

/** Two readings of a clock may be so far apart although nobody set it: they are rounded, or it was just corrected. */
export const CLOCK_PLAY_MS = 2_000;

/** The stored times at which something is due or expires. */
export interface DueTimes {
  /** When the service last ran, as the database knows. */
  findLastAliveAt(): Promise<number | undefined>;
  /** The clock was set by `ms` at `after`: what waits goes on waiting for as long as before, and what was due stays due. */
  moveDueTimes(after: number, ms: number): Promise<void>;
}
