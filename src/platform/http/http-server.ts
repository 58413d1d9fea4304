// The HTTP server: the host guard, the fast path, and the answers while the service starts or stops.

import { OUTGOING_HEADER } from '../lib/outgoing-request.ts';
import { inLanguage } from '../messages/language.ts';
import { messages } from '../messages/messages.ts';
import type { Readiness } from '../ops/readiness.ts';
import type { SiteFrame } from '../views/site-look.ts';
import { answerFailure } from './errors.ts';
import {
  createFastRoutes,
  createRequestNotes,
  createTransport,
  type FastHandlers,
  type FastPath,
  type NotePorts,
} from './fast-path.ts';
import { countArrivingBodies } from './form.ts';
import { type HostGuard, readHost } from './host-guard.ts';
import { answerPage } from './html.ts';
import {
  type HandleRequest,
  type Incoming,
  type Listener,
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
  type Traffic,
} from './monitoring.ts';
import { chooseLanguage } from './negotiation.ts';
import { isForPrograms, pathOf } from './path.ts';
import { NO_SNIFFING } from './security-headers.ts';

/** A request that comes during the start waits for its end this long, so that a restart refuses nobody. */
const START_WAIT_MS = 3_000;
/** Longer than a heartbeat waits for its port check: at most 3 s for a place and 3 s for the port. */
const DRAIN_MS = 7_000;
/** Bodies that have not arrived after this are given up: their clients may have gone silent. */
const LATE_BODIES_MS = 1_000;
const DRAIN_LOOK_EVERY_MS = 10;

type Server = Bun.Server<unknown>;
type Answered = ReturnType<TransportHandler<unknown>>;

/** Upgrades the request that is being answered; false when it is no WebSocket handshake. */
export type Upgrade = (data: unknown, headers: Record<string, string>) => boolean;

/** The paths that are upgraded to WebSockets; `route` is how they are counted. */
export interface UpgradeSpace {
  readonly route: string;
  covers(path: string): boolean;
}

export interface UpgradeHandler {
  /** Upgrades, and answers `undefined` then, or refuses. */
  answer(request: Incoming, upgrade: Upgrade): Response | undefined;
  stop(): Promise<void>;
}

/** Answers a request before everything else, for any host, or leaves it to the rest. */
export type Intercept = (
  request: Incoming,
  upgrade: Upgrade,
  isHostOurs: boolean,
) => Response | undefined | 'not meant';

/** How a request for another host is refused on some paths: with a sentence in place of the page. */
export interface HostRefusal {
  covers(path: string): boolean;
  explain(host: string, baseUrl: string): string;
}

/** The handlers of an open server. */
export interface RequestHandlers extends FastHandlers {
  /** Answers any request whose host is right, by its path; never throws. */
  handle: HandleRequest;
  upgrades?: UpgradeHandler | undefined;
  /** Resolves when every handler is loaded. Requests for the paths that are upgraded wait for it. */
  loading?: Promise<void>;
  intercept?: Intercept | undefined;
  routes?: readonly { path: string }[];
}

interface Host {
  guard: HostGuard;
  baseUrl: string;
  /** The operator named no host. */
  isLocalOnly?: boolean;
}

export interface HttpServerOptions extends NotePorts {
  socket: ListenOptions;
  readiness: Pick<Readiness, 'isStarting' | 'probe' | 'read'>;
  traffic?: Traffic;
  fastPaths?: readonly FastPath[];
  upgradeSpace?: UpgradeSpace;
  /** How all sockets are served. */
  websocket?: Bun.WebSocketHandler<unknown>;
  hostRefusals?: readonly HostRefusal[];
  /** Called with the port that was got, since a base URL may depend on it. */
  createHostGuard(port: number): Host;
  openListener?: typeof listenOnPort;
  findRequestId?(request: Incoming): string | undefined;
  readFrame?(): SiteFrame | undefined;
}

interface State {
  handlers: RequestHandlers | undefined;
  isClosing: boolean;
  readonly opened: PromiseWithResolvers<void>;
}

export type HttpServer = ReturnType<typeof createHttpServer>;

