// Who may read what the service counts: the operator's monitoring, and nobody through a strange proxy.

import { createAddressRanges, normaliseIp } from '../lib/address.ts';

const SIGNS_OF_A_PROXY = ['x-forwarded-for', 'forwarded', 'via'];

/**
 * Whether a request may read the metrics. One that came through a proxy that is not trusted never
 * does: everybody has such a proxy's address, which may well be this machine's.
 */
export function createMetricsGate(options: {
  /** Whose requests are answered, as CIDR ranges; the proxies alike. */
  metricsAllow: readonly string[];
  trustedProxies: readonly string[];
  /** The other end of the connection. */
  peerOf(request: Request): string;
  addressOf(request: Request): string;
}): (request: Request) => boolean {
  const { peerOf, addressOf } = options;
  const readers = createAddressRanges(options.metricsAllow);
  const proxies = createAddressRanges(options.trustedProxies);
  return (request) => {
    const isThroughProxy = SIGNS_OF_A_PROXY.some((name) => request.headers.has(name));
    const peer = peerOf(request);
    if (isThroughProxy && !proxies.contains(normaliseIp(peer) ?? peer)) return false;
    return readers.contains(addressOf(request));
  };
}
