// Who may read what the service counts: the operator's monitoring, and nobody through a strange proxy.

import { createAddressRanges, normaliseIp } from '../lib/address.ts';
import { saysProxy } from './untrusted-proxy.ts';

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
    const peer = peerOf(request);
    if (saysProxy(request) && !proxies.contains(normaliseIp(peer) ?? peer)) return false;
    return readers.contains(addressOf(request));
  };
}
