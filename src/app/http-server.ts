// Opens the HTTP server as the settings configure it: its certificate, the hosts that it answers for, and the relay.

import { heartbeatFastPaths, heartbeatHostRefusal } from '../modules/heartbeat/heartbeat-api.ts';
import { toPlayer } from '../modules/list/index.ts';
import { listFastPath } from '../modules/list/list-api.ts';
import { createRelay } from '../modules/relay/relay.ts';
import { browserSockets, createRelayHandler, relaySpace } from '../modules/relay/relay-api.ts';
import type { RelayTarget } from '../modules/relay/relay-ports.ts';
import { localBaseUrl } from '../platform/config/load.ts';
import type { FastPath } from '../platform/http/fast-path.ts';
import { createHostGuard } from '../platform/http/host-guard.ts';
import { createHttpServer } from '../platform/http/http-server.ts';
import {
  type CertificatePair,
  type Handlers,
  type Listener,
  type ListenOptions,
  openListener,
} from '../platform/http/listener.ts';
import {
  createTokenCheck,
  METRICS_PATH,
  openMetricsListener,
  type Traffic,
} from '../platform/http/monitoring.ts';
import { findVisitor } from '../platform/http/session.ts';
import { systemClock } from '../platform/lib/clock.ts';
import type { CertificatePaths } from '../platform/net/certificate.ts';
import { openCertificateFiles } from '../platform/net/certificate-files.ts';
import { createRequestAddress, createRequestId } from '../platform/net/client-address.ts';
import {
  closeQuietConnections,
  findInheritedSocket,
  stopListening,
} from '../platform/net/listening-sockets.ts';
import type { Metrics } from '../platform/ops/metrics.ts';
import type { Readiness } from '../platform/ops/readiness.ts';
import type { SiteFrame } from '../platform/views/site-look.ts';
import type { HttpContext } from './context.ts';
import { report as reportEvent } from './events.ts';
import type { Settings } from './options.ts';
import type { ServiceOverrides } from './overrides.ts';

/** Reads the certificate and watches its files. Throws `invalid` when the certificate cannot be used. */
export function openCertificate(paths: CertificatePaths, baseUrl: () => string) {
  return openCertificateFiles({
    paths,
    baseUrl,
    now: systemClock.now,
    report: reportEvent,
  });
}

export const FAST_PATHS: readonly FastPath[] = [listFastPath, ...heartbeatFastPaths];

/** Starts listening. The server answers only the health paths until it is opened. */
export function openHttpServer(
  settings: Settings,
  {
    tls,
    readiness,
    traffic,
    readFrame,
  }: {
    tls: CertificatePair | undefined;
    readiness: Readiness;
    traffic: Traffic;
    readFrame(): SiteFrame | undefined;
  },
  overrides: ServiceOverrides,
) {
  const addressOf = createRequestAddress(settings);
  const { report = reportEvent } = overrides;
  return createHttpServer({
    socket: { listen: settings.listen, tls },
    readiness,
    traffic,
    fastPaths: FAST_PATHS,
    upgradeSpace: relaySpace,
    websocket: browserSockets(settings.relayMessageLimit),
    hostRefusals: [heartbeatHostRefusal],
    createHostGuard(port) {
      const baseUrl = baseUrlOf(settings, port);
      // C2.4
      const isLocalOnly = !settings.isBaseUrlConfigured;
      const guard = createHostGuard(settings, { baseUrl, acceptsLoopback: isLocalOnly });
      return { guard, baseUrl, isLocalOnly };
    },
    settings,
    onAnswered({ request, durationMs, bytes, ...facts }) {
      const ms = Math.round(durationMs * 1_000) / 1_000;
      report('request_logged', { ...facts, address: addressOf(request), ms, bytes });
    },
    findRequestId: createRequestId(settings),
    onFailed: (failed) => report('request_failed', failed),
    onFailurePage: (requestId, status) => report('failure_page_shown', { requestId, status }),
    readFrame,
    timers: overrides.timers,
    openListener: overrides.openListener ?? listen,
  });
}

export function openMetrics(settings: Settings, { render }: Metrics) {
  const { metricsListen } = settings;
  if (metricsListen === undefined) return undefined;
  const carriesToken = createTokenCheck(settings);
  return openMetricsListener(metricsListen, {
    render,
    mayRead: (request) => settings.metricsToken === undefined || carriesToken(request),
  });
}

function listen<Data>(options: ListenOptions, handlers: Handlers<Data>): Listener {
  const inherited = findInheritedSocket(process.env);
  if (inherited === undefined) return openListener(options, handlers);
  // The inherited socket replaces this one.
  const listener = openListener(
    { ...options, listen: { hostname: '127.0.0.1', port: 0 } },
    handlers,
  );
  inherited.replace(listener.port);
  return {
    ...listener,
    port: inherited.port,
    kept: { leave: stopListening, closeQuiet: () => closeQuietConnections(inherited.port) },
    renew(pair) {
      listener.renew(pair);
      inherited.replace(listener.port);
    },
  };
}

export async function openRelay(settings: Settings, context: HttpContext) {
  const { connectGame } = await import('../modules/relay/game-socket.ts');
  const { baseUrl, servers, addressOf, timers } = context;
  const relay = createRelay({
    origin: baseUrl,
    limits: settings,
    findRelayTarget: servers.findRelayTarget,
    connect: connectGame,
    timers,
    monotonicMs: () => performance.now(),
    report: context.report,
  });
  const isSenderUnknown = (request: Request) => context.refuseProxy(request) !== undefined;
  function noteStay(request: Request, { ip, port }: RelayTarget) {
    const address = addressOf(request);
    const player = findVisitor(context, request).then(toPlayer, () => undefined);
    return async () => servers.ranking.noteStay(ip, port, await player, address);
  }
  return createRelayHandler({ relay, addressOf, isSenderUnknown, noteStay });
}

/** The configured base URL, or else the address where this machine reaches the service. */
export function baseUrlOf(settings: Settings, port: number): string {
  return settings.isBaseUrlConfigured
    ? settings.baseUrl
    : localBaseUrl(port, settings.tls !== undefined);
}

export function listenUrlOf({ listen, tls }: Settings, port: number): string {
  return urlOf(tls ? 'https' : 'http', listen.hostname, port);
}

export function metricsUrlOf({ metricsListen }: Settings, port: number): string {
  return `${urlOf('http', metricsListen?.hostname ?? '', port)}${METRICS_PATH}`;
}

function urlOf(scheme: string, hostname: string, port: number): string {
  const isAll = hostname === '::' || hostname === '0.0.0.0';
  const bracketed = hostname.includes(':') ? `[${hostname}]` : hostname;
  return `${scheme}://${isAll ? 'localhost' : bracketed}:${port}`;
}
