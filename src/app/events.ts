// What each module reports, as counters and lines of the log. Floods of what strangers can cause are logged as numbers.

import type { MailEvents } from '../email/ports.ts';
import type { FailedRequest, HttpEvents } from '../http/context.ts';
import type { AnsweredRequest } from '../http/http-server.ts';
import { groupOfAddress } from '../lib/address.ts';
import { Failure, isBusy } from '../lib/failure.ts';
import type { CertificateEvents } from '../net/certificate-files.ts';
import { describeError, describeStoreFailure } from '../ops/describe-error.ts';
import { countEvent, report, taskFailed, writeLine } from '../ops/events.ts';
import { loggerOf } from '../ops/log.ts';
import { createRepeats } from '../ops/repeats.ts';
import type { RelayEvents } from '../relay/ports.ts';
import type { ServersEvents } from '../servers/servers.ts';
import type { HttpServerEvents } from './overrides.ts';

const MOST_PROXIES = 100;

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

const noteFailedLogin = createFlood<{ reason: string; address: string }>('login_failed', {
  others: 'More logins failed',
  rest: 'More logins failed from other addresses',
});

const MORE_REFUSED = { rest: 'More logins refused from other addresses' };
const noteRefusedLogin = {
  stopped: createFlood('login_stopped', MORE_REFUSED),
  busy: createFlood('login_busy', MORE_REFUSED),
};

const noteRefusedRegistration = createFlood<{ fields: string[]; address: string }>(
  'registration_refused',
  {
    others: 'More registrations refused',
    rest: 'More registrations refused from other addresses',
  },
);

const failedParts = createRepeats<{ part: string; error: unknown }>({
  first: ({ part, error }) => writeLine('page_part_failed', { part, ...describeError(error) }),
  others({ part, error }, count) {
    const { kind, detail } = describeError(error);
    const message = 'The same part of more pages is missing';
    writeLine('page_part_failed', { part, kind, detail, count }, message);
  },
  rest: (count) => writeLine('page_part_failed', { count }, 'More parts of pages are missing'),
});

const warnedOf = new Set<string>();

/** None is given a query, a body or a one-time token. */
export const httpEvents: HttpEvents = {
  heartbeatRefused: (ip, messages) => report('heartbeat_refused', { ip, messages }),
  loggedIn: (account) => report('account_logged_in', { account }),
  loggedOut: (account) => report('account_logged_out', { account }),
  // The name is not logged: people type their password into that field.
  loginFailed(reason, address) {
    // Each address has a limit of these, and programs that watch the log count them.
    if (reason === 'password' || reason === 'username') report('login_failed', { reason, address });
    else noteFailedLogin(reason, { reason, address });
  },
  loginRefused: (outcome, address) => noteRefusedLogin[outcome]('', { address }),
  registered: (account) => report('account_registered', { account }),
  registrationRefused: (fields, address) =>
    noteRefusedRegistration('', { fields: [...fields], address }),
  firstAdministratorMade: (account) => report('first_administrator_made', { account }),
  budgetScarce: (what) => report('budget_scarce', { what }),
  accountChanged: (change, account) => report('account_changed', { change, account }),
  // Not even the name is kept.
  accountDeleted: () => report('account_deleted'),
  partFailed(part, error) {
    countEvent('page_part_failed');
    const { kind, detail } = describeError(error);
    failedParts.note(`${part} ${kind} ${detail}`, { part, error });
  },
  clientGone: () => report('client_gone'),
  proxyRefused(proxy) {
    countEvent('proxy_refused');
    if (warnedOf.has(proxy) || warnedOf.size >= MOST_PROXIES) return;
    warnedOf.add(proxy);
    writeLine('proxy_refused', { proxy });
  },
};

const http = loggerOf('http');

function logFailedRequest(failed: FailedRequest, message: string, facts: object): void {
  http[isLoad(failed) ? 'warning' : 'error'](message, { ...facts });
}

