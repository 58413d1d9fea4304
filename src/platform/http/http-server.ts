// The HTTP server: the host guard, the fast path, and the answers while the service starts or stops.

import type { DoctorHandler } from '../../modules/doctor/doctor-api.ts';
import { HEARTBEAT_PATHS, isHeartbeatPath } from '../../modules/heartbeat/heartbeat-api.ts';
import { LIST_PATH } from '../../modules/list/list-api.ts';
import {
  browserSockets,
  type RelayHandler,
  type SocketListener,
  type Upgrade,
} from '../../modules/relay/relay-api.ts';
import { BUSY_SECONDS, Failure } from '../lib/failure.ts';
import { OUTGOING_HEADER } from '../lib/outgoing-request.ts';
import { inLanguage } from '../messages/language.ts';
import { messages } from '../messages/messages.ts';
import { HEARTBEAT_PATH } from '../messages/paths.ts';
import type { FailedRequest } from '../ops/events.ts';
import type { Readiness } from '../ops/readiness.ts';
import type { SiteFrame } from '../views/site-look.ts';
import { answerFailure } from './errors.ts';
import { countArrivingBodies } from './form.ts';
import { type HostGuard, readHost } from './host-guard.ts';
import { answerPage } from './html.ts';
import {
  type HandleRequest,
  type Incoming,
  type ListenOptions,
  openListener as listenOnPort,
  type TransportHandler,
} from './listener.ts';
import {
  answerLive,
  answerNotReady,
  answerReady,
  createTraffic,
  LIVE_PATH,
  READY_PATH,
  type RouteTraffic,
  type Traffic,
} from './monitoring.ts';
import { chooseLanguage } from './negotiation.ts';
import {
  isForPrograms,
  isRelayPath,
  pathForLog,
  pathOf,
  REQUEST_ID_HEADER,
  requestIdOf,
} from './path.ts';
import { NO_SNIFFING } from './security-headers.ts';

/** A request that comes during the start waits for its end this long, so that a restart refuses nobody. */
const START_WAIT_MS = 3_000;
/** Longer than a heartbeat waits for its port check: at most 3 s for a place and 3 s for the port. */
const DRAIN_MS = 7_000;
/** Bodies that have not arrived after this are given up: their clients may have gone silent. */
const LATE_BODIES_MS = 1_000;
const DRAIN_LOOK_EVERY_MS = 10;
const RELAY_ROUTE = '/p/:ip/:port';
/** On the fast path one request of so many is timed: reading the clock twice costs some per cent of a list. */
const TIMED_OF = 8;
const UNTIMED = -1;
const SWITCHED = 101;

/**
 * The fast path: what is answered from the socket's route table, past the framework, which has the same routes and
 * answers them alike (tests/http/fast-path.test.ts). The list needs 0.85 and heartbeats 0.5 of the rate of a bare
 * `Bun.serve`; docs/benchmark.md has what `npm run bench` measured. In a trial without it, by processor time for
 * each request beside a bare server in the same run, lists answered with 304 reached 0.52 over Elysia's router and
 * 0.68 over its native Bun routes (0.64 to 0.72 with the fast path), lists of 1,000 servers 0.75 and 0.90 (0.94),
 * heartbeats 0.47 over the router (0.49 to 0.60): the router is too slow, and native routes are not faster than
 * this. It is also open before the framework is loaded (src/app/routes.ts).
 */
export const FAST_PATHS: ReadonlyMap<string, FastPath> = new Map(
  [LIST_PATH, ...HEARTBEAT_PATHS].map((path): [string, FastPath] => [
    path,
    path === LIST_PATH
      ? { handler: 'list', methods: new Set(['GET']) }
      : { handler: 'heartbeat', methods: new Set(['GET', 'POST']) },
  ]),
);

interface FastPath {
  readonly handler: 'list' | 'heartbeat';
  readonly methods: ReadonlySet<string>;
}

/** Whether the fast path answers such a request, too: both ways leave the id of the request off a good answer. */
export function hasFastPath({ route, method }: Incoming): boolean {
  return route !== undefined && FAST_PATHS.get(route)?.methods.has(method) === true;
}

/** The handlers of an open server. */
export interface RequestHandlers extends Record<FastPath['handler'], HandleRequest> {
  /** Answers any request whose host is right, by its path; never throws. */
  handle: HandleRequest;
  /** Answers for what the handlers of the fast path throw. */
  fail(request: Incoming, error: unknown): Response;
  relay?: RelayHandler | undefined;
  /** Resolves when every handler is loaded. Requests for the relay wait for it. */
  loading?: Promise<void>;
  /** Answers `muster doctor`, for any host; there is none without a data folder. */
  doctor?: DoctorHandler | undefined;
  routes?: readonly { path: string }[];
}

