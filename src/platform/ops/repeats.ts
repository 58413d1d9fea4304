// Keeps repeated events from filling the log: logs the first at once, and only counts the others.

import { createJob } from '../lib/timers.ts';

const WINDOW_MS = 60_000;
const REPORT_EVERY_MS = 1_000;
/** Keys, such as addresses, that are counted separately within a window. Further keys share one count. */
const MAX_KEYS = 500;

export interface RepeatLines<Facts> {
  first(facts: Facts): void;
  /** Reports the latest of `count` further events in the last minute. */
  others(facts: Facts, count: number): void;
  /** Reports the number of events under keys beyond the limit. */
  rest(count: number): void;
}

interface Window<Facts> {
  endsAt: number;
  count: number;
  latest: Facts;
}

const sweeps = new Set<(now: number) => void>();

/** Logs the counts of windows that have ended; at the end of the service, of all windows. */
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
      // An event that keeps repeating is logged once a minute with its count.
      window.count = 0;
      window.endsAt = now() + WINDOW_MS;
    }
    sweepRest(at);
  }
  sweeps.add(sweep);

  return {
    /** Returns whether the event was the first with this key. */
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
