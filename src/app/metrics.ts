// The table of all metrics of the service: one entry declares one.

import { statfs } from 'node:fs/promises';
import type { OutboxStore } from '../email/ports.ts';
import type { HttpServer } from '../http/http-server.ts';
import type { Traffic } from '../http/traffic.ts';
import type { Clock } from '../lib/clock.ts';
import type { Histogram } from '../lib/histogram.ts';
import type { Leadership } from '../lib/leadership.ts';
import type { CheckStatus, HealthReport, Readiness } from '../lib/readiness.ts';
import { builtFrom, version } from '../lib/version.ts';
import { readCounter, readCounters } from '../ops/events.ts';
import type { Jobs } from '../ops/jobs.ts';
import type { Metric, Sample } from '../ops/metrics.ts';
import type { Servers } from '../servers/servers.ts';
import type { ServiceStore } from '../store/store.ts';

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

/** The metrics of a service. Reading one is quick: it is done between the requests. */
export function listMetrics(measured: Measured): readonly Metric[] {
  return [
    ...healthMetrics(measured),
    ...serverMetrics(measured),
    ...httpMetrics(measured),
    ...relayMetrics(measured),
    ...storageMetrics(measured),
    ...workMetrics(measured),
  ];
}

function healthMetrics({ readiness }: Measured): Metric[] {
  async function readHealth(): Promise<HealthReport> {
    await readiness.probe();
    return readiness.read();
  }
  return [
    {
      kind: 'gauge',
      name: 'muster_build_info',
      help: 'Version, commit and runtime of this build; always 1.',
      labels: ['version', 'commit', 'runtime'],
      read: () => [[1, version, builtFrom?.commit ?? 'unknown', `Bun ${Bun.version}`]],
    },
    {
      kind: 'gauge',
      name: 'muster_health',
      help: 'Status reported by /readyz: 1 for the current one, 0 for the others.',
      labels: ['status'],
      async read() {
        const { status } = await readHealth();
        return HEALTH.map((one) => [one === status ? 1 : 0, one]);
      },
    },
    {
      kind: 'gauge',
      name: 'muster_health_check',
      help: 'Result of each /readyz check: 0 is ok, 1 degraded, 2 failed.',
      labels: ['check'],
      async read() {
        const { checks } = await readHealth();
        return Object.entries(checks).map(([name, { status }]) => [STATUS_VALUES[status], name]);
      },
    },
  ];
}

function serverMetrics({ servers, traffic }: Measured): Metric[] {
  return [
    {
      kind: 'gauge',
      name: 'muster_servers',
      help: 'Live servers, public and private.',
      labels: ['listing'],
      read() {
        const { publicServers, privateServers } = servers.count();
        return [
          [publicServers, 'public'],
          [privateServers, 'private'],
        ];
      },
    },
    {
      kind: 'gauge',
      name: 'muster_players',
      help: 'Players on public servers.',
      read: () => [[servers.count().players]],
    },
    {
      kind: 'counter',
      name: 'muster_heartbeats_total',
      help: 'Heartbeats by outcome: taken, hidden (accepted, but kept off the list) or refused, each with its reason; of several reasons the first.',
      labels: ['outcome', 'reason'],
      read() {
        const { accepted, hidden, refused } = servers.activity.heartbeats;
        return [
          [accepted, 'taken', ''],
          ...labelled(hidden, 'hidden'),
          ...labelled({ ...refused, proxy: traffic.heartbeatsOfUnknownSender }, 'refused'),
        ];
      },
    },
    {
      kind: 'counter',
      name: 'muster_probes_total',
      help: 'Port checks by result; busy means that too many others were running.',
      labels: ['verdict'],
      read: () => labelled(servers.activity.probes),
    },
  ];
}

function httpMetrics({ httpServer, traffic }: Measured): Metric[] {
  return [
    {
      kind: 'counter',
      name: 'muster_http_requests_total',
      help: 'Requests answered, by route pattern and status class; "other" is every path without a route.',
      labels: ['route', 'status'],
      read: () =>
        [...traffic.routes].flatMap(([route, { answers }]) =>
          [...answers.subarray(1)].map((count, index): Sample => [count, route, `${index + 1}xx`]),
        ),
    },
    {
      kind: 'histogram',
      name: 'muster_http_request_duration_seconds',
      help: 'Time from request to response, without sending it; of lists and heartbeats, one in eight is measured.',
      labels: ['route'],
      read: () => [...traffic.routes].map(([route, { durations }]) => [durations, route]),
    },
    {
      kind: 'gauge',
      name: 'muster_http_requests_pending',
      help: 'Requests in progress.',
      read: () => [[httpServer.countRequests().pendingRequests]],
    },
    {
      kind: 'counter',
      name: 'muster_http_failures_total',
      help: 'Responses with a 5xx status, by cause: busy (overloaded), closed (starting or stopping), not_ready (/readyz), unavailable (the log says what to do) or unexpected.',
      labels: ['cause'],
      read: () => readEndings('http_failure_'),
    },
    {
      kind: 'counter',
      name: 'muster_list_answers_total',
      help: 'Responses of /api/servers: the public list or that of a logged-in player, by encoding, in full (200) or not modified (304).',
      labels: ['list', 'encoding', 'status'],
      read: () =>
        Object.entries(traffic.lists).flatMap(([kind, { full, unchanged }]): Sample[] =>
          kind === 'player'
            ? [[full, 'player', 'identity', '200']]
            : [
                [full, 'public', kind, '200'],
                [unchanged, 'public', kind, '304'],
              ],
        ),
    },
    {
      kind: 'gauge',
      name: 'muster_live_lists',
      help: 'Open pages that get live updates of the list (server-sent events).',
      read: () => [[httpServer.countRequests().streams]],
    },
    {
      kind: 'counter',
      name: 'muster_logins_total',
      help: 'Logins by outcome; stopped means too many wrong attempts before, busy too many at once.',
      labels: ['outcome'],
      read: () => [
        [readCounter('account_logged_in'), 'succeeded'],
        [readCounter('login_failed'), 'failed'],
        [readCounter('login_stopped'), 'stopped'],
        [readCounter('login_busy'), 'busy'],
      ],
    },
  ];
}

