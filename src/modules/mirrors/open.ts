// Opens the mirrors, which read the lists of other sites.

import { createJob } from '../../platform/lib/timers.ts';
import { metric } from '../../platform/ops/metrics.ts';
import type { SubscribeToRegistry } from '../registry/index.ts';
import { createMirrors } from './mirrors.ts';

const STEP_EVERY_MS = 1_000;

export function openMirrors(
  ports: Parameters<typeof createMirrors>[0] & { subscribe: SubscribeToRegistry },
) {
  const { step, addTo, measure, shift, stop } = createMirrors(ports);
  ports.subscribe({ clockAdjusted: ({ steppedMs }) => shift(steppedMs) });
  step();
  return {
    addTo,
    measure,
    jobs: [createJob('read mirrors', STEP_EVERY_MS, step)],
    metrics: [
      metric('muster_mirror_servers{origin}', 'Servers in the list of each mirror.', () =>
        measure().map(({ host, servers }) => [servers, host]),
      ),
      metric(
        'muster_mirror_age_seconds{origin}',
        'Time since each mirror last answered, or since it was set if it never did.',
        () => measure().map(({ host, ageSeconds }) => [ageSeconds, host]),
      ),
    ],
    stop: async () => stop(),
  };
}
