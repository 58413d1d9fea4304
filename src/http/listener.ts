// The listening socket of the service, plain or with TLS, and its change to another certificate.

import { codeOf, Failure } from '../lib/failure.ts';
import type { Timers } from '../lib/timers.ts';

/** Game servers beat every 30 s on one connection, so an idle one is kept well past a minute (C1.9). */
const IDLE_TIMEOUT_SECONDS = 150;
/** Far over what any route reads, so that larger bodies are refused in the house's own words. */
const TRANSPORT_BODY_LIMIT = 1024 * 1024 * 1024;
/** How long the previous socket is still accepted from: newcomers that it has greeted have come in by then. */
const HAND_OVER_MS = 3_000;
/** Longer than an idle connection is kept: one that was idle at a look is gone at the next. */
const LOOK_EVERY_MS = (IDLE_TIMEOUT_SECONDS + 10) * 1_000;

/** A certificate with the chain that leads to it, and its private key, as PEM texts. */
export interface CertificatePair {
  cert: string;
  key: string;
}

/** What the operating system can do with sockets of this process that listen on one port together. */
export interface ListeningSockets {
  /** Descriptors of all that listen. */
  list(): number[];
  /** Sends everybody who knocks from now on to this one; false where the system will not. */
  routeNewConnectionsTo(descriptor: number): boolean;
  /** Stops listening on it; connections that came through it go on. */
  stopAccepting(descriptor: number): void;
}

/** Where to listen, and how. */
export interface ListenOptions {
  listen: { hostname: string; port: number };
  /** Speaks TLS with this certificate; plain http without it. */
  tls?: CertificatePair | undefined;
  /** Without it, idle connections end when the certificate changes. */
  sockets?: ListeningSockets | undefined;
  timers: Timers;
}

/** Answers a request; with nothing where it became a WebSocket. */
export type TransportHandler<Data> = (
  request: Request,
  server: Bun.Server<Data>,
) => Response | undefined | Promise<Response | undefined>;

/** What is told of requests, by the runtime's own names. */
export interface Handlers<Data> {
  fetch: TransportHandler<Data>;
  routes: Readonly<Record<string, TransportHandler<Data>>>;
  websocket: Bun.WebSocketHandler<Data>;
  error(error: Error): Response;
}

/** The port while it is listened on. */
export interface Listener {
  /** The port that the system gave, where 0 was asked for. */
  readonly port: number;
  /** The address of the other end of the connection; `undefined` for a request that did not come in here. */
  peerOf(request: Request): string | undefined;
  /** How many requests are being answered. */
  countPending(): number;
  /**
   * Greets newcomers with this certificate from now on, while connections that stand go on with theirs.
   * Throws what the runtime says of a certificate that it cannot use, and goes on with the one before.
   */
  renew(tls: CertificatePair): void;
  /** Closes every connection at once. */
  stop(): Promise<void>;
}

