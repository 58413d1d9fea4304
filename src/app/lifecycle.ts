// What the service does as a process: it reloads its files, and stops within a bounded time.

import { Failure } from '../platform/lib/failure.ts';
import { systemTimers, type Timers, within } from '../platform/lib/timers.ts';
import type { Reloadable } from '../platform/net/settled-files.ts';

/** Half a second less than the ten that a stop may take; the process ends in the rest. */
const STOP_WITHIN_MS = 9_500;

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

/** Waits for an orderly stop, but not without end. Throws `unavailable` after nine seconds and a half. */
export function stopInTime(stopped: Promise<void>, timers: Timers = systemTimers): Promise<void> {
  const late = () => {
    throw new Failure(
      'unavailable',
      `The service did not stop within ${STOP_WITHIN_MS / 1000} s, so it was ended. Heartbeats of the last seconds may not be saved. The log shows what failed.`,
    );
  };
  return within(STOP_WITHIN_MS, stopped, late, timers);
}
