// The way in: the listening socket with its certificate, the hosts that it answers for, and the relay.

import { localBaseUrl } from '../config/load.ts';
import type { Settings } from '../config/settings.ts';
import type { HttpContext } from '../http/context.ts';
import { FAST_PATHS } from '../http/fast-path.ts';
import { createHostGuard } from '../http/host-guard.ts';
import { createHttpServer } from '../http/http-server.ts';
import type { CertificatePair } from '../http/listener.ts';
import { createRelayHandler } from '../http/relay.ts';
import { refuseProxy } from '../http/untrusted-proxy.ts';
import { systemClock } from '../lib/clock.ts';
import type { Readiness } from '../lib/readiness.ts';
import { createReloaded } from '../lib/reloaded.ts';
import { systemTimers } from '../lib/timers.ts';
import type { CertificatePaths } from '../net/certificate.ts';
import { openCertificateFiles } from '../net/certificate-files.ts';
import { connectGame } from '../net/game-socket.ts';
import * as events from '../ops/events.ts';
import { failurePageShown, requestFailed } from '../ops/http-events.ts';
import { createRelay } from '../relay/relay.ts';

/** Reads the certificate and watches its files. Throws `invalid` when it cannot be used. */
export function openCertificate(paths: CertificatePaths, baseUrl: () => string) {
  return openCertificateFiles({
    paths,
    baseUrl,
    now: systemClock.now,
    events: {
      renewed: events.certificateRenewed,
      failed: events.certificateFailed,
      doubted: events.certificateDoubted,
    },
  });
}

/** Listens; nothing but health is answered until the door is opened. */
export function openHttpServer(
  settings: Settings,
  tls: CertificatePair | undefined,
  readiness: Pick<Readiness, 'read'>,
) {
  const { listen } = settings;
  return createHttpServer({
    socket: { listen, tls },
    fastPaths: FAST_PATHS,
    readiness,
    messageBytes: settings.relayMessageLimit,
    createHostGuard(port) {
      const baseUrl = baseUrlOf(settings, port);
      // C2.4
      const acceptsLoopback = !settings.isBaseUrlConfigured;
      const guard = createReloaded(
        () => settings.extraHosts,
        (extraHosts) => createHostGuard({ baseUrl, extraHosts, acceptsLoopback }),
      );
      return { guard: (host) => guard()(host), baseUrl };
    },
    // The runtime says no more of it.
    onError: (error) =>
      requestFailed({
        ...{ requestId: crypto.randomUUID(), method: '', path: '', status: 500, error },
      }),
    onFailed: requestFailed,
    onFailurePage: failurePageShown,
  });
}

/** The relay as the front door knows it, which closes it. */
export function openRelay(settings: Settings, context: HttpContext) {
  const { baseUrl, servers, addressOf } = context;
  const relay = createRelay({
    origin: baseUrl,
    limits: {
      messageBytes: settings.relayMessageLimit,
      get perAddress() {
        return settings.relayPerAddress;
      },
      get total() {
        return settings.relayLimit;
      },
      get connectTimeoutMs() {
        return settings.relayConnectTimeoutMs;
      },
      get idleTimeoutMs() {
        return settings.relayIdleTimeoutMs;
      },
    },
    findRelayTarget: servers.findRelayTarget,
    connect: connectGame,
    timers: systemTimers,
    monotonicMs: () => performance.now(),
    events: {
      opened: events.relayOpened,
      closed: events.relayClosed,
      refused: events.relayRefused,
      carried: events.relayCarried,
    },
  });
  const isSenderUnknown = (request: Request) => refuseProxy(context, request) !== undefined;
  return createRelayHandler({ relay, addressOf, isSenderUnknown });
}

/** Without a configured base URL the service is where it listens, seen from this machine. */
export function baseUrlOf(settings: Settings, port: number): string {
  return settings.isBaseUrlConfigured
    ? settings.baseUrl
    : localBaseUrl(port, settings.tls !== undefined);
}

/** Where the service listens, as this machine reaches it. */
export function listenUrlOf({ listen, tls }: Settings, port: number): string {
  const { hostname } = listen;
  const isAll = hostname === '::' || hostname === '0.0.0.0';
  const bracketed = hostname.includes(':') ? `[${hostname}]` : hostname;
  return `${tls ? 'https' : 'http'}://${isAll ? 'localhost' : bracketed}:${port}`;
}
