// Watches the clock while the service runs, compares it with the end of the last run, and moves due times with it.

import { CLOCK_PLAY_MS, type DueTimes, LEAP_MS } from '../platform/lib/clock.ts';
import type { Leadership } from '../platform/lib/leadership.ts';
import {
  type ClockChange,
  createClockJob,
  type SteadyClock,
} from '../platform/lib/steady-clock.ts';
import type { Job } from '../platform/lib/timers.ts';
import type { Report } from './events.ts';

export interface ClockWatchPorts {
  clock: SteadyClock;
  dueTimes: DueTimes;
  leadership: Pick<Leadership, 'term' | 'run'>;
  report: Report;
  onChange(change: ClockChange): void;
}

/**
 * Returns the job. Before the first job begins, a single replica moves the due times. If the clock is ahead of the last
 * run, nothing moves, because the service may have been off in between.
 */
export async function openClockWatch(ports: ClockWatchPorts): Promise<Job> {
  const { clock, dueTimes, leadership, report } = ports;
  /** Steps that could not be stored yet; the next run tries them again. */
  const waiting: { after: number; ms: number }[] = [];

  async function moveDueTimes(): Promise<void> {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const { after, ms } = next;
      if (leadership.term() === undefined) waiting.length = 0;
      else await leadership.run(() => dueTimes.moveDueTimes(after, ms));
      waiting.shift();
    }
  }

  function noteLeap(ms: number): void {
    if (Math.abs(ms) > LEAP_MS) report('deletion_held', { seconds: Math.round(ms / 1_000) });
  }

  const lastAliveAt = (await dueTimes.findLastAliveAt()) ?? clock.now();
  const sinceMs = clock.now() - lastAliveAt;
  noteLeap(sinceMs);
  if (sinceMs < -CLOCK_PLAY_MS) waiting.push({ after: lastAliveAt, ms: sinceMs });
  await moveDueTimes().catch(() => {});

  const watch = createClockJob(clock, (change) => {
    const { steppedMs, sleptMs } = change;
    ports.onChange(change);
    if (sleptMs !== 0) report('machine_slept', { seconds: Math.round(sleptMs / 1_000) });
    if (steppedMs === 0) return noteLeap(sleptMs);
    report('clock_stepped', { seconds: Math.round(steppedMs / 1_000) });
    noteLeap(steppedMs + sleptMs);
    waiting.push({ after: clock.now() - steppedMs, ms: steppedMs });
  });
  return {
    ...watch,
    async run() {
      await watch.run();
      await moveDueTimes();
    },
  };
}
