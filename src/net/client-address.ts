// Finds whom a request came from, behind the proxies that the operator trusts and no others.

import { createAddressRanges, normaliseIp } from '../lib/address.ts';
import { createReloaded } from '../lib/reloaded.ts';
import type { AddressRanges } from '../servers/ports.ts';

/** No real chain of proxies is longer; a header that claims to be is not walked to its end. */
const MOST_HOPS = 100;

/**
 * Tells the address that a request came from: IPv4 dotted, IPv6 in its shortest form. `peer` is the
 * other end of the TCP connection, `forwardedFor` the `X-Forwarded-For` header, several lines joined
 * by commas.
 */
export type ClientAddress = (peer: string, forwardedFor: string | null) => string;

/** Makes the finder. Without trusted proxies the address is always the peer's, whatever it claims (C6.18). */
export function createClientAddress(trustedProxies: AddressRanges | undefined): ClientAddress {
  if (trustedProxies === undefined) return (peer) => normaliseIp(peer) ?? peer;

  return (peer, forwardedFor) => {
    const connected = normaliseIp(peer) ?? peer;
    if (forwardedFor === null || !trustedProxies.contains(connected)) return connected;
    return walk(connected, forwardedFor, trustedProxies);
  };
}

/**
 * The client's address of each request, where `peerOf` returns the other end of its connection. A reload may
 * change the trusted proxies of the settings.
 */
export function createRequestAddress<Incoming extends Pick<Request, 'headers'>>(
  settings: { readonly trustedProxies: readonly string[] },
  peerOf: (request: Incoming) => string,
): (request: Incoming) => string {
  const find = createReloaded(
    () => settings.trustedProxies,
    (proxies) =>
      createClientAddress(proxies.length === 0 ? undefined : createAddressRanges(proxies)),
  );
  return (request) =>
    find()(
      peerOf(request),
      settings.trustedProxies.length === 0 ? null : request.headers.get('x-forwarded-for'),
    );
}

/**
 * From the right, since each proxy adds at the right end what it saw itself: the first address that
 * is not trusted is the last one that a trusted proxy vouches for (C6.18, C6.19).
 */
function walk(connected: string, forwardedFor: string, trustedProxies: AddressRanges): string {
  let lastGood = connected;
  let end = forwardedFor.length;
  for (let hop = 0; hop < MOST_HOPS && end >= 0; hop++) {
    // Of lastIndexOf a negative start means the first character, not "nowhere".
    const comma = end === 0 ? -1 : forwardedFor.lastIndexOf(',', end - 1);
    const address = normaliseIp(forwardedFor.slice(comma + 1, end).trim());
    if (address === undefined) return lastGood;
    if (!trustedProxies.contains(address)) return address;
    lastGood = address;
    end = comma;
  }
  return lastGood;
}