function relayMetrics(_: Measured): Metric[] {
  return [
    {
      kind: 'gauge',
      name: 'muster_relays',
      help: 'Open relays.',
      read: () => [[readCounter('relay_opened') - readCounter('relay_closed')]],
    },
    {
      kind: 'counter',
      name: 'muster_relays_opened_total',
      help: 'Relays opened.',
      read: () => [[readCounter('relay_opened')]],
    },
    {
      kind: 'counter',
      name: 'muster_relays_refused_total',
      help: 'Relays refused, by reason.',
      labels: ['reason'],
      read: () => readEndings('relay_refused_'),
    },
    {
      kind: 'counter',
      name: 'muster_relay_bytes_total',
      help: 'Bytes relayed, by direction.',
      labels: ['direction'],
      read: () => [
        [readCounter('relay_bytes_to_game'), 'to_game'],
        [readCounter('relay_bytes_to_browser'), 'to_browser'],
      ],
    },
  ];
}

function storageMetrics({
  servers,
  outbox,
  writes,
  clock,
  backups,
  dataFolder,
}: Measured): Metric[] {
  return [
    {
      kind: 'gauge',
      name: 'muster_email_queue',
      help: 'Emails waiting to be sent, and emails given up.',
      labels: ['state'],
      async read() {
        const { waiting, failed } = await outbox.measureOutbox();
        return labelled({ waiting, failed });
      },
    },
    {
      kind: 'gauge',
      name: 'muster_email_queue_age_seconds',
      help: 'Age of the oldest waiting email; 0 if none is waiting.',
      async read() {
        const { oldestAt } = await outbox.measureOutbox();
        return [[oldestAt === undefined ? 0 : Math.max(0, clock.now() - oldestAt) / 1_000]];
      },
    },
    {
      kind: 'gauge',
      name: 'muster_save_age_seconds',
      help: 'Time since all changes of live servers were last saved; normally up to about a second.',
      read: () => [[servers.activity.saving.ageMs() / 1_000]],
    },
    {
      kind: 'histogram',
      name: 'muster_save_batch_servers',
      help: 'Live servers saved in one batch.',
      read: () => [[servers.activity.saving.batches]],
    },
    {
      kind: 'histogram',
      name: 'muster_database_write_duration_seconds',
      help: 'Time until a database change is durable, including its wait in the queue.',
      read: () => [[writes.durations]],
    },
    {
      kind: 'gauge',
      name: 'muster_database_writes_pending',
      help: 'Database changes in the queue or in progress.',
      read: () => [[writes.countWaiting()]],
    },
    {
      kind: 'gauge',
      name: 'muster_backup_age_seconds',
      help: 'Time since the latest backup, or since the database was created if there is none.',
      read: () => [[backups.ageSeconds()]],
    },
    {
      kind: 'gauge',
      name: 'muster_disk_free_bytes',
      help: 'Free disk space in the data folder.',
      async read() {
        if (dataFolder === undefined) return [];
        const { bavail, bsize } = await statfs(dataFolder);
        return [[bavail * bsize]];
      },
    },
  ];
}

function workMetrics({ eventLoopDelays, jobs, leadership }: Measured): Metric[] {
  return [
    {
      kind: 'gauge',
      name: 'muster_leader',
      help: 'Whether this replica does what only one may, such as to send emails: 1 or 0; always 1 with SQLite.',
      read: () => [[leadership.term() === undefined ? 0 : 1]],
    },
    {
      kind: 'histogram',
      name: 'muster_event_loop_delay_seconds',
      help: 'Event loop delay, sampled ten times a second.',
      read: () => [[eventLoopDelays]],
    },
    {
      kind: 'counter',
      name: 'muster_job_runs_total',
      help: 'Runs of background jobs, by outcome.',
      // Prometheus itself has a label `job`.
      labels: ['task', 'outcome'],
      read: () =>
        jobs.listRuns().flatMap(({ name, succeeded, failed }): Sample[] => [
          [succeeded, name, 'succeeded'],
          [failed, name, 'failed'],
        ]),
    },
    {
      kind: 'counter',
      name: 'muster_events_total',
      help: 'Events by name: everything that is logged, and more.',
      labels: ['event'],
      read: () => labelled(readCounters()),
    },
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
