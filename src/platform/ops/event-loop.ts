// Samples all the time how late the event loop is.

import { createHistogram, type Histogram, SECONDS } from '../lib/histogram.ts';
import type { Job } from '../lib/timers.ts';

const SAMPLE_EVERY_MS = 100;

export function createEventLoopWatch(now: () => number = () => performance.now()): {
  delays: Histogram;
  job: Job;
} {
  const delays = createHistogram(SECONDS);
  let sampledAt: number | undefined;
  return {
    delays,
    job: {
      name: 'measure the event loop',
      intervalMs: SAMPLE_EVERY_MS,
      run() {
        const at = now();
        if (sampledAt !== undefined) {
          delays.observe(Math.max(0, at - sampledAt - SAMPLE_EVERY_MS) / 1_000);
        }
        sampledAt = at;
      },
    },
  };
}
