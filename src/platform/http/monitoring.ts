// Requests of monitoring: health, metrics (also on a listener of their own), and the counts of requests.

import { timingSafeEqual } from 'node:crypto';
import { ENCODINGS, type Encoding } from '../lib/compress.ts';
import { sha256Bytes } from '../lib/digest.ts';
import { createHistogram, SECONDS } from '../lib/histogram.ts';
import type { HealthReport, Readiness } from '../ops/readiness.ts';
import { listenOrExplain } from './listener.ts';
import { NO_SNIFFING } from './security-headers.ts';

/** The two paths that accept any host (C2.6). */
export const LIVE_PATH = '/livez';
export const READY_PATH = '/readyz';
export const METRICS_PATH = '/metrics';

const BEARER = /^Bearer +(\S+)$/i;
const IDLE_TIMEOUT_SECONDS = 75;
const MAX_BODY_SIZE = 1024;
/** A scraper needs only one request at a time. */
const MAX_REQUESTS = 16;
const METHODS = ['GET', 'HEAD'];
/** No host is checked, so the URL may not be parsable. */
const PATH = /^(?:[a-z]+:\/\/[^/?]*)?\/metrics\/?(?:\?|$)/;

const HEADERS = { 'cache-control': 'no-store', ...NO_SNIFFING };

export function answerLive(): Response {
  return new Response('ok', { headers: { 'content-type': 'text/plain', ...HEADERS } });
}

/** Answers with all health checks, including slow ones: 503 if requests should go elsewhere. */
export async function answerReady(readiness: Pick<Readiness, 'probe' | 'read'>): Promise<Response> {
  await readiness.probe();
  return answerReport(readiness.read());
}

export function answerNotReady(): Response {
  const since = new Date().toISOString();
  const message = 'The service is starting or stopping.';
  return answerReport({
    status: 'not_ready',
    checks: { service: { status: 'failed', since, message } },
  });
}

function answerReport(report: HealthReport): Response {
  const status = report.status === 'not_ready' ? 503 : 200;
  return Response.json(report, { status, headers: HEADERS });
}

export type RenderMetrics = () => Promise<{ text: string; type: string }>;

export async function answerMetrics(render: RenderMetrics): Promise<Response> {
  const { text, type } = await render();
  return new Response(text, { headers: { 'content-type': type, ...HEADERS } });
}

/** Whether a request has the configured token, if there is one. A wrong token takes as long as the right one. */
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

/**
 * Listens with plain http until disposed, and answers the metrics for any host to requests that `mayRead`
 * accepts. Throws `conflict` if the port is taken, `unavailable` if the address cannot be used.
 */
export function openMetricsListener(
  address: { hostname: string; port: number },
  { render, mayRead }: { render: RenderMetrics; mayRead(request: Request): boolean },
) {
  const refuse = (status: number, text: string, headers: Record<string, string> = {}) =>
    new Response(`${text}\n`, {
      status,
      headers: { 'content-type': 'text/plain', ...HEADERS, ...headers },
    });

  function answer(request: Request, pending: number): Response | Promise<Response> {
    if (pending > MAX_REQUESTS) return refuse(503, 'Too many requests.', { 'retry-after': '1' });
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
      maxRequestBodySize: MAX_BODY_SIZE,
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

const OTHER = 'other';

/** Number of list answers in full, and with 304. */
interface ListTraffic {
  full: number;
  unchanged: number;
}

/** Creates the counts of one service, all zero. */
export function createTraffic() {
  const other = createRouteTraffic(OTHER);
  const routes = new Map([[OTHER, other]]);
  const kinds = [...ENCODINGS, 'identity', 'player'] as const;
  const none = kinds.map((kind) => [kind, { full: 0, unchanged: 0 }] as const);
  return {
    /** Counts by route pattern: those given to `declare`, and `other`. */
    routes: routes as ReadonlyMap<string, RouteTraffic>,
    /** Counts the requests of a route separately from now on. Returns its counts. */
    declare: (route: string): RouteTraffic => routes.getOrInsertComputed(route, createRouteTraffic),
    of: (route: string | undefined): RouteTraffic =>
      route === undefined ? other : (routes.get(route) ?? other),
    /** Public lists by encoding, and lists of logged-in players. */
    lists: Object.fromEntries(none) as Record<Encoding | 'identity' | 'player', ListTraffic>,
    /** Heartbeats through an untrusted proxy. */
    heartbeatsOfUnknownSender: 0,
  };
}

export type Traffic = ReturnType<typeof createTraffic>;
export type RouteTraffic = ReturnType<typeof createRouteTraffic>;

/** `answers` counts statuses by their first digit. `durations` are in seconds, without the time for sending. */
function createRouteTraffic(route: string) {
  return { route, answers: new Float64Array(6), durations: createHistogram(SECONDS) };
}