/**
 * Listens; before it is opened, only the health paths are answered. Throws `conflict` when the port is taken,
 * `unavailable` when the address cannot be had.
 */
export function createHttpServer(options: HttpServerOptions) {
  const { openListener = listenOnPort, traffic = createTraffic(), fastPaths = [] } = options;
  const opened = Promise.withResolvers<void>();
  const state: State = { handlers: undefined, isClosing: false, opened };
  const notes = createRequestNotes(state, { ...options, traffic });
  const prepare = createTransport(options);
  const hosts: { guard?: HostGuard } = {};

  function answer(request: Incoming, server: Server): Answered {
    prepare(request, server);
    return answerAny(request, server);
  }

  const listener = openListener<unknown>(options.socket, {
    fetch: (request, server) => notes.note(request, performance.now(), answer(request, server)),
    routes: createFastRoutes(fastPaths, { state, notes, traffic, hosts, prepare, answer }),
    websocket: options.websocket ?? { message() {} },
    error(error: Error) {
      notes.noteUnknown(error);
      return new Response('Internal error', { status: 500, headers: NO_SNIFFING });
    },
  });
  const host = options.createHostGuard(listener.port);
  hosts.guard = host.guard;
  const answerAny = createAnswer(state, host, options);

  return {
    port: listener.port,
    countPending: listener.countPending,
    open(opening: RequestHandlers) {
      state.handlers = opening;
      for (const { path } of opening.routes ?? []) traffic.declare(path);
      if (opening.upgrades !== undefined && options.upgradeSpace !== undefined) {
        traffic.declare(options.upgradeSpace.route);
      }
      opened.resolve();
    },
    isOpen: () => state.handlers !== undefined,
    renew: listener.renew,
    /**
     * From now on each answer asks for the end of its connection. A proxy may send a request on a kept
     * connection at the moment in which `close` ends that, and does not send a heartbeat twice. New connections
     * wait for the next process where the socket outlives this one.
     */
    endConnections() {
      state.isClosing = true;
      listener.kept?.leave();
    },
    /** Refuses new requests, lets those under way finish, then closes every connection. */
    close: () => close(state, listener),
  };
}

/** Makes what answers everything that the fast path does not. */
function createAnswer(
  state: State,
  host: Host,
  { fastPaths = [], upgradeSpace, hostRefusals = [], readiness }: HttpServerOptions,
) {
  const outgoing = fastPaths.filter((it) => it.takesOutgoing).map(({ path }) => path);
  const answerHealth = (request: Incoming) =>
    answerHealthPath(request, state.handlers === undefined ? undefined : readiness);

  function answerOpen(handlers: RequestHandlers, request: Incoming, server: Server): Answered {
    const { loading, handle } = handlers;
    if (!upgradeSpace?.covers(pathOf(request))) return handle(request);
    const { route } = upgradeSpace;
    const answer = (by: UpgradeHandler | undefined) => {
      if (by === undefined) return handle(request);
      request.route = route;
      return by.answer(request, (data, headers) => server.upgrade(request, { data, headers }));
    };
    return loading === undefined
      ? answer(handlers.upgrades)
      : loading.then(() => answer(state.handlers?.upgrades));
  }

  /** A start takes a moment, unless it migrates a large database; at a stop nothing is worth waiting for. */
  async function answerUnopened(request: Incoming, server: Server) {
    if (!state.isClosing) await Promise.race([state.opened.promise, Bun.sleep(START_WAIT_MS)]);
    return state.handlers === undefined
      ? answerFailure(request, 503, messages.failure.closed)
      : answerOpen(state.handlers, request, server);
  }

  function answerGuarded(request: Incoming, server: Server): Answered {
    if (state.handlers !== undefined) return answerOpen(state.handlers, request, server);
    return answerHealth(request) ?? answerUnopened(request, server);
  }

  /** The host is not ours, or there is none (C2.1): only the health paths are exempt (C2.6). */
  function answerUnguarded(request: Incoming): Response | Promise<Response> {
    const refusal = hostRefusals.find(({ covers }) => covers(pathOf(request)));
    if (refusal !== undefined) return refuseInWords(request, host, refusal);
    return answerHealth(request) ?? refuseWithPage(request, host);
  }

  return (request: Incoming, server: Server): Answered => {
    // Before this nothing may parse `request.url`, which an odd host makes throw (C2.7).
    const isHostOurs = host.guard(request.headers.get('host'));
    if (state.handlers?.intercept !== undefined) {
      const upgrade: Upgrade = (data) => server.upgrade(request, { data });
      const intercepted = state.handlers.intercept(request, upgrade, isHostOurs);
      if (intercepted !== 'not meant') return intercepted;
    }
    // C2.8
    if (request.headers.has(OUTGOING_HEADER) && !outgoing.includes(pathOf(request))) {
      return answerFailure(request, 403, messages.failure.sentByMuster);
    }
    // What programs read is in English.
    if (isHostOurs && isForPrograms(pathOf(request))) return answerGuarded(request, server);
    return inLanguage(chooseLanguage(request.headers), () =>
      isHostOurs ? answerGuarded(request, server) : answerUnguarded(request),
    );
  };
}

