// The listening socket, with or without TLS. It renews certificates, and adds the transport to each request.

import { codeOf, Failure } from '../lib/failure.ts';
import type { SiteFrame } from '../views/site-look.ts';

/** Game servers send a heartbeat every 30 s on one connection, so idle ones live well over a minute (C1.9). */
const IDLE_TIMEOUT_SECONDS = 150;
/** Far above the limit of any route, so that the service itself refuses larger bodies with its own message. */
const TRANSPORT_BODY_LIMIT = 1024 * 1024 * 1024;

/**
 * A request with the data of the HTTP server. The framework passes the same object to its handlers.
 * The peer is only looked up when needed: it costs a tenth of a public list, which does not need it.
 */
export interface Incoming extends Request {
  /** The runtime's server that accepted the request. */
  transport?: {
    requestIP(request: Request): { address: string; port?: number } | null;
    findId?(request: Incoming): string | undefined;
    readFrame?(): SiteFrame | undefined;
  };
  /** The path pattern of the matched route, such as `/badge/:file`; `undefined` if none matched. */
  route?: string;
  id?: string;
  isIdShown?: boolean;
  /** The cause of a failed request. It is logged if the status is 500 or more. */
  failure?: unknown;
}

export type HandleRequest = (request: Incoming) => Response | Promise<Response>;

/** The address of the TCP peer, from the socket; empty once the connection is closed. */
export function peerOf(request: Incoming): string {
  return request.transport?.requestIP(request)?.address ?? '';
}

/** PEM texts: a certificate with its chain, and its private key. */
export interface CertificatePair {
  cert: string;
  key: string;
}

export interface ListenOptions {
  listen: { hostname: string; port: number };
  tls?: CertificatePair | undefined;
}

/** Answers a request, or returns nothing if it became a WebSocket. */
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
   * Uses this certificate for new connections. Idle connections are closed; current requests and
   * WebSockets continue. If the runtime cannot use the certificate, throws the runtime's error
   * and keeps the previous one.
   */
  renew(tls: CertificatePair): void;
  /** Present if the socket outlives this process. New connections then wait in it for the next process. */
  kept?: {
    /** Stops accepting connections. Open ones continue. */
    leave(): void;
    /** Closes connections without new data; returns how many are left. Call it while no request is running. */
    closeQuiet(): number;
  };
  stop(): Promise<void>;
}

/** C1.16: TLS 1.2 only with forward secrecy and without CBC. TLS 1.3 has nothing else. */
const CIPHERS = ['ECDSA', 'RSA']
  .flatMap((key) =>
    ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].map(
      (cipher) => `ECDHE-${key}-${cipher}`,
    ),
  )
  .join(':');

/** Listens. Throws `conflict` if the port is taken, `unavailable` if the address cannot be used. */
export function openListener<Data>(options: ListenOptions, handlers: Handlers<Data>): Listener {
  const { tls } = options;
  // Even if TLS shares the port with its own successor, another program must not share it.
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
      // Otherwise a second service would share the port instead of failing.
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
      // Resolves when the last connection of the previous server has ended.
      void previous.stop().then(() => servers.delete(previous));
    },
    async stop() {
      await Promise.all([...servers].map((server) => server.stop(true)));
    },
  };
}

/** Listens, or explains to the operator why it cannot, and which `flag` to change. */
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
