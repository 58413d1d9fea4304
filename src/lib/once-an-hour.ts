// Keeps a warning that comes up again and again from filling the log.

import type { Clock } from './clock.ts';

const HOUR_MS = 60 * 60_000;

/** Calls `tell` at most once an hour, however often it is called itself. */
export function onceAnHour(clock: Clock, notify: () => void): () => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.now();
    // The clock may have been turned back.
    if (Math.abs(now - reportedAt) < HOUR_MS) return;
    reportedAt = now;
    notify();
  };
}
