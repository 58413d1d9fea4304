// The HTTP server with its certificate and the hosts that it answers for, and the relay, as the settings configure them.

import { localBaseUrl } from '../config/load.ts';
import type { Settings } from '../config/settings.ts';
import { toPlayer } from '../http/api/list.ts';
import type { HttpContext } from '../http/context.ts';
import { createHostGuard } from '../http/host-guard.ts';
import { createHttpServer } from '../http/http-server.ts';
import {
  type CertificatePair,
  type Handlers,
  type Listener,
  type ListenOptions,
  openListener,
} from '../http/listener.ts';
import {
  createTokenCheck,
  METRICS_PATH,
  openMetricsListener,
  type Traffic,
} from '../http/monitoring.ts';
import { createRelayHandler } from '../http/relay.ts';
import { findVisitor } from '../http/session.ts';
import { systemClock } from '../lib/clock.ts';
import type { Readiness } from '../lib/readiness.ts';
import type { CertificatePaths } from '../net/certificate.ts';
import { openCertificateFiles } from '../net/certificate-files.ts';
import { createRequestAddress, createRequestId } from '../net/client-address.ts';
import {
  closeQuietConnections,
  findInheritedSocket,
  stopListening,
} from '../net/listening-sockets.ts';
import { report as reportEvent } from '../ops/events.ts';
import type { Metrics } from '../ops/metrics.ts';
import type { RelayTarget } from '../relay/ports.ts';
import { createRelay } from '../relay/relay.ts';
import type { SiteFrame } from '../views/site-look.ts';
import type { ServiceOverrides } from './overrides.ts';

/** Reads the certificate and watches its files. Throws `invalid` when it cannot be used. */
export function openCertificate(paths: CertificatePaths, baseUrl: () => string) {
  return openCertificateFiles({
    paths,
    baseUrl,
    now: systemClock.now,
    report: reportEvent,
  });
}

/** Listens. Only the health paths are answered until the server is opened. */
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
    messageBytes: settings.relayMessageLimit,
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
  // The inherited socket takes the place of this one.
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
  const { connectGame } = await import('../net/game-socket.ts');
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

/** The configured base URL; without one, the address where this machine reaches the service. */
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
