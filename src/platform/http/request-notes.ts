// What is noted of every answer: its counts, its line in the log of requests, and why it failed.

import { BUSY_SECONDS, Failure } from '../lib/failure.ts';
import { messages } from '../messages/messages.ts';
import type { FailedRequest } from '../ops/events.ts';
import type { Readiness } from '../ops/readiness.ts';
import type { Incoming } from './listener.ts';
import { READY_PATH, type RouteTraffic, type Traffic } from './monitoring.ts';
import { pathForLog, pathOf, REQUEST_ID_HEADER, requestIdOf } from './path.ts';

const UNTIMED = -1;
const SWITCHED = 101;
/** On the fast path one request of so many is timed: reading the clock twice costs some per cent of a list. */
const TIMED_OF = 8;

export interface AnsweredRequest extends Omit<FailedRequest, 'error' | 'cause'> {
  route: string;
  durationMs: number;
  bytes: number | undefined;
  request: Incoming;
}

/** Who is told of answers. */
export interface NotePorts {
  onFailed?(failed: FailedRequest): void;
  /** A reload may change whether `onAnswered` is called. */
  settings?: { readonly isRequestLogOn: boolean };
  onAnswered?(answered: AnsweredRequest): void;
  /** Called with each other error page, with the id that it names. */
  onFailurePage?(requestId: string, status: number): void;
}

/** Whether the server is open, and whether it ends each connection with its answer. */
interface ServerState {
  readonly handlers: object | undefined;
  readonly isClosing: boolean;
}

type Answered = Response | undefined;

export type RequestNotes = ReturnType<typeof createRequestNotes>;

/** Makes what every answer passes; of a successful one on the fast path only the status is read. */
export function createRequestNotes(
  state: ServerState,
  {
    readiness,
    traffic,
    ...ports
  }: NotePorts & { readiness: Pick<Readiness, 'isStarting' | 'read'>; traffic: Traffic },
) {
  function noteAnswer(
    request: Incoming,
    begunAt: number,
    answered: Answered,
    counts = traffic.of(request.route),
  ): Answered {
    const durationMs = begunAt === UNTIMED ? undefined : performance.now() - begunAt;
    count(counts, answered?.status ?? SWITCHED, durationMs);
    if (state.isClosing) answered?.headers.set('connection', 'close');
    if (durationMs !== undefined && ports.settings?.isRequestLogOn) {
      ports.onAnswered?.(describeAnswered(request, durationMs, answered, counts));
    }
    if (answered !== undefined && answered.status >= 400) noteFailure(request, answered);
    return answered;
  }

  function noteFailure(request: Incoming, answered: Response): void {
    const { status } = answered;
    const requestId = nameAnswer(request, answered);
    if (status < 500) {
      if (request.isIdShown) ports.onFailurePage?.(requestId, status);
      return;
    }
    const { method, failure: error } = request;
    const path = pathOf(request);
    // Every start and stop has a moment in which it is not ready: nothing failed.
    const isPassing = state.handlers === undefined || readiness.isStarting();
    if (path.startsWith(READY_PATH) && isPassing) return;
    const why = error === undefined ? explainRefusal(path) : { error, cause: undefined };
    ports.onFailed?.({ requestId, method, path: pathForLog(path), status, ...why });
  }

  function explainRefusal(path: string): Pick<FailedRequest, 'error' | 'cause'> {
    const refusal = (sentence: string) =>
      new Failure('unavailable', sentence, { retryAfterSeconds: BUSY_SECONDS });
    if (state.handlers === undefined) {
      return { error: refusal(messages.failure.closed), cause: 'closed' };
    }
    if (!path.startsWith(READY_PATH)) return { error: refusal('There is too much to do.') };
    const found = Object.values(readiness.read().checks).map(({ message }) => message);
    const sentences = ['Not ready.', ...found.filter((it) => it !== '')];
    return { error: refusal(sentences.join(' ')), cause: 'not_ready' };
  }

  return {
    /** Notes the answer when it is there, and passes it on; `counts` are those of its route, where they are known. */
    note(
      request: Incoming,
      begunAt: number,
      answered: Answered | Promise<Answered>,
      counts?: RouteTraffic,
    ): Answered | Promise<Answered> {
      if (answered instanceof Promise) {
        return answered.then((late) => noteAnswer(request, begunAt, late, counts));
      }
      return noteAnswer(request, begunAt, answered, counts);
    },
    /** Makes the clock of one route on the fast path: when a request began, for those that are timed. */
    createSparseClock() {
      let untimed = 0;
      return (): number => {
        const isTimed = untimed === 0 || ports.settings?.isRequestLogOn === true;
        untimed = (untimed + 1) % TIMED_OF;
        return isTimed ? performance.now() : UNTIMED;
      };
    },
    /** Notes an error outside every handler, of which the runtime says nothing about the request. */
    noteUnknown(error: Error): void {
      const unknown = { requestId: crypto.randomUUID(), method: '', path: '' };
      ports.onFailed?.({ ...unknown, status: 500, error });
      count(traffic.of(undefined), 500, 0);
    },
  };
}

function describeAnswered(
  request: Incoming,
  durationMs: number,
  answered: Answered,
  { route }: RouteTraffic,
): AnsweredRequest {
  const length = answered?.headers.get('content-length') ?? null;
  return {
    requestId: answered === undefined ? requestIdOf(request) : nameAnswer(request, answered),
    method: request.method,
    route,
    path: pathForLog(pathOf(request)),
    status: answered?.status ?? SWITCHED,
    durationMs,
    bytes: length === null ? undefined : Number(length),
    request,
  };
}

/** Puts the id of the request on its answer. */
export function nameAnswer(request: Incoming, { headers }: Response): string {
  const requestId = requestIdOf(request);
  headers.set(REQUEST_ID_HEADER, requestId);
  return requestId;
}

function count({ answers, durations }: RouteTraffic, status: number, durationMs?: number): void {
  const hundred = (status / 100) | 0;
  answers[hundred] = (answers[hundred] as number) + 1;
  if (durationMs !== undefined) durations.observe(durationMs / 1_000);
}
