// The events of the platform, and the port through which it reports them.

import { Failure, isBusy } from '../lib/failure.ts';
import { describeError } from './describe-error.ts';
import type { EventsOf, EventTable } from './event-table.ts';
import { loggerOf } from './log.ts';
import type { RepeatLines } from './repeats.ts';

const MAX_PROXIES = 100;
const warnedOf = new Set<string>();

/** A request that got a response with status 500 or above. */
export interface FailedRequest {
  requestId: string;
  method: string;
  path: string;
  status: number;
  error: unknown;
  /** Why the failure is expected: the service starts or stops, or /readyz reports a failed check. */
  cause?: 'closed' | 'not_ready' | undefined;
}

interface FailedPart {
  part: string;
  error: unknown;
}

/** `count` is the number of failures since the last line. */
interface FailedTask {
  task: string;
  error: unknown;
  count?: number;
}

const http = loggerOf('http');

function logFailedRequest(failed: FailedRequest, message: string, facts: object): void {
  http[isLoad(failed) ? 'warning' : 'error'](message, { ...facts });
}

const REQUEST_LINES: RepeatLines<FailedRequest> = {
  first(failed) {
    const { error, cause: _, ...facts } = failed;
    const frames = error instanceof Failure ? [] : describeError(error).frames;
    logFailedRequest(failed, 'Request failed', {
      ...facts,
      ...describeFailure(failed),
      ...(isLoad(failed) ? {} : { frames }),
    });
  },
  others(failed, count) {
    const facts = { status: failed.status, ...describeFailure(failed), count };
    logFailedRequest(failed, 'More requests failed in the same way', facts);
  },
  rest: (count) => http.error('More requests failed in other ways', { count }),
};

function isLoad({ error, status }: FailedRequest): boolean {
  return status === 503 && isBusy(error);
}

function describeFailure({ error }: FailedRequest): { kind: string; detail: string } {
  const { kind, detail } = describeError(error);
  // The sentence tells the operator what to do; `detail` is the innermost message, such as SQLite's.
  const sentence = error instanceof Failure && error.message !== detail ? error.message : '';
  return { kind, detail: sentence === '' ? detail : `${sentence} (${detail})` };
}

function causeOf({ error, cause }: FailedRequest) {
  if (cause !== undefined) return cause;
  if (isBusy(error)) return 'busy';
  return error instanceof Failure ? 'unavailable' : 'unexpected';
}

