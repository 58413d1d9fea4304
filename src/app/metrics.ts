// The table of all metrics of the service: one entry declares one.

import type { OutboxStore } from '../modules/email/outbox.ts';
import type { HttpServer } from '../platform/http/http-server.ts';
import type { Traffic } from '../platform/http/monitoring.ts';
import type { Clock } from '../platform/lib/clock.ts';
import { findFreeSpace } from '../platform/lib/free-space.ts';
import type { Histogram } from '../platform/lib/histogram.ts';
import type { Leadership } from '../platform/lib/leadership.ts';
import { builtFrom, version } from '../platform/lib/version.ts';
import type { Jobs } from '../platform/ops/jobs.ts';
import { histogram, type Metric, metric, type Sample } from '../platform/ops/metrics.ts';
import type { CheckStatus, HealthReport, Readiness } from '../platform/ops/readiness.ts';
import { readCounter, readCounters } from '../platform/ops/report-event.ts';
import type { ServiceStore } from '../platform/store/sqlite/open-service-store.ts';
import type { Servers } from './servers.ts';

const STATUS_VALUES: Record<CheckStatus, number> = { ok: 0, degraded: 1, failed: 2 };
const HEALTH: readonly HealthReport['status'][] = ['ready', 'degraded', 'not_ready'];

interface Measured {
  servers: Servers;
  httpServer: HttpServer;
  traffic: Traffic;
  outbox: Pick<OutboxStore, 'measureOutbox'>;
  writes: ServiceStore['writes'];
  eventLoopDelays: Histogram;
  jobs: Jobs;
  leadership: Pick<Leadership, 'term'>;
  readiness: Readiness;
  clock: Clock;
  backups: { ageSeconds(): number };
  /** `undefined` where nothing is on a disk. */
  dataFolder: string | undefined;
}

export function listMetrics(measured: Measured): readonly Metric[] {
  const { servers, httpServer, traffic, outbox, writes, eventLoopDelays, jobs } = measured;
  const { leadership, readiness, clock, backups, dataFolder } = measured;

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
    metric('muster_servers{listing}', 'Live servers, public and private.', () => {
      const { publicServers, privateServers } = servers.count();
      return [
        [publicServers, 'public'],
        [privateServers, 'private'],
      ];
    }),
    metric('muster_players', 'Players on public servers.', () => [[servers.count().players]]),
    metric('muster_mirror_servers{origin}', 'Servers in the list of each mirror.', () =>
      servers.measureMirrors().map(({ host, servers }) => [servers, host]),
    ),
    metric(
      'muster_mirror_age_seconds{origin}',
      'Time since each mirror last answered, or since it was set if it never did.',
      () => servers.measureMirrors().map(({ host, ageSeconds }) => [ageSeconds, host]),
    ),
    metric(
      'muster_heartbeats_total{outcome,reason}',
      'Heartbeats by outcome: taken, hidden (accepted, but kept off the list) or refused, each with its reason; of several reasons the first.',
      () => {
        const { accepted, hidden, refused } = servers.activity.heartbeats;
        return [
          [accepted, 'taken', ''],
          ...labelled(hidden, 'hidden'),
          ...labelled({ ...refused, proxy: traffic.heartbeatsOfUnknownSender }, 'refused'),
        ];
      },
    ),
    metric(
      'muster_probes_total{verdict}',
      'Port checks by result; busy means that too many others were running.',
      () => labelled(servers.activity.probes),
    ),
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
      'Time from request to response, without sending it; of lists and heartbeats, one in eight is measured.',
      () => [...traffic.routes].map(([route, { durations }]) => [durations, route]),
    ),
    metric('muster_http_requests_pending', 'Requests in progress.', () => [
      [httpServer.countPending()],
    ]),
    metric(
      'muster_http_failures_total{cause}',
      'Responses with a 5xx status, by cause: busy (overloaded), closed (starting or stopping), not_ready (/readyz), unavailable (the log says what to do) or unexpected.',
      () => readEndings('http_failure_'),
    ),
    metric(
      'muster_list_answers_total{list,encoding,status}',
      'Responses of /api/servers: the public list or that of a logged-in player, by encoding, in full (200) or not modified (304).',
      () =>
        Object.entries(traffic.lists).flatMap(([kind, { full, unchanged }]): Sample[] =>
          kind === 'player'
            ? [[full, 'player', 'identity', '200']]
            : [
                [full, 'public', kind, '200'],
                [unchanged, 'public', kind, '304'],
              ],
        ),
    ),
    metric(
      'muster_logins_total{outcome}',
      'Logins by outcome; stopped means too many wrong attempts before, busy too many at once.',
      () => [
        [readCounter('account_logged_in'), 'succeeded'],
        [readCounter('login_failed'), 'failed'],
        [readCounter('login_stopped'), 'stopped'],
        [readCounter('login_busy'), 'busy'],
      ],
    ),
    metric('muster_relays', 'Open relays.', () => [
      [readCounter('relay_opened') - readCounter('relay_closed')],
    ]),
    metric('muster_relays_opened_total', 'Relays opened.', () => [[readCounter('relay_opened')]]),
    metric('muster_relays_refused_total{reason}', 'Relays refused, by reason.', () =>
      readEndings('relay_refused_'),
    ),
    metric('muster_relay_bytes_total{direction}', 'Bytes relayed, by direction.', () => [
      [readCounter('relay_bytes_to_game'), 'to_game'],
      [readCounter('relay_bytes_to_browser'), 'to_browser'],
    ]),
    metric(
      'muster_email_queue{state}',
      'Emails waiting to be sent, and emails given up.',
      async () => {
        const { waiting, failed } = await outbox.measureOutbox();
        return labelled({ waiting, failed });
      },
    ),
    metric(
      'muster_email_queue_age_seconds',
      'Age of the oldest waiting email; 0 if none is waiting.',
      async () => {
        const { oldestAt } = await outbox.measureOutbox();
        return [[oldestAt === undefined ? 0 : Math.max(0, clock.now() - oldestAt) / 1_000]];
      },
    ),
    metric(
      'muster_save_age_seconds',
      'Time since all changes of live servers were last saved; normally up to about a second.',
      () => [[servers.activity.saving.ageMs() / 1_000]],
    ),
    histogram('muster_save_batch_servers', 'Live servers saved in one batch.', () => [
      [servers.activity.saving.batches],
    ]),
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
    metric(
      'muster_backup_age_seconds',
      'Time since the latest backup, or since the database was created if there is none.',
      () => [[backups.ageSeconds()]],
    ),
    metric('muster_disk_free_bytes', 'Free disk space in the data folder.', async () => {
      if (dataFolder === undefined) return [];
      return [[(await findFreeSpace(dataFolder)).bytes]];
    }),
    metric(
      'muster_leader',
      'Whether this replica does what only one may, such as to send emails: 1 or 0; always 1 with SQLite.',
      () => [[leadership.term() === undefined ? 0 : 1]],
    ),
    histogram(
      'muster_event_loop_delay_seconds',
      'Event loop delay, sampled ten times a second.',
      () => [[eventLoopDelays]],
    ),
    // Prometheus itself has a label `job`.
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

/** A sample for each count, with its name after the labels that all have. */
function labelled(counts: Readonly<Record<string, number>>, ...labels: string[]): Sample[] {
  return Object.entries(counts).map(([name, count]) => [count, ...labels, name]);
}

/** A sample for each event whose name begins so, with the rest of its name. */
function readEndings(start: string): Sample[] {
  return Object.entries(readCounters()).flatMap(([event, count]): Sample[] =>
    event.startsWith(start) ? [[count, event.slice(start.length)]] : [],
  );
}
