// Continuously samples the delay of the event loop.

import { createHistogram, SECONDS } from '../lib/histogram.ts';
import { createJob } from '../lib/timers.ts';

const SAMPLE_EVERY_MS = 100;

export function createEventLoopWatch(now = () => performance.now()) {
  const delays = createHistogram(SECONDS);
  let sampledAt: number | undefined;
  return {
    delays,
    job: createJob('measure the event loop', SAMPLE_EVERY_MS, () => {
      const at = now();
      if (sampledAt !== undefined) {
        delays.observe(Math.max(0, at - sampledAt - SAMPLE_EVERY_MS) / 1_000);
      }
      sampledAt = at;
    }),
  };
}
