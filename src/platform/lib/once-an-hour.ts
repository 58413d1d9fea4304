// Limits a repeated warning to one an hour.

import type { Clock } from './clock.ts';

const HOUR_MS = 60 * 60_000;

export function onceAnHour(clock: Clock, notify: () => void): () => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.now();
    // In either direction, since the clock may have been set back.
    if (Math.abs(now - reportedAt) < HOUR_MS) return;
    reportedAt = now;
    notify();
  };
}
