// The fast path, which answers from the socket's route table without the framework, and the records of every answer:
// its counts, its line in the request log, and the cause of a failure.

import { BUSY_SECONDS, Failure } from '../lib/failure.ts';
import { OUTGOING_HEADER } from '../lib/outgoing-request.ts';
import { messages } from '../messages/messages.ts';
import type { FailedRequest } from '../ops/events.ts';
import type { Readiness } from '../ops/readiness.ts';
import type { SiteFrame } from '../views/site-look.ts';
import type { HostGuard } from './host-guard.ts';
import type { HandleRequest, Incoming, TransportHandler } from './listener.ts';
import { READY_PATH, type RouteTraffic, type Traffic } from './monitoring.ts';
import { pathForLog, pathOf, REQUEST_ID_HEADER, requestIdOf } from './path.ts';

const UNTIMED = -1;
const SWITCHED = 101;
/** The fast path times one request of this many, since reading the clock twice costs a list some per cent. */
const TIMED_OF = 8;

/**
 * A path of the fast path. The framework has the same routes with the same answers (tests/http/fast-path.test.ts).
 * The list needs 0.85 and heartbeats 0.5 of the rate of a bare `Bun.serve`; docs/benchmark.md has the results
 * of `npm run bench`. A trial without it measured processor time per request beside a bare server in the
 * same run. Lists answered with 304 reached 0.52 over Elysia's router and 0.68 over its native Bun routes (0.64 to
 * 0.72 with the fast path), lists of 1,000 servers 0.75 and 0.90 (0.94), and heartbeats 0.47 over the router (0.49
 * to 0.60). So the router is too slow, and native routes are not faster. The fast path is also open before the
 * framework is loaded (src/app/routes.ts).
 */
export interface FastPath {
  /** Has no slash at the end. The path with one gets the same answers. */
  readonly path: string;
  readonly methods: ReadonlySet<string>;
  /** Whether it answers requests from another Muster, which every other path refuses (C2.8). */
  readonly takesOutgoing?: boolean;
}

/** The handlers by path. */
export interface FastHandlers {
  readonly fast: Readonly<Record<string, HandleRequest>>;
  /** Answers an error that a handler threw. */
  fail(request: Incoming, error: unknown): Response;
}

/** Whether the fast path could answer this request. Both ways leave the request's id off a successful answer. */
export function hasFastPath(paths: readonly FastPath[], { route, method }: Incoming): boolean {
  return paths.some(({ path, methods }) => path === route && methods.has(method));
}

/** Creates the socket's routes. `answer` gets all other requests, and every request until the server is open. */
export function createFastRoutes(
  paths: readonly FastPath[],
  {
    state,
    notes,
    traffic,
    hosts,
    prepare,
    answer,
  }: {
    state: { readonly handlers: FastHandlers | undefined };
    notes: Pick<RequestNotes, 'note' | 'settings'>;
    traffic: Traffic;
    /** The guard is set once the port is known. */
    hosts: { guard?: HostGuard };
    prepare(request: Incoming, server: Bun.Server<unknown>): void;
    answer: TransportHandler<unknown>;
  },
): Record<string, TransportHandler<unknown>> {
  function createRoute({
    path,
    methods,
    takesOutgoing = false,
  }: FastPath): TransportHandler<unknown> {
    const counts = traffic.declare(path);
    let untimed = 0;
    return (request: Incoming, server) => {
      const isTimed = untimed === 0 || notes.settings?.isRequestLogOn === true;
      untimed = (untimed + 1) % TIMED_OF;
      const begunAt = isTimed ? performance.now() : UNTIMED;
      const { handlers } = state;
      const handle = handlers?.fast[path];
      const isFast =
        methods.has(request.method) &&
        hosts.guard?.(request.headers.get('host')) === true &&
        (takesOutgoing || !request.headers.has(OUTGOING_HEADER));
      if (handlers === undefined || handle === undefined || !isFast) {
        return notes.note(request, begunAt, answer(request, server), counts);
      }
      prepare(request, server);
      return notes.note(request, begunAt, answerFast(handle, handlers, request), counts);
    };
  }

  return Object.fromEntries(
    paths.flatMap((each) => {
      const route = createRoute(each);
      return [
        [each.path, route],
        [`${each.path}/`, route],
      ];
    }),
  );
}

function answerFast(handle: HandleRequest, { fail }: FastHandlers, request: Incoming) {
  try {
    const answered = handle(request);
    if (!(answered instanceof Promise)) return answered;
    return answered.catch((error: unknown) => fail(request, error));
  } catch (error) {
    return fail(request, error);
  }
}

/** Creates a function that attaches the transport to a request. Each certificate has its own server in the runtime. */
export function createTransport(options: {
  findRequestId?(request: Incoming): string | undefined;
  readFrame?(): SiteFrame | undefined;
}) {
  let transport: (NonNullable<Incoming['transport']> & { server: Bun.Server<unknown> }) | undefined;
  return (request: Incoming, server: Bun.Server<unknown>): void => {
    if (server !== transport?.server) {
      transport = {
        server,
        requestIP: (asked) => server.requestIP(asked),
        findId: (asked) => options.findRequestId?.(asked),
        readFrame: () => options.readFrame?.(),
      };
    }
    request.transport = transport;
  };
}

export interface AnsweredRequest extends Omit<FailedRequest, 'error' | 'cause'> {
  route: string;
  durationMs: number;
  bytes: number | undefined;
  request: Incoming;
}

/** Receives the facts of answers. */
export interface NotePorts {
  onFailed?(failed: FailedRequest): void;
  /** A reload may change whether `onAnswered` is called. */
  settings?: { readonly isRequestLogOn: boolean };
  onAnswered?(answered: AnsweredRequest): void;
  /** Called for each other error page, with the id that it shows. */
  onFailurePage?(requestId: string, status: number): void;
}

/** Whether the server is open, and whether each answer ends its connection. */
interface ServerState {
  readonly handlers: object | undefined;
  readonly isClosing: boolean;
}

type Answered = Response | undefined;

export type RequestNotes = ReturnType<typeof createRequestNotes>;

/** Creates the hooks for every answer. For a success on the fast path, they only read the status. */
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
    const hundred = ((answered?.status ?? SWITCHED) / 100) | 0;
    counts.answers[hundred] = (counts.answers[hundred] as number) + 1;
    if (durationMs !== undefined) counts.durations.observe(durationMs / 1_000);
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
    // Every start and stop is briefly not ready, which is not a failure.
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
    /** Records a finished answer and returns it. `counts` are those of its route, if known. */
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
    settings: ports.settings,
    /** Records an error outside every handler. The runtime does not say which request caused it. */
    noteUnknown(error: Error): void {
      const unknown = { requestId: crypto.randomUUID(), method: '', path: '' };
      ports.onFailed?.({ ...unknown, status: 500, error });
      const { answers, durations } = traffic.of(undefined);
      answers[5] = (answers[5] as number) + 1;
      durations.observe(0);
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

/** Adds the request's id to its answer. */
export function nameAnswer(request: Incoming, { headers }: Response): string {
  const requestId = requestIdOf(request);
  headers.set(REQUEST_ID_HEADER, requestId);
  return requestId;
}
