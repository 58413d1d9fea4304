// One function for each event of requests and their answers. None is given a query, a body or a one-time token.

import { Failure, isBusy } from '../lib/failure.ts';
import { countEvent, type EventEnding } from './counters.ts';
import { describeError } from './describe-error.ts';
import { loggerOf } from './log.ts';
import { createRepeats } from './repeats.ts';

const http = loggerOf('http');
const net = loggerOf('net');
const servers = loggerOf('servers');

/** How many proxies the log warns of. */
const MOST_PROXIES = 100;

/** A request that was answered with a status from 500 on; its path holds no secret. */
interface FailedRequest {
  requestId: string;
  method: string;
  path: string;
  status: number;
  error: unknown;
  cause?: 'closed' | 'not_ready' | undefined;
}

const failedRequests = createRepeats<FailedRequest>({
  first(failed) {
    const { error, cause: _, ...facts } = failed;
    const described = describeFailure(failed);
    if (isLoad(failed)) http.warning('Request failed', { ...facts, ...described });
    else http.error('Request failed', { ...facts, ...described, frames: framesOf(error) });
  },
  others(failed, count) {
    const facts = { status: failed.status, ...describeFailure(failed), count };
    if (isLoad(failed)) http.warning('More requests failed in the same way', facts);
    else http.error('More requests failed in the same way', facts);
  },
  rest: (count) => http.error('More requests failed in other ways', { count }),
});

/** A request was answered with a status from 500 on; its answer names the same id. */
export function requestFailed(failed: FailedRequest): void {
  countEvent(failed.status === 503 ? 'request_failed_503' : 'request_failed_500');
  countEvent(`http_failure_${causeOf(failed)}`);
  const { error: _, cause: __, ...facts } = failed;
  const { kind, detail } = describeFailure(failed);
  // The same failure with other numbers, such as seconds to wait, counts as a repetition.
  const key = `${failed.status} ${kind} ${detail.replace(/\d+/g, '0')}`;
  if (!failedRequests.note(key, failed)) http.debug('Request failed in the same way', facts);
}

function causeOf({ error, cause }: FailedRequest): EventEnding<'http_failure_'> {
  if (cause !== undefined) return cause;
  if (isBusy(error)) return 'busy';
  return error instanceof Failure ? 'unavailable' : 'unexpected';
}

/** Whether the service was only busy, starting or stopping. */
function isLoad({ error, status }: FailedRequest): boolean {
  return status === 503 && isBusy(error);
}

function describeFailure({ error }: FailedRequest): { kind: string; detail: string } {
  const { kind, detail } = describeError(error);
  // The sentence tells the operator what to do; `detail` is the innermost message, SQLite's own.
  const sentence = error instanceof Failure && error.message !== detail ? error.message : '';
  return { kind, detail: sentence === '' ? detail : `${sentence} (${detail})` };
}

function framesOf(error: unknown): string[] {
  return error instanceof Failure ? [] : [...describeError(error).frames];
}

const failedParts = createRepeats<{ part: string; error: unknown }>({
  first({ part, error }) {
    const { kind, detail, frames } = describeError(error);
    http.error('A part of a page is missing', { part, kind, detail, frames: [...frames] });
  },
  others({ part, error }, count) {
    const { kind, detail } = describeError(error);
    http.error('A part of more pages is missing', { part, kind, detail, count });
  },
  rest: (count) => http.error('Parts of more pages are missing', { count }),
});

/** A part of a page is missing from it, such as the history. */
export function partFailed(part: string, error: unknown): void {
  countEvent('page_part_failed');
  const { kind, detail } = describeError(error);
  failedParts.note(`${part} ${kind} ${detail}`, { part, error });
}

/** A client disconnected before its request was read. */
export function clientGone(): void {
  countEvent('client_gone');
  http.debug('A client disconnected before its request was read');
}

const warnedOf = new Set<string>();

/** A request was refused that came through a proxy while none is trusted. Logged once for each proxy. */
export function proxyRefused(proxy: string): void {
  countEvent('proxy_refused');
  if (warnedOf.has(proxy) || warnedOf.size >= MOST_PROXIES) return;
  warnedOf.add(proxy);
  net.warning(
    'Requests come through a proxy that is not trusted, and everybody seems to have its address: heartbeats, logins and relays through it are refused. If it is yours, name it in trusted_proxies (MUSTER_TRUSTED_PROXIES) and start again',
    { proxy },
  );
}

/** A heartbeat was answered with a failure; the messages are those of the answer. */
export function heartbeatRefused(ip: string, messages: readonly string[]): void {
  countEvent('heartbeat_refused');
  servers.debug('Heartbeat refused', { ip, messages: [...messages] });
}

/** A request was answered with an error page, which names the same id. */
export function failurePageShown(requestId: string, status: number): void {
  countEvent('failure_page_shown');
  http.debug('Error page shown', { requestId, status });
}

/** A request was answered, where the access log is on. Its path holds no secret and no query. */
export function requestAnswered({
  durationMs,
  bytes,
  ...facts
}: {
  requestId: string;
  method: string;
  route: string;
  path: string;
  status: number;
  durationMs: number;
  bytes: number | undefined;
  address: string;
}): void {
  countEvent('request_logged');
  const ms = Math.round(durationMs * 1_000) / 1_000;
  http.info('Request', { ...facts, ms, ...(bytes === undefined ? {} : { bytes }) });
}