/** Answers the health paths where no route does: for other hosts, and while the server is not open. */
function answerHealthPath(
  request: Incoming,
  readiness: Pick<Readiness, 'probe' | 'read'> | undefined,
): Response | Promise<Response> | undefined {
  const path = pathOf(request).replace(/\/$/, '');
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  if (path !== LIVE_PATH && path !== READY_PATH) return undefined;
  request.route = path;
  if (path === LIVE_PATH) return answerLive();
  return readiness === undefined ? answerNotReady() : answerReady(readiness);
}

function refuseInWords({ headers }: Incoming, { baseUrl }: Host, { explain }: HostRefusal) {
  const host = readHost(headers.get('host')) ?? 'the one that was named';
  return new Response(explain(host, baseUrl), {
    status: 403,
    headers: { 'content-type': 'text/plain', 'cache-control': 'no-store', ...NO_SNIFFING },
  });
}

function refuseWithPage(
  request: Incoming,
  { baseUrl, isLocalOnly = false }: Host,
): Response | Promise<Response> {
  const { failure } = messages;
  const host = readHost(request.headers.get('host'));
  const scheme = baseUrl.slice(0, baseUrl.indexOf('//'));
  const page = {
    title: failure.wrongHostTitle,
    paragraphs:
      isLocalOnly && host !== undefined
        ? [failure.noBaseUrl, failure.setBaseUrl(`${scheme}//${host}`), failure.orLocally]
        : [failure.wrongHost, failure.rightHost],
    links: [{ href: `${baseUrl}/`, label: `${baseUrl}/` }],
  };
  return answerPage(request, 403, page, { isOfSite: false });
}

async function close(state: State, listener: Listener): Promise<void> {
  state.isClosing = true;
  state.opened.resolve();
  const upgrades = state.handlers?.upgrades;
  let areSocketsOpen = upgrades !== undefined;
  const socketsClosed = upgrades?.stop().then(() => {
    areSocketsOpen = false;
  });
  // Without a socket that outlives this process, clients read until the end that it stops (C2.6).
  if (listener.kept === undefined) state.handlers = undefined;
  await drain(listener, () => areSocketsOpen);
  state.handlers = undefined;
  await socketsClosed;
  await listener.stop();
}

/**
 * Settles when no answer is worth waiting for any more. With a socket that outlives this process, what arrives
 * on kept connections until then is answered, and each of them is closed when nothing does.
 */
async function drain(listener: Listener, areSocketsOpen: () => boolean): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs >= DRAIN_MS) return;
    const isLate = waitedMs >= LATE_BODIES_MS;
    const given = isLate ? countArrivingBodies() : 0;
    if (listener.countPending() <= given) {
      if (listener.kept === undefined) return;
      if (!areSocketsOpen() && (listener.kept.closeQuiet() === 0 || isLate)) return;
    }
    await Bun.sleep(DRAIN_LOOK_EVERY_MS);
  }
}
