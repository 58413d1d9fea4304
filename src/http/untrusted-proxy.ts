// Requests that came through a proxy: whether their sender is known, and whether they may read the metrics.

import { createAddressRanges, normaliseIp } from '../lib/address.ts';
import { createReloaded } from '../lib/reloaded.ts';
import type { HttpContext } from './context.ts';
import { type Incoming, peerOf } from './incoming.ts';

const SIGNS_OF_A_PROXY = ['x-forwarded-for', 'forwarded', 'via'];

/** Where the operator's own proxy may run: this machine and private networks. */
const NEAR = createAddressRanges([
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
  ...['100.64.0.0/10', '::1/128', 'fc00::/7', 'fe80::/10'],
]);

/** Whether a request says that it came through a proxy. */
function saysProxy({ headers }: Request): boolean {
  for (const name of SIGNS_OF_A_PROXY) if (headers.has(name)) return true;
  return false;
}

/**
 * Makes the check: the address of the near proxy that a request came through while no proxy is
 * trusted, `undefined` for every other request. Everybody behind that proxy has its address.
 */
export function createProxyCheck(settings: {
  readonly trustedProxies: readonly string[];
}): (request: Incoming) => string | undefined {
  return (request) => {
    if (settings.trustedProxies.length > 0 || !saysProxy(request)) return undefined;
    const peer = peerOf(request);
    const address = normaliseIp(peer) ?? peer;
    return NEAR.contains(address) ? address : undefined;
  };
}

/**
 * The proxy for which a request has to be refused; the operator is notified. The clients behind it are
 * unknown, and everything that counts by address would count them as one. `undefined` for nearly all requests.
 */
export function refuseProxy(
  { findUntrustedProxy, events }: Pick<HttpContext, 'findUntrustedProxy' | 'events'>,
  request: Incoming,
): string | undefined {
  const proxy = findUntrustedProxy(request);
  if (proxy !== undefined) events.proxyRefused(proxy);
  return proxy;
}

/**
 * Whether a request may read the metrics. One that came through a proxy that is not trusted never
 * does: everybody has such a proxy's address, which may well be this machine's.
 */
export function createMetricsGate(
  settings: {
    /** Whose requests are answered, as CIDR ranges; the proxies alike. */
    readonly metricsAllow: readonly string[];
    readonly trustedProxies: readonly string[];
  },
  addressOf: (request: Incoming) => string,
): (request: Incoming) => boolean {
  const readers = createReloaded(() => settings.metricsAllow, createAddressRanges);
  const proxies = createReloaded(() => settings.trustedProxies, createAddressRanges);
  return (request) => {
    const peer = peerOf(request);
    if (saysProxy(request) && !proxies().contains(normaliseIp(peer) ?? peer)) return false;
    return readers().contains(addressOf(request));
  };
}
