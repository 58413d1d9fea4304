// The tiers of the history: the step between samples, the size of chunks, and how long they are kept.

/** How samples of one step are kept. All lengths are in minutes. */
export interface Tier {
  /** Minutes from one sample to the next. */
  step: number;
  /** Samples in a chunk. */
  slots: number;
  /** Age at which a chunk is thinned to the next step, or removed. */
  keptMinutes: number;
}

const DAY_MINUTES = 24 * 60;

/** A day, minute by minute. */
export const MINUTES: Tier = { step: 1, slots: 60, keptMinutes: DAY_MINUTES };
/** A week, in steps of ten minutes. */
export const TENS: Tier = { step: 10, slots: 144, keptMinutes: 7 * DAY_MINUTES };
/** Ninety days, hour by hour. */
export const HOURS: Tier = { step: 60, slots: 24, keptMinutes: 90 * DAY_MINUTES };

/** The highest count of players in a sample: on disk a sample is the count plus one, in 16 bits. */
export const COUNT_LIMIT = 65_534;

/** Whole minutes since the Unix epoch. */
export function minuteOf(ms: number): number {
  return Math.floor(ms / 60_000);
}

/** The number of the chunk that a minute falls into. */
export function chunkOf(tier: Tier, minute: number): number {
  return Math.floor(minute / (tier.step * tier.slots));
}

/** The first minute of a chunk. */
export function startOf(tier: Tier, number: number): number {
  return number * tier.step * tier.slots;
}

/** The last chunk that is old enough as a whole to be thinned or removed. */
export function lastDue(tier: Tier, minute: number): number {
  return chunkOf(tier, minute - tier.keptMinutes) - 1;
}
