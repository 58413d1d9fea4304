// The one place where a failure becomes a status, and takes the shape of the surface it happened on.

import { toAsciiJson } from '../lib/ascii-json.ts';
import { BusyError, Failure, type FailureKind } from '../lib/failure.ts';
import { messages } from '../views/messages.ts';
import { BODY_LIMIT, BodyTooLargeError } from './body.ts';
import type { HttpContext } from './context.ts';
import { answerPage, REQUEST_ID_HEADER } from './html.ts';
import { openTo } from './open-paths.ts';
import { pathOf } from './path.ts';
import { NO_SNIFFING } from './security-headers.ts';

const STATUS_OF_KIND: Record<FailureKind, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  unavailable: 503,
};

/** The status of a kind of failure. */
export function statusOf(kind: FailureKind): number {
  return STATUS_OF_KIND[kind];
}

/**
 * Answers a failure: a page for people, `{"error":{"kind","message"}}` for programs that speak the
 * house's own API, `{"error":"sentence"}` for those that speak the compatible one (C1.4), and the sentence
 * alone where people run a program and read what it prints.
 */
export function answerFailure(
  path: string,
  status: number,
  sentence: string,
  /** The id of the request, where the sentence tells it. */
  shownId?: string,
): Response {
  if (isForPrograms(path)) {
    const isOwn = OTHER_PATHS.test(path);
    const error = isOwn ? { kind: kindOf(status), message: sentence } : sentence;
    return new Response(toAsciiJson({ error }), {
      status,
      headers: {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        ...(shownId === undefined ? {} : { [REQUEST_ID_HEADER]: shownId }),
        ...NO_SNIFFING,
        // A site that asked wrongly has to be able to read what was wrong.
        ...openTo(path),
      },
    });
  }
  if (IN_TERMINALS.test(path)) {
    return new Response(`${sentence}\n`, {
      status,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
        ...NO_SNIFFING,
      },
    });
  }
  const page = {
    title: messages.failure.titles[status] ?? messages.failure.otherTitle,
    paragraphs: [sentence],
    link: { href: '/', label: messages.failure.toTheList },
  };
  return answerPage(status, page, shownId);
}

/**
 * Turns whatever was thrown into an answer. What nobody foresaw, and what only the operator can mend,
 * is told with a new request id and nothing else; the front door logs it under the same id.
 */
export function answerError(
  request: Request,
  error: unknown,
  { noteCause, events }: Pick<HttpContext, 'noteCause'> & { events: { clientGone(): void } },
): Response {
  const path = pathOf(request);
  if (isClientGone(request, error)) {
    events.clientGone();
    // Nobody is left to read it.
    return answerFailure(path, 400, messages.failure.unreadable);
  }
  if (error instanceof BodyTooLargeError) {
    const answer = answerFailure(path, 413, messages.failure.bodyTooLarge(BODY_LIMIT));
    // The rest of the body was not read. No other answer closes the connection (C1.8).
    answer.headers.set('connection', 'close');
    return answer;
  }
  const isForVisitors = error instanceof BusyError;
  if (error instanceof Failure && (isForVisitors || error.kind !== 'unavailable')) {
    if (isForVisitors) noteCause(request, error);
    return answerFailure(path, STATUS_OF_KIND[error.kind], error.message);
  }
  noteCause(request, error);
  const requestId = crypto.randomUUID();
  const { unknown, impossible } = messages.failure;
  return error instanceof Failure
    ? answerFailure(path, STATUS_OF_KIND[error.kind], impossible(requestId), requestId)
    : answerFailure(path, 500, unknown(requestId), requestId);
}

/** Whether the client hung up while its request was being read. */
function isClientGone({ signal }: Request, error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError' && signal.aborted;
}

const OTHER_PATHS = /^\/api\/v1(?:\/|$)/;
const IN_TERMINALS = /^\/server\/address\/?$/;
const FOR_PROGRAMS = /^\/(?:api|server\/heartbeat|heartbeat\.jsp)(?:\/|$)/;

/** The kind that a status is written as; what nobody foresaw has one of its own. */
function kindOf(status: number): FailureKind | 'internal' {
  if (status === 500) return 'internal';
  const known = Object.entries(STATUS_OF_KIND).find(([, one]) => one === status)?.[0];
  return (known as FailureKind | undefined) ?? 'invalid';
}

function isForPrograms(path: string): boolean {
  return FOR_PROGRAMS.test(path);
}
