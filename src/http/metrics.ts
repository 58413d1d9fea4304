// The metrics over HTTP: their answer, who may read them, and a listener for them alone.

import { timingSafeEqual } from 'node:crypto';
import { sha256Bytes } from '../lib/sha256.ts';
import { listenOrExplain } from './listener.ts';
import { NO_SNIFFING } from './security-headers.ts';

export const METRICS_PATH = '/metrics';

const BEARER = /^Bearer +(\S+)$/i;
const IDLE_TIMEOUT_SECONDS = 75;
const LARGEST_BODY = 1024;
/** A scraper needs one. */
const MOST_REQUESTS = 16;
const METHODS = ['GET', 'HEAD'];

/** The text that monitoring reads, and its media type. */
export type RenderMetrics = () => Promise<{ text: string; type: string }>;

export async function answerMetrics(render: RenderMetrics): Promise<Response> {
  const { text, type } = await render();
  return new Response(text, { headers: { 'content-type': type, ...HEADERS } });
}

const HEADERS = { 'cache-control': 'no-store', ...NO_SNIFFING };

/** Whether a request carries the token of the settings; never where they have none. A wrong one takes as long as the right one. */
export function createTokenCheck(settings: {
  readonly metricsToken: string | undefined;
}): (request: Request) => boolean {
  return ({ headers }) => {
    const { metricsToken } = settings;
    const given = BEARER.exec(headers.get('authorization') ?? '')?.[1];
    if (metricsToken === undefined || given === undefined) return false;
    return timingSafeEqual(sha256Bytes(given), sha256Bytes(metricsToken));
  };
}

/** The listener, until it is disposed. */
export interface MetricsListener extends AsyncDisposable {
  /** With port 0, the one that the system chose. */
  readonly port: number;
}

/**
 * Listens with plain http, and answers the metrics whatever the host: to everybody who reaches it where `mayRead`
 * says so. Throws `conflict` when the port is taken, `unavailable` when the address cannot be had.
 */
export function openMetricsListener(
  address: { hostname: string; port: number },
  { render, mayRead }: { render: RenderMetrics; mayRead(request: Request): boolean },
): MetricsListener {
  const refuse = (status: number, text: string, headers: Record<string, string> = {}) =>
    new Response(`${text}\n`, {
      status,
      headers: { 'content-type': 'text/plain', ...HEADERS, ...headers },
    });

  function answer(request: Request, pending: number): Response | Promise<Response> {
    if (pending > MOST_REQUESTS) return refuse(503, 'Too many requests.', { 'retry-after': '1' });
    if (!PATH.test(request.url)) return refuse(404, `Only ${METRICS_PATH} is here.`);
    if (!METHODS.includes(request.method)) {
      return refuse(405, 'Use GET.', { allow: METHODS.join(', ') });
    }
    if (!mayRead(request)) {
      return refuse(401, 'Send the token of metrics_token.', { 'www-authenticate': 'Bearer' });
    }
    return answerMetrics(render);
  }

  const server = listenOrExplain(address, '--metrics-listen', (place) =>
    Bun.serve({
      ...place,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      maxRequestBodySize: LARGEST_BODY,
      development: false,
      reusePort: false,
      fetch: (request, { pendingRequests }) => answer(request, pendingRequests),
      error: () => refuse(500, 'Internal error'),
    }),
  );
  return {
    port: server.port ?? address.port,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

/** No host is checked, so the URL may be one that cannot be parsed. */
const PATH = /^(?:[a-z]+:\/\/[^/?]*)?\/metrics\/?(?:\?|$)/;
