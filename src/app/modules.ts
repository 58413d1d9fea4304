// Collects the open modules of a service, so that the root can walk over them.

import type { Job } from '../platform/lib/timers.ts';
import type { OpenModule } from '../platform/module/description.ts';
import type { Metric } from '../platform/ops/metrics.ts';

/** The order in which monitoring shows jobs and metrics; all others come last. Some folders open in several steps. */
const SHOWN = [
  'health',
  'registry',
  'claims',
  'moderation',
  'port checks',
  'history',
  'odd servers',
  'mirrors',
  'heartbeats',
  'http',
  'rallies',
  'return alerts',
  'list',
  'webhooks',
  'replication',
  'login',
  'registration',
  'relay',
  'email',
  'saving',
  'store',
  'descriptors',
  'backups',
  'site',
  'clock',
  'process',
];

export type Modules = ReturnType<typeof createModules>;

/** Collects modules as they open. Disposing stops them in reverse order. */
export function createModules() {
  const lifetimes = new AsyncDisposableStack();
  const opened = new Map<string, OpenModule>(SHOWN.map((name) => [name, {}]));
  const all = () => [...opened.values()];

  return {
    add<Opened extends OpenModule>(name: string, module: Opened): Opened {
      opened.set(name, module);
      if (module.stop !== undefined) lifetimes.defer(module.stop);
      return module;
    },
    listMetrics: (): Metric[] => all().flatMap(({ metrics = [] }) => metrics),
    /** The jobs that followers run in place of the leader come last. */
    listJobs(): Job[] {
      const jobs = all().flatMap((module) => module.jobs ?? []);
      const isLast = ({ runsOn }: Job) => Number(runsOn === 'followers');
      return jobs.toSorted((one, other) => isLast(one) - isLast(other));
    },
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}
