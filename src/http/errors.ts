// The one place where a failure becomes a status, and takes the shape of the surface it happened on.

import { toAsciiJson } from '../lib/ascii-json.ts';
import { type ErrorKind, MusterError } from '../lib/errors.ts';
import { BODY_LIMIT, BodyTooLargeError } from './body.ts';
import { answerPage } from './html.ts';

const STATUS_OF_KIND: Record<ErrorKind, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  unavailable: 503,
};

const TITLES: Record<number, string> = {
  400: 'This request cannot be read',
  404: 'There is nothing here',
  405: 'This method is not for this address',
  413: 'This request is too large',
  500: 'Internal error',
  503: 'Not available right now',
};

/** Answers a failure: `{"error":"sentence"}` for programs, a page for people. */
export function answerFailure(path: string, status: number, sentence: string): Response {
  if (isForPrograms(path)) {
    return new Response(toAsciiJson({ error: sentence }), {
      status,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    });
  }
  return answerPage(status, { title: TITLES[status] ?? 'Not possible', paragraphs: [sentence] });
}

/** Turns whatever was thrown into an answer; what nobody foresaw is told with a new request id. */
export function answerError(
  path: string,
  error: unknown,
  tellUnknown: (requestId: string, error: unknown) => void,
): Response {
  if (error instanceof BodyTooLargeError) {
    const sentence = `The body of this request is over ${BODY_LIMIT} bytes. Send less.`;
    const answer = answerFailure(path, 413, sentence);
    answer.headers.set('connection', 'close');
    return answer;
  }
  if (error instanceof MusterError) {
    return answerFailure(path, STATUS_OF_KIND[error.kind], error.message);
  }
  const requestId = crypto.randomUUID();
  tellUnknown(requestId, error);
  return answerFailure(
    path,
    500,
    `Internal error. If it happens again, tell the operator this id: ${requestId}`,
  );
}

const FOR_PROGRAMS = /^\/(?:api|server\/heartbeat|heartbeat\.jsp)(?:\/|$)/;

function isForPrograms(path: string): boolean {
  return FOR_PROGRAMS.test(path);
}