export interface AnsweredRequest extends Omit<FailedRequest, 'error' | 'cause'> {
  route: string;
  durationMs: number;
  bytes: number | undefined;
  request: Incoming;
}

export type HttpServer = ReturnType<typeof createHttpServer>;

/**
 * Listens; before it is opened, only the health paths are answered. Throws `conflict` when the port is taken,
 * `unavailable` when the address cannot be had.
 */
export function createHttpServer(options: {
  socket: ListenOptions;
  readiness: Pick<Readiness, 'isStarting' | 'probe' | 'read'>;
  traffic?: Traffic;
  messageBytes: number;
  /** Called with the port that was got, since a base URL may depend on it. `isLocalOnly`: the operator named none. */
  createHostGuard(port: number): { guard: HostGuard; baseUrl: string; isLocalOnly?: boolean };
  openListener?: typeof listenOnPort;
  onFailed?(failed: FailedRequest): void;
  /** A reload may change whether `onAnswered` is called. */
  settings?: { readonly isRequestLogOn: boolean };
  onAnswered?(answered: AnsweredRequest): void;
  findRequestId?(request: Incoming): string | undefined;
  /** Called with each other error page, with the id that it names. */
  onFailurePage?(requestId: string, status: number): void;
  readFrame?(): SiteFrame | undefined;
}) {
  const { openListener = listenOnPort, traffic = createTraffic(), settings } = options;
  let handlers: RequestHandlers | undefined;
  let transport: (NonNullable<Incoming['transport']> & { server: Server }) | undefined;
  let isClosing = false;
  const opened = Promise.withResolvers<void>();

  function answer(request: Incoming, server: Server): Answered {
    request.transport = transportOf(server);
    // Before this nothing may parse `request.url`, which an odd host makes throw (C2.7).
    const isHostOurs = guard(request.headers.get('host'));
    if (handlers?.doctor !== undefined) {
      const upgrade: Upgrade = (data) => server.upgrade(request, { data });
      const examined = handlers.doctor(request, upgrade, isHostOurs);
      if (examined !== 'not meant') return examined;
    }
    // C2.8
    if (request.headers.has(OUTGOING_HEADER) && pathOf(request) !== LIST_PATH) {
      return answerFailure(request, 403, messages.failure.sentByMuster);
    }
    // What programs read is in English.
    if (isHostOurs && isForPrograms(pathOf(request))) return answerGuarded(request, server);
    return inLanguage(chooseLanguage(request.headers), () =>
      isHostOurs ? answerGuarded(request, server) : answerUnguarded(request),
    );
  }

  /** A start takes a moment, unless it migrates a large database; at a stop nothing is worth waiting for. */
  function answerGuarded(request: Incoming, server: Server): Answered {
    if (handlers !== undefined) return answerOpen(handlers, request, server);
    return answerHealth(request) ?? answerUnopened(request, server);
  }

  async function answerUnopened(request: Incoming, server: Server) {
    if (!isClosing) await Promise.race([opened.promise, Bun.sleep(START_WAIT_MS)]);
    return handlers === undefined
      ? answerFailure(request, 503, messages.failure.closed)
      : answerOpen(handlers, request, server);
  }

  function answerOpen(
    { relay, loading, handle }: RequestHandlers,
    request: Incoming,
    server: Server,
  ): ReturnType<TransportHandler<SocketListener>> {
    if (!isRelayPath(pathOf(request))) return handle(request);
    const answer = (by: RelayHandler | undefined) => {
      if (by === undefined) return handle(request);
      request.route = RELAY_ROUTE;
      return by.answer(request, (data, headers) => server.upgrade(request, { data, headers }));
    };
    return loading === undefined ? answer(relay) : loading.then(() => answer(handlers?.relay));
  }

  function answerFastPath(handle: HandleRequest, { fail }: RequestHandlers, request: Incoming) {
    try {
      const answered = handle(request);
      if (!(answered instanceof Promise)) return answered;
      return answered.catch((error: unknown) => fail(request, error));
    } catch (error) {
      return fail(request, error);
    }
  }

  /** There is another server for each certificate. */
  function transportOf(server: Server): NonNullable<Incoming['transport']> {
    if (server !== transport?.server) {
      transport = {
        server,
        requestIP: (request) => server.requestIP(request),
        findId: (request) => options.findRequestId?.(request),
        readFrame: () => options.readFrame?.(),
      };
    }
    return transport;
  }

  /** Every answer passes here; of a successful one on the fast path only the status is read. */
  function noted(
    request: Incoming,
    begunAt: number,
    answered: Answered,
    counts?: RouteTraffic,
  ): Answered {
    if (answered instanceof Promise) {
      return answered.then((late) => noteAnswer(request, begunAt, late, counts));
    }
    return noteAnswer(request, begunAt, answered, counts);
  }

  function noteAnswer(
    request: Incoming,
    begunAt: number,
    answered: Response | undefined,
    counts = traffic.of(request.route),
  ): Response | undefined {
    const durationMs = begunAt === UNTIMED ? undefined : performance.now() - begunAt;
    count(counts, answered?.status ?? SWITCHED, durationMs);
    if (isClosing) answered?.headers.set('connection', 'close');
    if (durationMs !== undefined && settings?.isRequestLogOn) {
      logRequest(request, durationMs, answered, counts);
    }
    if (answered === undefined || answered.status < 400) return answered;
    const { status } = answered;
    const requestId = nameAnswer(request, answered);
    if (status < 500) {
      if (request.isIdShown) options.onFailurePage?.(requestId, status);
      return answered;
    }
    const { method } = request;
    const path = pathOf(request);
    // Every start and stop has a moment in which it is not ready: nothing failed.
    const isPassing = handlers === undefined || options.readiness.isStarting();
    if (path.startsWith(READY_PATH) && isPassing) return answered;
    const { failure: error } = request;
    const why = error === undefined ? explainRefusal(path) : { error, cause: undefined };
    options.onFailed?.({ requestId, method, path: pathForLog(path), status, ...why });
    return answered;
  }

  function logRequest(
    request: Incoming,
    durationMs: number,
    answered: Response | undefined,
    { route }: RouteTraffic,
  ): void {
    const length = answered?.headers.get('content-length') ?? null;
    options.onAnswered?.({
      requestId: answered === undefined ? requestIdOf(request) : nameAnswer(request, answered),
      method: request.method,
      route,
      path: pathForLog(pathOf(request)),
      status: answered?.status ?? SWITCHED,
      durationMs,
      bytes: length === null ? undefined : Number(length),
      request,
    });
  }

  function explainRefusal(path: string): Pick<FailedRequest, 'error' | 'cause'> {
    const refusal = (sentence: string) =>
      new Failure('unavailable', sentence, { retryAfterSeconds: BUSY_SECONDS });
    if (handlers === undefined) return { error: refusal(messages.failure.closed), cause: 'closed' };
    if (!path.startsWith(READY_PATH)) return { error: refusal('There is too much to do.') };
    const found = Object.values(options.readiness.read().checks).map(({ message }) => message);
    const sentences = ['Not ready.', ...found.filter((it) => it !== '')];
    return { error: refusal(sentences.join(' ')), cause: 'not_ready' };
  }

  const listener = openListener<SocketListener>(options.socket, {
    fetch: (request, server) => noted(request, performance.now(), answer(request, server)),
    routes: Object.fromEntries(
      [...FAST_PATHS].flatMap(([path, { handler, methods }]) => {
        const counts = traffic.declare(path);
        let untimed = 0;
        const route: TransportHandler<SocketListener> = (request: Incoming, server) => {
          const isTimed = untimed === 0 || settings?.isRequestLogOn === true;
          untimed = (untimed + 1) % TIMED_OF;
          const begunAt = isTimed ? performance.now() : UNTIMED;
          const isOurs =
            methods.has(request.method) &&
            guard(request.headers.get('host')) &&
            (path === LIST_PATH || !request.headers.has(OUTGOING_HEADER));
          if (handlers === undefined || !isOurs) {
            return noted(request, begunAt, answer(request, server), counts);
          }
          request.transport = transportOf(server);
          const answered = answerFastPath(handlers[handler], handlers, request);
          return noted(request, begunAt, answered, counts);
        };
        return [
          [path, route],
          [`${path}/`, route],
        ];
      }),
    ),
    websocket: browserSockets(options.messageBytes),
    error(error: Error) {
      // The runtime says nothing about the request.
      const unknown = { requestId: crypto.randomUUID(), method: '', path: '' };
      options.onFailed?.({ ...unknown, status: 500, error });
      count(traffic.of(undefined), 500, 0);
      return new Response('Internal error', { status: 500, headers: NO_SNIFFING });
    },
  });
  const { guard, baseUrl, isLocalOnly = false } = options.createHostGuard(listener.port);

  /** Answers the health paths where no route does: for other hosts, and while the server is not open. */
  function answerHealth(request: Incoming): Response | Promise<Response> | undefined {
    const path = pathOf(request).replace(/\/$/, '');
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    if (path !== LIVE_PATH && path !== READY_PATH) return undefined;
    request.route = path;
    if (path === LIVE_PATH) return answerLive();
    return handlers === undefined ? answerNotReady() : answerReady(options.readiness);
  }

  /** Game servers show their operator what they are answered, which must not be a whole page. */
  function refuseHeartbeat(host = 'the one that was named'): Response {
    const sentence = `This service does not answer for the host ${host}. Send heartbeats to ${baseUrl}${HEARTBEAT_PATH}`;
    const headers = { 'content-type': 'text/plain', 'cache-control': 'no-store', ...NO_SNIFFING };
    return new Response(sentence, { status: 403, headers });
  }

  /** The host is not ours, or there is none (C2.1): only the health paths are exempt (C2.6). */
  function answerUnguarded(request: Incoming): Response | Promise<Response> {
    const host = readHost(request.headers.get('host'));
    if (isHeartbeatPath(pathOf(request))) return refuseHeartbeat(host);
    const { failure } = messages;
    const scheme = baseUrl.slice(0, baseUrl.indexOf('//'));
    const page = {
      title: failure.wrongHostTitle,
      paragraphs:
        isLocalOnly && host !== undefined
          ? [failure.noBaseUrl, failure.setBaseUrl(`${scheme}//${host}`), failure.orLocally]
          : [failure.wrongHost, failure.rightHost],
      links: [{ href: `${baseUrl}/`, label: `${baseUrl}/` }],
    };
    return answerHealth(request) ?? answerPage(request, 403, page, { isOfSite: false });
  }

  /**
   * Settles when no answer is worth waiting for any more. With a socket that outlives this process, what arrives
   * on kept connections until then is answered, and each of them is closed when nothing does.
   */
  async function drain(isRelayOpen: () => boolean): Promise<void> {
    const startedAt = performance.now();
    for (;;) {
      const waitedMs = performance.now() - startedAt;
      if (waitedMs >= DRAIN_MS) return;
      const isLate = waitedMs >= LATE_BODIES_MS;
      const given = isLate ? countArrivingBodies() : 0;
      if (listener.countPending() <= given) {
        if (listener.kept === undefined) return;
        if (!isRelayOpen() && (listener.kept.closeQuiet() === 0 || isLate)) return;
      }
      await Bun.sleep(DRAIN_LOOK_EVERY_MS);
    }
  }

  return {
    port: listener.port,
    countPending: listener.countPending,
    open(opening: RequestHandlers) {
      handlers = opening;
      for (const { path } of opening.routes ?? []) traffic.declare(path);
      if (opening.relay !== undefined) traffic.declare(RELAY_ROUTE);
      opened.resolve();
    },
    isOpen: () => handlers !== undefined,
    renew: listener.renew,
    /**
     * From now on each answer asks for the end of its connection. A proxy may send a request on a kept
     * connection at the moment in which `close` ends that, and does not send a heartbeat twice. New connections
     * wait for the next process where the socket outlives this one.
     */
    endConnections() {
      isClosing = true;
      listener.kept?.leave();
    },
    /** Refuses new requests, lets those under way finish, then closes every connection. */
    async close(): Promise<void> {
      isClosing = true;
      opened.resolve();
      let isRelayOpen = handlers?.relay !== undefined;
      const relaysClosed = handlers?.relay?.stop().then(() => {
        isRelayOpen = false;
      });
      // Without a socket that outlives this process, clients read until the end that it stops (C2.6).
      if (listener.kept === undefined) handlers = undefined;
      await drain(() => isRelayOpen);
      handlers = undefined;
      await relaysClosed;
      await listener.stop();
    },
  };
}

/** Puts the id of the request on its answer. */
export function nameAnswer(request: Incoming, { headers }: Response): string {
  const requestId = requestIdOf(request);
  headers.set(REQUEST_ID_HEADER, requestId);
  return requestId;
}

type Server = Bun.Server<SocketListener>;
type Answered = ReturnType<TransportHandler<SocketListener>>;

function count({ answers, durations }: RouteTraffic, status: number, durationMs?: number): void {
  const hundred = (status / 100) | 0;
  answers[hundred] = (answers[hundred] as number) + 1;
  if (durationMs !== undefined) durations.observe(durationMs / 1_000);
}