/** Listens. Throws `conflict` when the port is taken, `unavailable` when the address cannot be had. */
export function openListener<Data>(options: ListenOptions, handlers: Handlers<Data>): Listener {
  const { sockets, timers, tls } = options;
  // Also when TLS shares the port with its own successor, another program must not share it.
  let current = listen(options.listen, (address) => serve(address, undefined));
  const hostname = current.server.hostname ?? options.listen.hostname;
  const port = current.server.port ?? options.listen.port;
  /** Each that somebody may be connected to, with what calls off the looks at one that was followed. */
  const servers = new Map([[current.server, () => {}]]);
  /** Ends the hand-over under way before its time. */
  let finishHandOver = (): void => {};

  /** The runtime cannot change the certificate of a server, so each has a server of its own. */
  function serve(address: { hostname: string; port: number }, pair: CertificatePair | undefined) {
    const before = new Set(sockets?.list());
    const use = { isSeen: false };
    const server = Bun.serve<Data>({
      ...(pair === undefined ? handlers : noteUse(handlers, use)),
      ...address,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      maxRequestBodySize: TRANSPORT_BODY_LIMIT,
      development: false,
      // Without it a second service would share the port instead of being told that it is taken.
      reusePort: pair !== undefined,
      ...(pair === undefined ? {} : { tls: { ...pair } }),
    } as Bun.Serve.Options<Data>);
    return { server, use, descriptor: sockets?.list().find((one) => !before.has(one)) };
  }

  /** `previous` hears of nobody new any more; who is connected to it stays. */
  function handOver(previous: typeof current): void {
    const { descriptor } = previous;
    const { descriptor: next } = current;
    const isRouted =
      descriptor !== undefined &&
      next !== undefined &&
      sockets?.routeNewConnectionsTo(next) === true;
    if (!isRouted) {
      void previous.server.stop().then(() => servers.delete(previous.server));
      return;
    }
    const finish = (): void => {
      cancel();
      finishHandOver = () => {};
      sockets?.stopAccepting(descriptor);
      seeOut(previous);
    };
    const cancel = timers.after(HAND_OVER_MS, finish);
    finishHandOver = finish;
  }

  /** Lets go of a server that hears of nobody new, once nobody can be connected to it any more. */
  function seeOut(old: typeof current, wasQuiet = false): void {
    const { server, use } = old;
    const cancel = timers.after(LOOK_EVERY_MS, () => {
      const isBusy = use.isSeen || server.pendingRequests > 0 || server.pendingWebSockets > 0;
      use.isSeen = false;
      // A request that began before the one look and ended after it left a connection that is good still.
      if (isBusy || !wasQuiet) return seeOut(old, !isBusy);
      servers.delete(server);
      void server.stop(true);
    });
    servers.set(server, cancel);
  }

  if (tls !== undefined) {
    void current.server.stop(true);
    servers.clear();
    current = serve({ hostname, port }, tls);
    servers.set(current.server, () => {});
  }

  return {
    port,
    peerOf(request) {
      const newest = current.server.requestIP(request);
      if (newest !== null) return newest.address;
      for (const server of servers.keys()) {
        const peer = server.requestIP(request);
        if (peer !== null) return peer.address;
      }
      return undefined;
    },
    countPending: () =>
      [...servers.keys()].reduce((sum, server) => sum + server.pendingRequests, 0),
    renew(pair) {
      const previous = current;
      // At most two sockets share the port.
      finishHandOver();
      current = serve({ hostname, port }, pair);
      servers.set(current.server, () => {});
      handOver(previous);
    },
    async stop() {
      finishHandOver();
      for (const cancel of servers.values()) cancel();
      await Promise.all([...servers.keys()].map((server) => server.stop(true)));
    },
  };
}

/** The same handlers, which note that somebody asked for something. */
function noteUse<Data>(handlers: Handlers<Data>, use: { isSeen: boolean }): Handlers<Data> {
  const noting =
    (handler: TransportHandler<Data>): TransportHandler<Data> =>
    (request, server) => {
      use.isSeen = true;
      return handler(request, server);
    };
  const routes = Object.entries(handlers.routes).map(([path, route]) => [path, noting(route)]);
  return { ...handlers, fetch: noting(handlers.fetch), routes: Object.fromEntries(routes) };
}

/** Listens, or says in the operator's words why that is not possible. */
function listen<Made>(
  { hostname, port }: { hostname: string; port: number },
  serve: (address: { hostname: string; port: number }) => Made,
): Made {
  try {
    return serve({ hostname, port });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EADDRINUSE') {
      throw new Failure(
        'conflict',
        `Port ${port} is in use by another program. Stop that one, or choose another port with --listen :${port + 1}.`,
      );
    }
    // A machine with IPv6 switched off has no "all addresses of both families".
    if (hostname === '::' && code !== 'EACCES') return serve({ hostname: '0.0.0.0', port });
    throw new Failure(
      'unavailable',
      `Listening on ${hostname} port ${port} is not possible (${code}). Check --listen.`,
    );
  }
}
