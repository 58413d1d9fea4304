// The listening socket: health, the host guard and doubled slashes, before any route is looked for.

import { MusterError } from '../lib/errors.ts';
import { answerFailure } from './errors.ts';
import type { HostGuard } from './host-guard.ts';
import { answerPage } from './html.ts';
import { hasDoubledSlash, mergeSlashesOfUrl, pathOf } from './path.ts';

/** Game servers beat every 30 s on one connection, so an idle one is kept well past a minute. */
const IDLE_TIMEOUT_SECONDS = 150;
/** Far over what any route reads, so that larger bodies are refused in the house's own words. */
const TRANSPORT_BODY_LIMIT = 1024 * 1024 * 1024;
/** Longer than a heartbeat that waits for its port check. */
const DRAIN_MS = 8_000;
const DRAIN_LOOK_EVERY_MS = 10;

/** Answers one request whose host was found right; never throws. */
export type HandleRequest = (request: Request) => Response | Promise<Response>;

export interface FrontDoor {
  /** The port that the system gave, where 0 was asked for. */
  readonly port: number;
  /** The address of the other end of the connection, as the socket tells it. */
  peerOf(request: Request): string;
  /** From now on requests are answered; before, only the health paths were. */
  open(handle: HandleRequest): void;
  /** Whether requests are answered. */
  isOpen(): boolean;
  /** Refuses new requests, lets those under way finish, then closes every connection. */
  close(): Promise<void>;
}

/** Listens. Throws `conflict` when the port is taken, `unavailable` when the address cannot be had. */
export function createFrontDoor(options: {
  listen: { hostname: string; port: number };
  /** Told the port that was got, since a base URL may depend on it. */
  createGuard(port: number): { guard: HostGuard; baseUrl: string };
  onError(error: unknown): void;
}): FrontDoor {
  const originals = new WeakMap<Request, Request>();
  let handle: HandleRequest | undefined;

  const server = listen(options.listen, {
    fetch(request: Request) {
      const { url } = request;
      if (!guard(request.headers.get('host'))) return answerUnguarded(request);
      if (handle === undefined) return answerHealth(request) ?? answerClosed(request);
      if (hasDoubledSlash(url)) return answerMerged(request, handle);
      if (url.endsWith('z') || url.endsWith('z/')) return answerHealth(request) ?? handle(request);
      return handle(request);
    },
    error(error: Error) {
      options.onError(error);
      return new Response('Internal error', { status: 500 });
    },
  });
  const { guard, baseUrl } = options.createGuard(server.port ?? options.listen.port);

  function answerHealth(request: Request): Response | undefined {
    const path = pathOf(request).replace(/\/$/, '');
    if (path !== '/livez' && path !== '/readyz') return undefined;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const status = request.method === 'OPTIONS' ? 204 : 405;
      return new Response(null, { status, headers: { allow: 'GET, HEAD, OPTIONS' } });
    }
    if (path === '/livez' || handle !== undefined) return new Response('ok');
    return new Response('not ready', { status: 503 });
  }

  /** The host is not ours, or there is none: only the health paths are exempt. */
  function answerUnguarded(request: Request): Response {
    return (
      answerHealth(request) ??
      answerPage(403, {
        title: 'Direct IP access is not allowed',
        paragraphs: [
          'This service answers only under its own name. Your request named another host, or none.',
          'Use this address instead:',
        ],
        link: { href: `${baseUrl}/`, label: `${baseUrl}/` },
      })
    );
  }

  function answerClosed(request: Request): Response {
    return answerFailure(pathOf(request), 503, 'The service is starting or stopping. Try again in a moment.');
  }

  /** Compatibility: a launcher whose server-services option ends in a slash asks for `/api//login`. */
  function answerMerged(request: Request, to: HandleRequest): Response | Promise<Response> {
    const merged = new Request(mergeSlashesOfUrl(request.url), request);
    originals.set(merged, request);
    return answerHealth(request) ?? to(merged);
  }

  return {
    port: server.port ?? options.listen.port,
    peerOf: (request) => server.requestIP(originals.get(request) ?? request)?.address ?? '',
    open(next) {
      handle = next;
    },
    isOpen: () => handle !== undefined,
    async close() {
      handle = undefined;
      const deadline = performance.now() + DRAIN_MS;
      while (server.pendingRequests > 0 && performance.now() < deadline) {
        await Bun.sleep(DRAIN_LOOK_EVERY_MS);
      }
      await server.stop(true);
    },
  };
}

type Handlers = {
  fetch(request: Request): Response | Promise<Response>;
  error(error: Error): Response;
};

function listen({ hostname, port }: { hostname: string; port: number }, handlers: Handlers) {
  const serve = (name: string) =>
    Bun.serve({
      ...handlers,
      hostname: name,
      port,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      maxRequestBodySize: TRANSPORT_BODY_LIMIT,
      development: false,
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
