// Reports the events of all modules, as counters and lines of the log. Floods of what strangers can cause are numbers.

import { groupOfAddress } from '../lib/address.ts';
import { Failure, isBusy } from '../lib/failure.ts';
import { describeError, describeStoreFailure } from './describe-error.ts';
import {
  type CountedEvent,
  type DescribedFacts,
  EVENTS,
  type FailedRequest,
  type LoggedEvent,
  type Report,
} from './events.ts';
import { loggerOf } from './log.ts';
import { createRepeats } from './repeats.ts';

const MOST_PROXIES = 100;

const counts = new Map<string, number>(Object.keys(EVENTS).map((name) => [name, 0]));

export function countEvent(name: CountedEvent, by = 1): void {
  counts.set(name, readCounter(name) + by);
}

export function readCounter(name: CountedEvent): number {
  return counts.get(name) ?? 0;
}

export function readCounters(): Readonly<Record<string, number>> {
  return Object.fromEntries(counts);
}

/** How often each event happened whose name begins so, by the rest of its name. */
export function readEndings(start: string): Readonly<Record<string, number>> {
  const found = [...counts].filter(([name]) => name.startsWith(start));
  return Object.fromEntries(found.map(([name, count]) => [name.slice(start.length), count]));
}

/** Writes the line of an event that was counted, or another one of its area and level. */
export function writeLine(name: LoggedEvent, facts: object, text?: string): void {
  const [area, level, message] = EVENTS[name];
  loggerOf(area)[level](text ?? message, { ...facts });
}

function countAndWrite(name: LoggedEvent, facts: object): void {
  countEvent(name);
  writeLine(name, facts);
}

/** An event that strangers cause: the first from a network is logged with its address, the others as a number. */
function createFlood<Facts extends { address: string }>(
  name: 'login_failed' | 'login_stopped' | 'login_busy' | 'registration_refused',
  messages: { others?: string; rest: string },
): (key: string, facts: Facts) => void {
  const repeats = createRepeats<Facts>({
    first: (facts) => writeLine(name, facts),
    others({ address, ...facts }, count) {
      writeLine(name, { ...facts, addresses: groupOfAddress(address), count }, messages.others);
    },
    rest: (count) => writeLine(name, { count }, messages.rest),
  });
  return (key, facts) => {
    countEvent(name);
    repeats.note(`${key} ${groupOfAddress(facts.address)}`, facts);
  };
}

const noteFailedLogin = createFlood<DescribedFacts['login_failed']>('login_failed', {
  others: 'More logins failed',
  rest: 'More logins failed from other addresses',
});

const MORE_REFUSED = { rest: 'More logins refused from other addresses' };
const noteStoppedLogin = createFlood('login_stopped', MORE_REFUSED);
const noteBusyLogin = createFlood('login_busy', MORE_REFUSED);

const noteRefusedRegistration = createFlood<DescribedFacts['registration_refused']>(
  'registration_refused',
  {
    others: 'More registrations refused',
    rest: 'More registrations refused from other addresses',
  },
);

const failedParts = createRepeats<DescribedFacts['page_part_failed']>({
  first: ({ part, error }) => writeLine('page_part_failed', { part, ...describeError(error) }),
  others({ part, error }, count) {
    const { kind, detail } = describeError(error);
    const message = 'The same part of more pages is missing';
    writeLine('page_part_failed', { part, kind, detail, count }, message);
  },
  rest: (count) => writeLine('page_part_failed', { count }, 'More parts of pages are missing'),
});

const droppedEmails = createRepeats<DescribedFacts['email_dropped']>({
  first: (facts) => writeLine('email_dropped', facts),
  others: (facts, count) => writeLine('email_dropped', { ...facts, count }, 'More emails dropped'),
  rest: (count) => writeLine('email_dropped', { count }, 'More emails dropped for other reasons'),
});

const http = loggerOf('http');

function logFailedRequest(failed: FailedRequest, message: string, facts: object): void {
  http[isLoad(failed) ? 'warning' : 'error'](message, { ...facts });
}

const failedRequests = createRepeats<FailedRequest>({
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
});

function isLoad({ error, status }: FailedRequest): boolean {
  return status === 503 && isBusy(error);
}

