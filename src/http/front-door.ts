// The listening socket: the host guard, and what is answered while the house is not open.

import { MusterError } from '../lib/errors.ts';
import { words } from '../pages/words.ts';
import { answerFailure } from './errors.ts';
import { answerOk, LIVE_PATH, READY_PATH } from './health.ts';
import type { HostGuard } from './host-guard.ts';
import { answerPage } from './html.ts';
import { pathOf } from './path.ts';
import { browserSockets, type RelaySurface, type SocketListener } from './relay.ts';

/** Game servers beat every 30 s on one connection, so an idle one is kept well past a minute. */
const IDLE_TIMEOUT_SECONDS = 150;
/** Far over what any route reads, so that larger bodies are refused in the house's own words. */
const TRANSPORT_BODY_LIMIT = 1024 * 1024 * 1024;
/** Longer than a heartbeat that waits for its port check. */
const DRAIN_MS = 8_000;
const DRAIN_LOOK_EVERY_MS = 10;

/** Answers one request whose host was found right; never throws. */
export type HandleRequest = (request: Request) => Response | Promise<Response>;

/** Everything that is answered once the house is open. */
export interface WebSurface {
  /** Answers any request, by its path. */
  handle: HandleRequest;
  /**
   * Answers the requests of the hottest paths, each written without a slash at the end, without a
   * search for the route. `handle` answers them in the same way.
   */
  express: Readonly<Record<string, HandleRequest>>;
  /** Ends the answers that would go on for ever, when the house closes. */
  hangUp?(): void;
  /** What becomes a WebSocket, where there is a relay. */
  relay?: RelaySurface | undefined;
}

export interface FrontDoor {
  /** The port that the system gave, where 0 was asked for. */
  readonly port: number;
  /** How many requests arrived, and how many of them are being answered. */
  countRequests(): { requests: number; pendingRequests: number };
  /** The address of the other end of the connection, as the socket tells it. */
  peerOf(request: Request): string;
  /** Lets a rewritten request have the peer of the one that arrived. */
  standsFor(rewritten: Request, arrived: Request): void;
  /** From now on requests are answered; before, only the health paths were. */
  open(surface: WebSurface): void;
  /** Whether requests are answered. */
  isOpen(): boolean;
  /** Refuses new requests, lets those under way finish, then closes every connection. */
  close(): Promise<void>;
}

/** Listens. Throws `conflict` when the port is taken, `unavailable` when the address cannot be had. */
export function createFrontDoor(options: {
  listen: { hostname: string; port: number };
  /** The hottest paths, which are found without a search for the route. */
  expressPaths: readonly string[];
  /** Longest WebSocket message that is taken, in bytes. */
  messageBytes: number;
  /** Told the port that was got, since a base URL may depend on it. */
  createGuard(port: number): { guard: HostGuard; baseUrl: string };
  onError(error: unknown): void;
}): FrontDoor {
  const arrivals = new WeakMap<Request, Request>();
  let surface: WebSurface | undefined;
  let arrived = 0;

  function answer(request: Request): Response | undefined | Promise<Response> {
    arrived += 1;
    if (!guard(request.headers.get('host'))) return answerUnguarded(request);
    if (surface === undefined) return answerHealth(request) ?? answerClosed(request);
    const { relay } = surface;
    if (relay?.means(pathOf(request))) {
      return relay.answer(request, (data, headers) => server.upgrade(request, { data, headers }));
    }
    return surface.handle(request);
  }

  function expressRoute(path: string): TransportHandler {
    return (request) => {
      const handle = surface?.express[path];
      const isGuarded = handle !== undefined && guard(request.headers.get('host'));
      if (!isGuarded) return answer(request);
      arrived += 1;
      return handle(request);
    };
  }

  const server = listen(options.listen, {
    fetch: answer,
    routes: Object.fromEntries(
      options.expressPaths.flatMap((path) => {
        const route = expressRoute(path);
        return [
          [path, route],
          [`${path}/`, route],
        ];
      }),
    ),
    websocket: browserSockets(options.messageBytes),
    error(error: Error) {
      options.onError(error);
      return new Response('Internal error', { status: 500 });
    },
  });
  const { guard, baseUrl } = options.createGuard(server.port ?? options.listen.port);

  /** Where no route is asked: the host is not ours, or the house is not open. */
  function answerHealth(request: Request): Response | undefined {
    const path = pathOf(request).replace(/\/$/, '');
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    if (path === LIVE_PATH || (path === READY_PATH && surface !== undefined)) return answerOk();
    return path === READY_PATH ? new Response('not ready', { status: 503 }) : undefined;
  }

  /** The host is not ours, or there is none: only the health paths are exempt. */
  function answerUnguarded(request: Request): Response {
    return (
      answerHealth(request) ??
      answerPage(403, {
        title: words.failure.wrongHostTitle,
        paragraphs: [words.failure.wrongHost, words.failure.rightHost],
        link: { href: `${baseUrl}/`, label: `${baseUrl}/` },
      })
    );
  }

  function answerClosed(request: Request): Response {
    return answerFailure(pathOf(request), 503, words.failure.closed);
  }

  return {
    port: server.port ?? options.listen.port,
    countRequests: () => ({ requests: arrived, pendingRequests: server.pendingRequests }),
    peerOf(request) {
      const peer = server.requestIP(request) ?? server.requestIP(arrivals.get(request) ?? request);
      return peer?.address ?? '';
    },
    standsFor: (rewritten, arrived) => arrivals.set(rewritten, arrived),
    open(opened) {
      surface = opened;
    },
    isOpen: () => surface !== undefined,
    async close() {
      surface?.hangUp?.();
      const relaysClosed = surface?.relay?.stop();
      surface = undefined;
      const deadline = performance.now() + DRAIN_MS;
      while (server.pendingRequests > 0 && performance.now() < deadline) {
        await Bun.sleep(DRAIN_LOOK_EVERY_MS);
      }
      await relaysClosed;
      await server.stop(true);
    },
  };
}

/** Answers nothing where the request became a WebSocket. */
type TransportHandler = (request: Request) => Response | undefined | Promise<Response>;

type Handlers = {
  fetch: TransportHandler;
  routes: Record<string, TransportHandler>;
  websocket: Bun.WebSocketHandler<SocketListener>;
  error(error: Error): Response;
};

function listen({ hostname, port }: { hostname: string; port: number }, handlers: Handlers) {
  const serve = (name: string) =>
    Bun.serve<SocketListener>({
      ...handlers,
      hostname: name,
      port,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      maxRequestBodySize: TRANSPORT_BODY_LIMIT,
      development: false,
      // Without it a second service would share the port instead of being told that it is taken.
      reusePort: false,
    });
  try {
    return serve(hostname);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'EADDRINUSE') {
      throw new MusterError(
        'conflict',
        `Port ${port} is in use by another program. Stop that one, or choose another port with --listen :${port + 1}.`,
      );
    }
    // A machine with IPv6 switched off has no "all addresses of both families".
    if (hostname === '::' && code !== 'EACCES') return serve('0.0.0.0');
    throw new MusterError(
      'unavailable',
      `Listening on ${hostname} port ${port} is not possible (${code}). Check --listen.`,
    );
  }
}
