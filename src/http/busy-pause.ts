// The pause before a login is told that the service is busy.

import type { Timers } from '../lib/timers.ts';

const BUSY_PAUSE_MS = 1_000;

/** Whoever is told to try again waits first, or a flood of tries would take what hashing leaves. */
export function pauseBusy(timers: Timers): Promise<void> {
  return new Promise((resume) => {
    timers.after(BUSY_PAUSE_MS, resume);
  });
}