/** Events with `null` are only counted. */
export const platformEvents = {
  account_logged_in: ['accounts', 'info', 'Account logged in'],
  budget_scarce: [
    'service',
    'warning',
    'The budget for new callers is nearly used up: many networks ask at once',
  ],
  certificate_doubted: ['net', 'warning', 'Certificate is doubtful'],
  certificate_failed: ['net', 'warning', 'Certificate cannot be used'],
  certificate_renewed: ['net', 'info', 'Certificate renewed'],
  client_gone: ['http', 'debug', 'A client disconnected before its request was read'],
  clock_apart: [
    'store',
    'warning',
    'The clock of this machine differs from the clock of the database, which Muster uses instead',
  ],
  clock_behind: [
    'service',
    'warning',
    'The clock of this machine is behind the times in the database: it was set back',
  ],
  clock_stepped: ['service', 'warning', 'The clock of this machine was set'],
  configuration_warning: ['service', 'warning', 'Check the settings'],
  deletion_held: [
    'service',
    'warning',
    'The clock leapt, or the service was off for long: nothing is deleted for its age for a day',
  ],
  database_made: ['store', 'info', 'New database created'],
  database_migrated: ['store', 'info', 'Database brought up to date'],
  database_restored: ['store', 'warning', 'Database restored'],
  descriptors_exhausted: [
    'net',
    'error',
    'No file descriptors are left, so nobody new can connect',
  ],
  descriptors_freed: ['net', 'info', 'File descriptors are available again'],
  failure_page_shown: ['http', 'debug', 'Error page shown'],
  geoip_failed: ['net', 'error', 'Country database cannot be read'],
  geoip_reloaded: ['net', 'info', 'Country database read'],
  http_failure_busy: null,
  http_failure_closed: null,
  http_failure_not_ready: null,
  http_failure_unavailable: null,
  http_failure_unexpected: null,
  lead_lost: ['store', 'warning', 'This replica no longer leads'],
  lead_taken: ['store', 'info', 'This replica leads: it sends the emails and records the history'],
  log_write_failed: null,
  machine_slept: ['service', 'warning', 'This machine was asleep, or this process was paused'],
  page_part_failed: {
    line: ['http', 'error', 'A part of a page is missing'],
    tell({ count, write, repeat }, facts: FailedPart) {
      count();
      const { kind, detail } = describeError(facts.error);
      repeat(`${facts.part} ${kind} ${detail}`, facts, {
        first: ({ part, error }) => write({ part, ...describeError(error) }),
        others({ part, error }, number) {
          const latest = describeError(error);
          const others = { part, kind: latest.kind, detail: latest.detail, count: number };
          write(others, 'The same part of more pages is missing');
        },
        rest: (number) => write({ count: number }, 'More parts of pages are missing'),
      });
    },
  },
  proxy_refused: {
    line: [
      'net',
      'warning',
      'Requests come through a proxy that is not trusted, and everybody seems to have its address: heartbeats, logins and relays through it are refused. If it is yours, name it in trusted_proxies (MUSTER_TRUSTED_PROXIES) and start again',
    ],
    tell({ count, write }, { proxy }: { proxy: string }) {
      count();
      if (warnedOf.has(proxy) || warnedOf.size >= MAX_PROXIES) return;
      warnedOf.add(proxy);
      write({ proxy });
    },
  },
  reload_refused: ['service', 'error', 'Settings cannot be used; the previous ones stay'],
  reloaded: ['service', 'info', 'Reloaded'],
  /** Counted as one of the two events below, and by its cause. */
  request_failed: {
    line: null,
    isCounted: false,
    tell({ countOther, repeat }, failed: FailedRequest) {
      countOther(failed.status === 503 ? 'request_failed_503' : 'request_failed_500');
      countOther(`http_failure_${causeOf(failed)}`);
      const { error: _, cause: __, ...facts } = failed;
      const { kind, detail } = describeFailure(failed);
      // A failure that differs only in numbers, such as seconds to wait, counts as a repetition.
      const key = `${failed.status} ${kind} ${detail.replace(/\d+/g, '0')}`;
      const isFirst = repeat(key, failed, REQUEST_LINES);
      if (!isFirst) http.debug('Request failed in the same way', facts);
    },
  },
  request_failed_500: null,
  request_failed_503: null,
  request_logged: ['http', 'info', 'Request'],
  restore_refused: ['store', 'error', 'Database not restored'],
  service_ended_at_once: ['service', 'warning', 'Service ended at once by a second signal'],
  service_started: ['service', 'info', 'Service started'],
  service_stopped: ['service', 'info', 'Service stopped'],
  service_stopping: ['service', 'info', 'Service stopping'],
  signal_ignored: ['service', 'info', 'Signal ignored'],
  tables_damaged: ['store', 'error', 'Database is damaged'],
  task_failed: {
    line: ['service', 'error', 'Background task failed'],
    tell({ count: add, write }, { task, error, count = 1 }: FailedTask) {
      add(count);
      write({ task, count, ...describeError(error) });
    },
  },
  task_recovered: {
    line: ['service', 'info', 'Background task works again'],
    tell({ note, countOther }, { task, count }: { task: string; count: number }) {
      countOther('task_failed', count);
      note({ task, failures: count });
    },
  },
  writer_failed: {
    line: ['store', 'error', 'The thread that writes to the database failed; restarting it'],
    tell: ({ note }, { error }: { error: unknown }) => note(describeError(error)),
  },
  writer_recovered: ['store', 'info', 'The thread that writes to the database runs again'],
} as const satisfies EventTable;

/** Reports an event of the platform or a module: counts it, and logs it unless there is a flood. Never throws. */
export type ReportOf<Table> = (...event: EventsOf<Table | typeof platformEvents>) => void;

export type Report = ReportOf<never>;

export type { EventTable, EventTools } from './event-table.ts';
