// What the service counts and measures, as the text that Prometheus reads.

import type { Registry } from 'prom-client';
import { countDescriptors } from '../lib/descriptors.ts';
import { readCounter, readCounters } from './counters.ts';

/** What the modules measure at this moment. */
export interface Measured {
  publicServers: number;
  privateServers: number;
  /** On public servers. */
  players: number;
  /** Heartbeats that were right and within the limits, since the start. */
  heartbeats: number;
  /** Requests that arrived, since the start. */
  requests: number;
  /** Requests that are being answered. */
  pendingRequests: number;
  /** Since the latest backup, or since the database was made. */
  backupAgeSeconds: number;
}

/** The metrics, in the form that monitoring reads. */
export interface Metrics {
  /** All metrics now, as a text and its media type. Nothing is measured between two calls. */
  render(): Promise<{ text: string; type: string }>;
}

/** A value, and what its one label says where it has one. */
type Sample = readonly [value: number, label?: string];

/** A metric, which is read again for each answer. */
interface Row {
  kind: 'Counter' | 'Gauge';
  name: string;
  help: string;
  label?: string;
  read(): Sample[];
}

const RELAY_REFUSED = 'relay_refused_';
const REQUEST_FAILED = 'request_failed_';

/** Makes the metrics, in a registry of their own. */
export function createMetrics(options: { version: string; measure(): Measured }): Metrics {
  let now: Measured;
  let lagSeconds = 0;
  const rows: Row[] = [
    ...countedRows(),
    ...processRows(),
    gauge('muster_info', 'The version that runs.', () => [[1, options.version]], 'version'),
    gauge(
      'muster_servers',
      'Live servers.',
      () => [
        [now.publicServers, 'public'],
        [now.privateServers, 'private'],
      ],
      'listing',
    ),
    gauge('muster_players', 'Players on public servers.', () => [[now.players]]),
    gauge(
      'muster_backup_age_seconds',
      'Since the latest backup, or since the database was made where there is none.',
      () => [[now.backupAgeSeconds]],
    ),
    gauge('muster_http_requests_pending', 'Requests that are being answered.', () => [
      [now.pendingRequests],
    ]),
    gauge('muster_event_loop_lag_seconds', 'How long this answer waited for its turn.', () => [
      [lagSeconds],
    ]),
    counter('muster_http_requests_total', 'Requests that arrived.', () => [[now.requests]]),
    counter(
      'muster_heartbeats_total',
      'Heartbeats that were right and within the limits, or refused.',
      () => [
        [now.heartbeats, 'taken'],
        [readCounter('heartbeat_refused'), 'refused'],
      ],
      'outcome',
    ),
  ];
  let registry: Promise<Registry> | undefined;

  return {
    async render() {
      const requestedAt = performance.now();
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      lagSeconds = (performance.now() - requestedAt) / 1000;
      now = options.measure();
      registry ??= openRegistry(rows);
      const opened = await registry;
      return { text: await opened.metrics(), type: opened.contentType };
    },
  };
}

async function openRegistry(rows: readonly Row[]): Promise<Registry> {
  // Loading it takes 40 ms, which every start would wait for.
  const library = await import('prom-client');
  const registry = new library.Registry();
  for (const { kind, name, help, label, read } of rows) {
    const Kind = library[kind] as typeof library.Counter;
    new Kind({
      ...{ name, help, registers: [registry], labelNames: label === undefined ? [] : [label] },
      collect() {
        this.reset();
        for (const [value, response] of read()) {
          this.inc(
            label === undefined || response === undefined ? {} : { [label]: response },
            value,
          );
        }
      },
    });
  }
  return registry;
}

function counter(name: string, help: string, read: () => Sample[], label?: string): Row {
  return { kind: 'Counter', name, help, read, ...(label === undefined ? {} : { label }) };
}

function gauge(name: string, help: string, read: () => Sample[], label?: string): Row {
  return { kind: 'Gauge', name, help, read, ...(label === undefined ? {} : { label }) };
}

/** What the events of the business have counted. */
function countedRows(): Row[] {
  return [
    counter(
      'muster_events_total',
      'Everything that is counted, by the name of its event; each from its first time on.',
      () => Object.entries(readCounters()).map(([event, count]) => [count, event]),
      'event',
    ),
    counter(
      'muster_logins_total',
      'Logins.',
      () => [
        [readCounter('account_logged_in'), 'succeeded'],
        [readCounter('login_failed'), 'failed'],
        [readCounter('login_stopped'), 'stopped'],
        [readCounter('login_busy'), 'busy'],
      ],
      'outcome',
    ),
    counter(
      'muster_http_failures_total',
      'Requests that were answered with a status from 500 on; each status from its first time on.',
      () => labelled(REQUEST_FAILED),
      'status',
    ),
    gauge('muster_relays', 'Relays that are open.', () => [
      [readCounter('relay_opened') - readCounter('relay_closed')],
    ]),
    counter('muster_relays_opened_total', 'Relays that were opened.', () => [
      [readCounter('relay_opened')],
    ]),
    counter(
      'muster_relay_bytes_total',
      'Bytes that relays carried.',
      () => [
        [readCounter('relay_bytes_to_game'), 'to_game'],
        [readCounter('relay_bytes_to_browser'), 'to_browser'],
      ],
      'direction',
    ),
    counter(
      'muster_relays_refused_total',
      'Relays that were refused; each reason from its first time on.',
      () => labelled(RELAY_REFUSED),
      'reason',
    ),
  ];
}

/** Every event whose name begins so, by the rest of its name. */
function labelled(start: string): Sample[] {
  return Object.entries(readCounters()).flatMap(([event, count]) =>
    event.startsWith(start) ? [[count, event.slice(start.length)]] : [],
  );
}

/** The process, under the names that dashboards know. */
function processRows(): Row[] {
  return [
    gauge('process_start_time_seconds', 'Start of the process, Unix time.', () => [
      [performance.timeOrigin / 1000],
    ]),
    counter('process_cpu_seconds_total', 'Processor time spent.', () => {
      const { user, system } = process.cpuUsage();
      return [[(user + system) / 1e6]];
    }),
    gauge('process_resident_memory_bytes', 'Memory in use.', () => [[process.memoryUsage.rss()]]),
    gauge('process_open_fds', 'File descriptors that are open.', () => {
      const descriptors = countDescriptors();
      return descriptors === undefined ? [] : [[descriptors.open]];
    }),
    gauge('process_max_fds', 'File descriptors that may be open.', () => {
      const descriptors = countDescriptors();
      return descriptors === undefined ? [] : [[descriptors.allowed]];
    }),
    gauge('process_heap_bytes', 'Memory of objects in use.', () => [
      [process.memoryUsage().heapUsed],
    ]),
  ];
}
