// Notices requests that came through a proxy nobody told this service of: their sender is unknown.

import { createAddressRanges, normaliseIp } from '../lib/address.ts';
import type { HttpContext } from './context.ts';

const SIGNS_OF_A_PROXY = ['x-forwarded-for', 'forwarded', 'via'];

/** Where a proxy of one's own stands: this machine, and networks that no stranger sends from. */
const NEAR = createAddressRanges([
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
  ...['100.64.0.0/10', '::1/128', 'fc00::/7', 'fe80::/10'],
]);

/** Whether a request says that it came through a proxy. */
export function saysProxy({ headers }: Request): boolean {
  for (const name of SIGNS_OF_A_PROXY) if (headers.has(name)) return true;
  return false;
}

/**
 * Makes the check: the address of the near proxy that a request came through while no proxy is
 * trusted, `undefined` for every other request. Everybody behind that proxy has its address.
 */
export function createProxyCheck(
  trustedProxies: readonly string[],
  peerOf: (request: Request) => string,
): (request: Request) => string | undefined {
  if (trustedProxies.length > 0) return () => undefined;
  return (request) => {
    if (!saysProxy(request)) return undefined;
    const peer = peerOf(request);
    const address = normaliseIp(peer) ?? peer;
    return NEAR.contains(address) ? address : undefined;
  };
}

/**
 * The proxy that a request has to be refused for, told to the operator: nobody knows who is behind
 * it, and whatever counts by address would count everybody as one. `undefined` for nearly all.
 */
export function refuseProxy(
  { findUntrustedProxy, events }: Pick<HttpContext, 'findUntrustedProxy' | 'events'>,
  request: Request,
): string | undefined {
  const proxy = findUntrustedProxy(request);
  if (proxy !== undefined) events.proxyRefused(proxy);
  return proxy;
}
