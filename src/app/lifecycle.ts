// What the service does as a process: it reloads its files, watches its descriptors, and stops in time.

import { systemClock } from '../lib/clock.ts';
import { Failure } from '../lib/failure.ts';
import { systemTimers, type Timers } from '../lib/timers.ts';
import { findPauseAccepting } from '../net/accept-pause.ts';
import { type DescriptorWatch, openDescriptorWatch } from '../net/descriptor-watch.ts';
import type { Reloadable } from '../net/settled-files.ts';
import * as events from '../ops/process-events.ts';

/** Half a second below the ten that a stop may take, for the process to end in. */
const STOP_WITHIN_MS = 9_500;

/** Reads all that comes from files anew; returns the names of those that were read, and that cannot be used. */
export async function reloadFiles(
  sources: Readonly<Record<string, Reloadable | undefined>>,
): Promise<{ filesRead: string[]; filesFailed: string[] }> {
  const filesRead: string[] = [];
  const filesFailed: string[] = [];
  for (const [name, source] of Object.entries(sources)) {
    if (source?.reloadNow === undefined) continue;
    const isGood = await source.reloadNow();
    (isGood ? filesRead : filesFailed).push(name);
  }
  return { filesRead, filesFailed };
}

/** Watches for the moment when no descriptor is left, and has newcomers wait then. */
export function watchDescriptors(): DescriptorWatch {
  return openDescriptorWatch({
    pauseAccepting: findPauseAccepting(),
    now: systemClock.now,
    events: { exhausted: events.descriptorsExhausted, freed: events.descriptorsFreed },
  });
}

/** Waits for a stop in order, but not for ever. Throws `unavailable` after nine seconds and a half. */
export async function stopInTime(
  stopped: Promise<void>,
  timers: Timers = systemTimers,
): Promise<void> {
  const late = Promise.withResolvers<never>();
  const cancel = timers.after(STOP_WITHIN_MS, () =>
    late.reject(
      new Failure(
        'unavailable',
        `The service did not stop within ${STOP_WITHIN_MS / 1000} s, so it ends as it is. Heartbeats of the last seconds may not be saved; the log tells what failed.`,
      ),
    ),
  );
  try {
    await Promise.race([stopped, late.promise]);
  } finally {
    cancel();
  }
}
