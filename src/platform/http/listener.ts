// The listening socket, plain or with TLS, its change to another certificate, and what it passes on with a request.

import { codeOf, Failure } from '../lib/failure.ts';
import type { SiteFrame } from '../views/site-look.ts';

/** Game servers beat every 30 s on one connection, so an idle one is kept well past a minute (C1.9). */
const IDLE_TIMEOUT_SECONDS = 150;
/** Far over what any route reads, so that the service itself refuses larger bodies, with a message of its own. */
const TRANSPORT_BODY_LIMIT = 1024 * 1024 * 1024;

/**
 * A request with what the HTTP server puts on it; the framework passes the same object on to its handlers.
 * The peer is looked up on use: that costs a tenth of a public list, which does not need it.
 */
export interface Incoming extends Request {
  /** The server of the runtime that accepted it. */
  transport?: {
    requestIP(request: Request): { address: string; port?: number } | null;
    findId?(request: Incoming): string | undefined;
    readFrame?(): SiteFrame | undefined;
  };
  /** The pattern of the path of the route that answers it, such as `/badge/:file`; `undefined` where none does. */
  route?: string;
  id?: string;
  isIdShown?: boolean;
  /** What made it fail; logged with an answer whose status is 500 or more. */
  failure?: unknown;
}

export type HandleRequest = (request: Incoming) => Response | Promise<Response>;

/** The address of the TCP peer as the socket reports it; empty once the connection is closed. */
export function peerOf(request: Incoming): string {
  return request.transport?.requestIP(request)?.address ?? '';
}

/** PEM texts: a certificate with the chain that leads to it, and its private key. */
export interface CertificatePair {
  cert: string;
  key: string;
}

export interface ListenOptions {
  listen: { hostname: string; port: number };
  tls?: CertificatePair | undefined;
}

/** Answers a request; with nothing where it became a WebSocket. */
export type TransportHandler<Data> = (
  request: Request,
  server: Bun.Server<Data>,
) => Response | undefined | Promise<Response | undefined>;

export interface Handlers<Data> {
  fetch: TransportHandler<Data>;
  routes: Readonly<Record<string, TransportHandler<Data>>>;
  websocket: Bun.WebSocketHandler<Data>;
  error(error: Error): Response;
}

export interface Listener {
  readonly port: number;
  countPending(): number;
  /**
   * Uses this certificate for new connections from now on. Idle connections are closed; requests under way,
   * WebSockets continue. Throws the runtime's error for a certificate that it cannot use,
   * and the one before stays in use.
   */
  renew(tls: CertificatePair): void;
  /** Where the socket outlives this process, and new connections wait in it for the next one. */
  kept?: {
    /** Takes no more connections; those that are open continue. */
    leave(): void;
    /** Closes connections on which nothing has arrived; returns how many are left. Call it while no request is under way. */
    closeQuiet(): number;
  };
  stop(): Promise<void>;
}

/** C1.16: of TLS 1.2 what has forward secrecy and no CBC; TLS 1.3 has nothing else. */
const CIPHERS = ['ECDSA', 'RSA']
  .flatMap((key) =>
    ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].map(
      (cipher) => `ECDHE-${key}-${cipher}`,
    ),
  )
  .join(':');

/** Listens. Throws `conflict` when the port is taken, `unavailable` when the address cannot be had. */
export function openListener<Data>(options: ListenOptions, handlers: Handlers<Data>): Listener {
  const { tls } = options;
  // Also when TLS shares the port with its own successor, another program must not share it.
  let current = listenOrExplain(options.listen, '--listen', (address) => serve(address, undefined));
  const hostname = current.hostname ?? options.listen.hostname;
  const port = current.port ?? options.listen.port;
  const servers = new Set([current]);

  /** The runtime cannot change the certificate of a server, so each certificate has its own server. */
  function serve(address: { hostname: string; port: number }, pair: CertificatePair | undefined) {
    return Bun.serve<Data>({
      ...handlers,
      ...address,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      maxRequestBodySize: TRANSPORT_BODY_LIMIT,
      development: false,
      // Without it a second service would share the port instead of failing because it is taken.
      reusePort: pair !== undefined,
      ...(pair === undefined ? {} : { tls: { ...pair, ciphers: CIPHERS } }),
    } as Bun.Serve.Options<Data>);
  }

  if (tls !== undefined) {
    void current.stop(true);
    servers.clear();
    current = serve({ hostname, port }, tls);
    servers.add(current);
  }

  return {
    port,
    countPending: () => [...servers].reduce((sum, server) => sum + server.pendingRequests, 0),
    renew(pair) {
      const previous = current;
      current = serve({ hostname, port }, pair);
      servers.add(current);
      // Resolves when its last connection has ended.
      void previous.stop().then(() => servers.delete(previous));
    },
    async stop() {
      await Promise.all([...servers].map((server) => server.stop(true)));
    },
  };
}

/** Listens, or says in the operator's words why that is not possible, and which `flag` to change. */
export function listenOrExplain<Made>(
  { hostname, port }: { hostname: string; port: number },
  flag: string,
  serve: (address: { hostname: string; port: number }) => Made,
): Made {
  try {
    return serve({ hostname, port });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EADDRINUSE') {
      throw new Failure(
        'conflict',
        `Port ${port} is in use by another program. Stop that program, or choose another port with ${flag} :${port + 1}.`,
      );
    }
    // A machine with IPv6 switched off has no "all addresses of both families".
    if (hostname === '::' && code !== 'EACCES') return serve({ hostname: '0.0.0.0', port });
    throw new Failure(
      'unavailable',
      `Cannot listen on ${hostname} port ${port} (${code}). Check ${flag}.`,
    );
  }
}