const failedRequests = createRepeats<FailedRequest>({
  first(failed) {
    const { error, cause: _, ...facts } = failed;
    const frames = error instanceof Failure ? [] : describeError(error).frames;
    logFailedRequest(failed, 'Request failed', {
      ...{ ...facts, ...describeFailure(failed) },
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

export const httpServerEvents: HttpServerEvents = {
  requestFailed(failed) {
    countEvent(failed.status === 503 ? 'request_failed_503' : 'request_failed_500');
    countEvent(`http_failure_${causeOf(failed)}`);
    const { error: _, cause: __, ...facts } = failed;
    const { kind, detail } = describeFailure(failed);
    // The same failure with other numbers, such as seconds to wait, counts as a repetition.
    const key = `${failed.status} ${kind} ${detail.replace(/\d+/g, '0')}`;
    if (!failedRequests.note(key, failed)) http.debug('Request failed in the same way', facts);
  },
  failurePageShown: (requestId, status) => report('failure_page_shown', { requestId, status }),
};

/** A request was answered, where the access log is on. Its path holds no secret and no query. */
export function reportRequest({
  durationMs,
  bytes,
  ...facts
}: Omit<AnsweredRequest, 'request'> & { address: string }): void {
  const ms = Math.round(durationMs * 1_000) / 1_000;
  report('request_logged', { ...facts, ms, bytes });
}

const droppedEmails = createRepeats<{ kind: string; reason: string }>({
  first: (facts) => writeLine('email_dropped', facts),
  others: (facts, count) => writeLine('email_dropped', { ...facts, count }, 'More emails dropped'),
  rest: (count) => writeLine('email_dropped', { count }, 'More emails dropped for other reasons'),
});

/** None gets an address. */
export const emailEvents: MailEvents = {
  queued: (kind) => report('email_queued', { kind }),
  dropped(kind, reason) {
    countEvent('email_dropped');
    droppedEmails.note(`${kind} ${reason}`, { kind, reason });
  },
  sent: (email) => report('email_sent', describeEmail(email)),
  // `reason` is the server's answer without addresses.
  postponed: (email) =>
    report('email_postponed', { ...describeEmail(email), reason: email.reason }),
  failed: (email) => report('email_failed', { ...describeEmail(email), reason: email.reason }),
  queueFailed(error) {
    const { kind, detail } = describeError(error);
    report('mail_queue_failed', { kind, detail });
  },
};

function describeEmail({ id, kind, attempts }: { id: number; kind: string; attempts: number }) {
  return { outboxId: id, kind, attempts };
}

/** What the log says of a server: nothing else, since its secrets are kept beside. */
function describeServer({ hash, name, ip, port }: Parameters<ServersEvents['appeared']>[0]) {
  return { hash, name, ip, port };
}

export const serverEvents: ServersEvents = {
  appeared: (server) => report('server_appeared', describeServer(server)),
  left: (server) => report('server_left', describeServer(server)),
  relocated: (before, after) =>
    report('server_relocated', {
      ...{ ...describeServer(after), hashBefore: before.hash, ipBefore: before.ip },
    }),
  unreachable: ({ ip, port }) => report('server_unreachable', { ip, port }),
  claimed: (hash) => report('server_claimed', { hash }),
  claimFailed: (error) => taskFailed('complete a claim', error),
  moved: (hash, { ip, port }) => report('server_moved', { hash, ip, port }),
  batchFailed: (error) => report('batch_failed', describeStoreFailure(error)),
  batchRecovered: () => report('database_recovered'),
  batchLost: (error, count) => report('batch_lost', { count, ...describeStoreFailure(error) }),
  listFailed: (error) => taskFailed('compress the list', error),
  clockBehind: (ms) => report('clock_behind', { seconds: Math.round(ms / 1_000) }),
};

export const relayEvents: RelayEvents = {
  opened: ({ ip, port }) => report('relay_opened', { ip, port }),
  closed: ({ ip, port }) => report('relay_closed', { ip, port }),
  refused: (reason, address) => report(`relay_refused_${reason}`, { reason, address }),
  carried: (direction, bytes) => countEvent(`relay_bytes_${direction}`, bytes),
};

export const storeEvents = {
  /** `savedAs` is a copy of all that was in them; `loss` says why it could not be made. */
  databaseFilesGone(facts: { reason: string; savedAs?: string; loss?: string }): void {
    countEvent('database_files_gone');
    const message =
      'Database files are gone, and all that was in them is lost when the service ends';
    writeLine('database_files_gone', facts, facts.loss === undefined ? undefined : message);
  },
  tablesDamaged(facts: {
    tables: readonly string[];
    outcome: string;
    path?: string;
    reason?: string;
  }): void {
    const { tables, outcome, path, reason } = facts;
    report('tables_damaged', { tables, outcome, keptAs: path, reason });
  },
  writerFailed: (error: unknown) => report('writer_failed', describeError(error)),
};

export const certificateEvents: CertificateEvents = {
  renewed: (validUntil) =>
    report('certificate_renewed', { validUntil: new Date(validUntil).toISOString() }),
  failed: (sentence) => report('certificate_failed', { reason: sentence }),
  doubted: (sentence) => report('certificate_doubted', { reason: sentence }),
};

export const webClientEvents = {
  onRead(facts: { folder: string; files: number; bytes: number; missing: string[] }): void {
    const { folder, files, bytes, missing } = facts;
    report('web_client_read', { folder, files, bytes });
    for (const note of missing)
      loggerOf('net').warning('The web client is incomplete', { folder, missing: note });
  },
  onFailure: (sentence: string) => report('web_client_failed', { reason: sentence }),
};
