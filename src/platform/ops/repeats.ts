// Keeps repeated events from filling the log: the first is logged at once, the others as a number.

import { createJob } from '../lib/timers.ts';

const WINDOW_MS = 60_000;
const REPORT_EVERY_MS = 1_000;
/** Keys, such as addresses, that are kept apart within a window; further ones are counted together. */
const MAX_KEYS = 500;

export interface RepeatLines<Facts> {
  first(facts: Facts): void;
  /** The latest of `count` others in the last minute. */
  others(facts: Facts, count: number): void;
  /** How many of other keys there were, after there were too many keys to keep them apart. */
  rest(count: number): void;
}

interface Window<Facts> {
  endsAt: number;
  count: number;
  latest: Facts;
}

const sweeps = new Set<(now: number) => void>();

/** Logs what was counted in windows that have ended, or in all of them at the end of the service. */
export function reportRepeats(when: 'due' | 'at the end' = 'due'): void {
  const now = when === 'due' ? performance.now() : Number.POSITIVE_INFINITY;
  for (const sweep of sweeps) sweep(now);
}

export const repeatsJob = createJob('report repeated events', REPORT_EVERY_MS, () =>
  reportRepeats(),
);

export function createRepeats<Facts>(
  { first, others, rest }: RepeatLines<Facts>,
  now: () => number = () => performance.now(),
) {
  const windows = new Map<string, Window<Facts>>();
  let restCount = 0;
  let restEndsAt = 0;

  function sweepRest(at: number): void {
    if (restCount === 0 || at < restEndsAt) return;
    rest(restCount);
    restCount = 0;
  }

  function sweep(at: number): void {
    for (const [key, window] of windows) {
      if (at < window.endsAt) continue;
      if (window.count === 0) windows.delete(key);
      else others(window.latest, window.count);
      // What continues is logged once a minute with its number.
      window.count = 0;
      window.endsAt = now() + WINDOW_MS;
    }
    sweepRest(at);
  }
  sweeps.add(sweep);

  return {
    /** Returns whether it was the first with this key. */
    note(key: string, facts: Facts): boolean {
      const window = windows.get(key);
      if (window === undefined && windows.size < MAX_KEYS) {
        windows.set(key, { endsAt: now() + WINDOW_MS, count: 0, latest: facts });
        first(facts);
        return true;
      }
      if (window === undefined) {
        if (restCount === 0) restEndsAt = now() + WINDOW_MS;
        restCount += 1;
      } else {
        window.count += 1;
        window.latest = facts;
      }
      return false;
    },
  };
}
