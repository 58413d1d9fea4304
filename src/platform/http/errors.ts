// The only place that maps a failure to a status, and to the form that the path's clients expect.

import { toAsciiJson } from '../lib/ascii-json.ts';
import { BUSY_MESSAGE, Failure, type FailureKind, isBusy, isForVisitors } from '../lib/failure.ts';
import { currentLanguage, DEFAULT_LANGUAGE } from '../messages/language.ts';
import { messages } from '../messages/messages.ts';
import type { Report } from '../ops/events.ts';
import { START_PATH } from '../views/layout.tsx';
import { BodyTooLargeError } from './form.ts';
import { answerPage } from './html.ts';
import type { Incoming } from './listener.ts';
import { isForOauth, pathOf, REQUEST_ID_HEADER, requestIdOf, surfaceOf } from './path.ts';
import { NO_SNIFFING, openTo } from './security-headers.ts';

const STATUS_OF_KIND: Record<FailureKind, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  unavailable: 503,
};

export const statusOf = (kind: FailureKind): number => STATUS_OF_KIND[kind];

export function withRetryAfter(answer: Response, { retryAfterSeconds }: Failure): Response {
  if (retryAfterSeconds !== undefined) answer.headers.set('retry-after', `${retryAfterSeconds}`);
  return answer;
}

/**
 * Answers a failure in the form of its surface: `{"error":{"kind","message"}}` for programs that use our own
 * API, `{"error":"sentence"}` for those that use the compatible one (C1.4), `{"error","error_description"}` for those
 * that use OAuth (RFC 6749, 5.2), the plain sentence for people in a terminal, and a page everywhere else.
 */
export function answerFailure(
  request: Incoming,
  status: number,
  sentence: string,
  /** Whether the sentence contains the request's id. */
  isIdTold = false,
): Response {
  const path = pathOf(request);
  const surface = surfaceOf(path);
  if (surface === 'page') {
    const page = {
      title: messages.failure.titles[status] ?? messages.failure.otherTitle,
      paragraphs: [sentence],
      links: status === 404 ? waysOn() : [toTheList()],
    };
    return answerPage(request, status, page, { isIdTold });
  }
  const common = { 'cache-control': 'no-store', ...NO_SNIFFING };
  if (surface === 'terminal') {
    const headers = { 'content-type': 'text/plain; charset=utf-8', ...common };
    return new Response(`${sentence}\n`, { status, headers });
  }
  const error = surface === 'own' ? { kind: kindOf(status), message: sentence } : sentence;
  const oauth = { error: oauthErrorOf(status), error_description: sentence };
  return new Response(toAsciiJson(isForOauth(path) ? oauth : { error }), {
    status,
    headers: {
      'content-type': 'application/json',
      ...common,
      ...(isIdTold ? { [REQUEST_ID_HEADER]: requestIdOf(request) } : {}),
      // Scripts of other sites must be able to read the failure of their request.
      ...openTo(path),
    },
  });
}

/** Where failures are reported. */
export interface ReportPorts {
  report: Report;
}

/**
 * Turns any thrown value into an answer. For an unexpected error, and for a failure that only the
 * operator can fix, the answer has only the request's id, under which the HTTP server logs the error.
 */
export function answerError(request: Incoming, error: unknown, { report }: ReportPorts): Response {
  const isAborted = error instanceof DOMException && error.name === 'AbortError';
  if (isAborted && request.signal.aborted) {
    // The client hung up while its request was being read.
    report('client_gone');
    return answerFailure(request, 400, messages.failure.unreadable);
  }
  if (error instanceof BodyTooLargeError) {
    const answer = answerFailure(request, 413, messages.failure.bodyTooLarge(error.limit));
    // The rest of the body is unread. Only this answer closes the connection (C1.8).
    answer.headers.set('connection', 'close');
    return answer;
  }
  if (isForVisitors(error)) {
    noteBusy(request, error);
    const answer = answerFailure(request, statusOf(error.kind), error.message);
    if (error.challenge !== undefined) answer.headers.set('www-authenticate', error.challenge);
    return withRetryAfter(answer, error);
  }
  request.failure = error;
  const requestId = requestIdOf(request);
  const { unknown, impossible } = messages.failure;
  return error instanceof Failure
    ? answerFailure(request, statusOf(error.kind), impossible(requestId), true)
    : answerFailure(request, 500, unknown(requestId), true);
}

/** Keeps the failure of an answer with 503 for the log. */
export function noteBusy(request: Incoming, failure: Failure): void {
  if (isBusy(failure)) request.failure = forLog(failure);
}

/** The same failure in English, the language of the log. */
function forLog(error: Failure): Failure {
  const { kind, text, retryAfterSeconds, cause } = error;
  const isEnglish = typeof text === 'function' || currentLanguage() === DEFAULT_LANGUAGE;
  if (isEnglish) return error;
  return new Failure(kind, BUSY_MESSAGE, { retryAfterSeconds, cause });
}

const toTheList = () => ({ href: '/', label: messages.failure.toTheList });

export const waysOn = () => [toTheList(), { href: START_PATH, label: messages.getStarted }];

function kindOf(status: number): string {
  if (status === 500) return 'internal';
  return Object.entries(STATUS_OF_KIND).find(([, one]) => one === status)?.[0] ?? 'invalid';
}

function oauthErrorOf(status: number): string {
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status === 500 ? 'server_error' : 'invalid_request';
}
