// The service's own metrics: its health, requests, database and process.

import type { HttpServer } from '../platform/http/http-server.ts';
import type { Traffic } from '../platform/http/monitoring.ts';
import { findFreeSpace } from '../platform/lib/free-space.ts';
import type { Histogram } from '../platform/lib/histogram.ts';
import type { Leadership } from '../platform/lib/leadership.ts';
import { builtFrom, version } from '../platform/lib/version.ts';
import type { Jobs } from '../platform/ops/jobs.ts';
import { histogram, labelled, type Metric, metric, type Sample } from '../platform/ops/metrics.ts';
import type { CheckStatus, HealthReport, Readiness } from '../platform/ops/readiness.ts';
import { readCounters, readEndings } from '../platform/ops/report-event.ts';
import type { ServiceStore } from './open-stores.ts';

const STATUS_VALUES: Record<CheckStatus, number> = { ok: 0, degraded: 1, failed: 2 };
const HEALTH: readonly HealthReport['status'][] = ['ready', 'degraded', 'not_ready'];

export function listHealthMetrics(readiness: Pick<Readiness, 'probe' | 'read'>): Metric[] {
  async function readHealth(): Promise<HealthReport> {
    await readiness.probe();
    return readiness.read();
  }

  return [
    metric(
      'muster_build_info{version,commit,runtime}',
      'Version, commit and runtime of this build; always 1.',
      () => [[1, version, builtFrom?.commit ?? 'unknown', `Bun ${Bun.version}`]],
    ),
    metric(
      'muster_health{status}',
      'Status reported by /readyz: 1 for the current one, 0 for the others.',
      async () => {
        const { status } = await readHealth();
        return HEALTH.map((one) => [one === status ? 1 : 0, one]);
      },
    ),
    metric(
      'muster_health_check{check}',
      'Result of each /readyz check: 0 is ok, 1 degraded, 2 failed.',
      async () => {
        const { checks } = await readHealth();
        return Object.entries(checks).map(([name, { status }]) => [STATUS_VALUES[status], name]);
      },
    ),
  ];
}

export function listHttpMetrics(traffic: Traffic, httpServer: HttpServer): Metric[] {
  return [
    metric(
      'muster_http_requests_total{route,status}',
      'Requests answered, by route pattern and status class; "other" is every path without a route.',
      () =>
        [...traffic.routes].flatMap(([route, { answers }]) =>
          [...answers.subarray(1)].map((count, index): Sample => [count, route, `${index + 1}xx`]),
        ),
    ),
    histogram(
      'muster_http_request_duration_seconds{route}',
      'Time from request to response, without sending the response. One in eight lists and heartbeats is measured.',
      () => [...traffic.routes].map(([route, { durations }]) => [durations, route]),
    ),
    metric('muster_http_requests_pending', 'Requests in progress.', () => [
      [httpServer.countPending()],
    ]),
    metric(
      'muster_http_failures_total{cause}',
      'Responses with a 5xx status, by cause: busy (overloaded), closed (starting or stopping), not_ready (/readyz), unavailable (the log says what to do) or unexpected.',
      () => labelled(readEndings('http_failure_')),
    ),
  ];
}

export function listStoreMetrics(writes: ServiceStore['writes']): Metric[] {
  return [
    histogram(
      'muster_database_write_duration_seconds',
      'Time until a database change is durable, including its wait in the queue.',
      () => [[writes.durations]],
    ),
    metric(
      'muster_database_writes_pending',
      'Database changes in the queue or in progress.',
      () => [[writes.countWaiting()]],
    ),
  ];
}

export function listProcessMetrics({
  dataFolder,
  leadership,
  eventLoopDelays,
  jobs,
}: {
  /** `undefined` if the service keeps nothing on a disk. */
  dataFolder: string | undefined;
  leadership: Pick<Leadership, 'term'>;
  eventLoopDelays: Histogram;
  jobs: Pick<Jobs, 'listRuns'>;
}): Metric[] {
  return [
    metric('muster_disk_free_bytes', 'Free disk space in the data folder.', async () => {
      if (dataFolder === undefined) return [];
      return [[(await findFreeSpace(dataFolder)).bytes]];
    }),
    metric(
      'muster_leader',
      '1 on the one replica that leads (it alone sends emails, for example), 0 on the others; always 1 with SQLite.',
      () => [[leadership.term() === undefined ? 0 : 1]],
    ),
    histogram(
      'muster_event_loop_delay_seconds',
      'Event loop delay, sampled ten times a second.',
      () => [[eventLoopDelays]],
    ),
    // Prometheus itself has a label `job`, so this label is `task`.
    metric('muster_job_runs_total{task,outcome}', 'Runs of background jobs, by outcome.', () =>
      jobs.listRuns().flatMap(({ name, succeeded, failed }): Sample[] => [
        [succeeded, name, 'succeeded'],
        [failed, name, 'failed'],
      ]),
    ),
    metric(
      'muster_events_total{event}',
      'Events by name: everything that is logged, and more.',
      () => labelled(readCounters()),
    ),
  ];
}
