// The HTTP server: the host guard, the fast path, and the answers while the service starts or stops.

import { OUTGOING_HEADER } from '../lib/outgoing-request.ts';
import { type Timers, within } from '../lib/timers.ts';
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

/** How long a request waits for the end of the start, so that a restart refuses nobody. */
const START_WAIT_MS = 3_000;
/** Longer than a heartbeat waits for its port check: up to 3 s for a place and 3 s for the port. */
const DRAIN_MS = 7_000;
/** After this time, bodies that have not arrived are given up, since their clients may be gone. */
const LATE_BODIES_MS = 1_000;
const DRAIN_LOOK_EVERY_MS = 10;

type Server = Bun.Server<unknown>;
type Answered = ReturnType<TransportHandler<unknown>>;

/** Upgrades the current request. False if it is not a WebSocket handshake. */
export type Upgrade = (data: unknown, headers: Record<string, string>) => boolean;

/** The paths that can become WebSockets. `route` is their name in the counts. */
export interface UpgradeSpace {
  readonly route: string;
  covers(path: string): boolean;
}

export interface UpgradeHandler {
  /** Upgrades and returns `undefined`, or refuses with an answer. */
  answer(request: Incoming, upgrade: Upgrade): Response | undefined;
  stop(): Promise<void>;
}

/** Answers a request before all other handlers, for any host, or passes it on. */
export type Intercept = (
  request: Incoming,
  upgrade: Upgrade,
  isHostOurs: boolean,
) => Response | undefined | 'not meant';

/** On some paths, the refusal of another host is a sentence instead of the page. */
export interface HostRefusal {
  covers(path: string): boolean;
  explain(host: string, baseUrl: string): string;
}

/** The handlers of an open server. */
export interface RequestHandlers extends FastHandlers {
  /** Answers any request with a correct host by its path. Never throws. */
  handle: HandleRequest;
  upgrades?: UpgradeHandler | undefined;
  /** Resolves when every handler is loaded. Requests for WebSocket paths wait for it. */
  loading?: Promise<void>;
  intercept?: Intercept | undefined;
  routes?: readonly { path: string }[];
}

interface Host {
  guard: HostGuard;
  baseUrl: string;
  /** Whether the operator configured no host. */
  isLocalOnly?: boolean;
}

export interface HttpServerOptions extends NotePorts {
  socket: ListenOptions;
  readiness: Pick<Readiness, 'isStarting' | 'probe' | 'read'>;
  traffic?: Traffic;
  fastPaths?: readonly FastPath[];
  upgradeSpace?: UpgradeSpace;
  /** The handlers of all WebSockets. */
  websocket?: Bun.WebSocketHandler<unknown>;
  hostRefusals?: readonly HostRefusal[];
  /** Called with the actual port, since the base URL may depend on it. */
  createHostGuard(port: number): Host;
  openListener?: typeof listenOnPort;
  findRequestId?(request: Incoming): string | undefined;
  timers?: Timers | undefined;
  readFrame?(): SiteFrame | undefined;
}

interface State {
  handlers: RequestHandlers | undefined;
  isClosing: boolean;
  readonly opened: PromiseWithResolvers<void>;
}

export type HttpServer = ReturnType<typeof createHttpServer>;

/**
 * Listens, and answers only the health paths until it is opened. Throws `conflict` if the port is taken,
 * `unavailable` if the address cannot be used.
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
     * From now on, each answer asks the client to end its connection. Otherwise a proxy may send a request on a kept
     * connection just as `close` ends it, and it would not send a heartbeat twice. If the socket outlives this process,
     * new connections wait for the next one.
     */
    endConnections() {
      state.isClosing = true;
      listener.kept?.leave();
    },
    /** Refuses new requests, lets current ones finish, then closes every connection. */
    close: () => close(state, listener),
  };
}

/** What another Muster asks an OpenID provider. None of it trusts the address of a request. */
const OF_PROVIDER = /^\/(?:\.well-known\/openid-configuration|oidc\/(?:jwks|token))$/;

/** Creates the handler for everything that the fast path does not answer. */
function createAnswer(
  state: State,
  host: Host,
  { fastPaths = [], upgradeSpace, hostRefusals = [], readiness, timers }: HttpServerOptions,
) {
  const outgoing = fastPaths.filter((it) => it.takesOutgoing).map(({ path }) => path);
  const takesOutgoing = (path: string) => outgoing.includes(path) || OF_PROVIDER.test(path);
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

  /** Waits for the start, which is short unless it migrates a large database. Does not wait during a stop. */
  async function answerUnopened(request: Incoming, server: Server) {
    if (!state.isClosing) await within(START_WAIT_MS, state.opened.promise, () => {}, timers);
    return state.handlers === undefined
      ? answerFailure(request, 503, messages.failure.closed)
      : answerOpen(state.handlers, request, server);
  }

  function answerGuarded(request: Incoming, server: Server): Answered {
    if (state.handlers !== undefined) return answerOpen(state.handlers, request, server);
    return answerHealth(request) ?? answerUnopened(request, server);
  }

  /** Answers a request with a wrong or missing host (C2.1). Only the health paths are exempt (C2.6). */
  function answerUnguarded(request: Incoming): Response | Promise<Response> {
    const refusal = hostRefusals.find(({ covers }) => covers(pathOf(request)));
    if (refusal !== undefined) return refuseInWords(request, host, refusal);
    return answerHealth(request) ?? refuseWithPage(request, host);
  }

  return (request: Incoming, server: Server): Answered => {
    // Nothing may parse `request.url` before this check, since an odd host makes that throw (C2.7).
    const isHostOurs = host.guard(request.headers.get('host'));
    if (state.handlers?.intercept !== undefined) {
      const upgrade: Upgrade = (data) => server.upgrade(request, { data });
      const intercepted = state.handlers.intercept(request, upgrade, isHostOurs);
      if (intercepted !== 'not meant') return intercepted;
    }
    // C2.8
    if (request.headers.has(OUTGOING_HEADER) && !takesOutgoing(pathOf(request))) {
      return answerFailure(request, 403, messages.failure.sentByMuster);
    }
    // Programs get English answers.
    if (isHostOurs && isForPrograms(pathOf(request))) return answerGuarded(request, server);
    return inLanguage(chooseLanguage(request.headers), () =>
      isHostOurs ? answerGuarded(request, server) : answerUnguarded(request),
    );
  };
}

/** Answers the health paths if no route does: for other hosts, and while the server is not open. */
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
  // If the socket ends with this process, clients are told until the end that it stops (C2.6).
  if (listener.kept === undefined) state.handlers = undefined;
  await drain(listener, () => areSocketsOpen);
  state.handlers = undefined;
  await socketsClosed;
  await listener.stop();
}

/**
 * Resolves when no request is worth a wait. If the socket outlives this process, requests that arrive on kept
 * connections are still answered, and each connection is closed once it is quiet.
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