function describeFailure({ error }: FailedRequest): { kind: string; detail: string } {
  const { kind, detail } = describeError(error);
  // The sentence tells the operator what to do; `detail` is the innermost message, SQLite's own.
  const sentence = error instanceof Failure && error.message !== detail ? error.message : '';
  return { kind, detail: sentence === '' ? detail : `${sentence} (${detail})` };
}

function causeOf({ error, cause }: FailedRequest) {
  if (cause !== undefined) return cause;
  if (isBusy(error)) return 'busy';
  return error instanceof Failure ? 'unavailable' : 'unexpected';
}

const warnedOf = new Set<string>();

const DESCRIBED: { [Name in keyof DescribedFacts]: (facts: DescribedFacts[Name]) => void } = {
  backup_failed({ error }) {
    const { kind, detail } = describeError(error);
    const reason = error instanceof Failure ? error.message : detail;
    countAndWrite('backup_failed', { kind, reason });
  },
  batch_failed: ({ error }) => countAndWrite('batch_failed', describeStoreFailure(error)),
  batch_lost: ({ error, count }) =>
    countAndWrite('batch_lost', { count, ...describeStoreFailure(error) }),
  email_dropped(facts) {
    countEvent('email_dropped');
    droppedEmails.note(`${facts.kind} ${facts.reason}`, facts);
  },
  login_busy: (facts) => noteBusyLogin('', facts),
  login_failed(facts) {
    const { reason } = facts;
    // Each address has a limit of these, and programs that watch the log count them.
    if (reason === 'password' || reason === 'username') countAndWrite('login_failed', facts);
    else noteFailedLogin(reason, facts);
  },
  login_stopped: (facts) => noteStoppedLogin('', facts),
  mail_queue_failed({ error }) {
    const { kind, detail } = describeError(error);
    countAndWrite('mail_queue_failed', { kind, detail });
  },
  page_part_failed(facts) {
    countEvent('page_part_failed');
    const { kind, detail } = describeError(facts.error);
    failedParts.note(`${facts.part} ${kind} ${detail}`, facts);
  },
  proxy_refused({ proxy }) {
    countEvent('proxy_refused');
    if (warnedOf.has(proxy) || warnedOf.size >= MOST_PROXIES) return;
    warnedOf.add(proxy);
    writeLine('proxy_refused', { proxy });
  },
  registration_refused: (facts) => noteRefusedRegistration('', facts),
  relay_bytes_to_browser: ({ bytes }) => countEvent('relay_bytes_to_browser', bytes),
  relay_bytes_to_game: ({ bytes }) => countEvent('relay_bytes_to_game', bytes),
  request_failed(failed) {
    countEvent(failed.status === 503 ? 'request_failed_503' : 'request_failed_500');
    countEvent(`http_failure_${causeOf(failed)}`);
    const { error: _, cause: __, ...facts } = failed;
    const { kind, detail } = describeFailure(failed);
    // The same failure with other numbers, such as seconds to wait, counts as a repetition.
    const key = `${failed.status} ${kind} ${detail.replace(/\d+/g, '0')}`;
    if (!failedRequests.note(key, failed)) http.debug('Request failed in the same way', facts);
  },
  task_failed({ task, error, count = 1 }) {
    countEvent('task_failed', count);
    writeLine('task_failed', { task, count, ...describeError(error) });
  },
  task_recovered({ task, count }) {
    countEvent('task_failed', count);
    countAndWrite('task_recovered', { task, failures: count });
  },
  web_client_read({ missing, ...facts }) {
    countAndWrite('web_client_read', facts);
    for (const note of missing) {
      const { folder } = facts;
      loggerOf('net').warning('The web client is incomplete', { folder, missing: note });
    }
  },
  writer_failed: ({ error }) => countAndWrite('writer_failed', describeError(error)),
};

const isDescribed = (name: string): name is keyof DescribedFacts => Object.hasOwn(DESCRIBED, name);

export const report: Report = (name, ...[facts = {}]) => {
  if (isDescribed(name)) (DESCRIBED[name] as (facts: object) => void)(facts);
  else countAndWrite(name, facts);
};
