// Finds the client address of a request, seen through the proxies that the operator trusts.

import { createAddressRanges, normaliseIp } from '../lib/address.ts';
import { createReloaded } from '../lib/reloaded.ts';
import type { AddressRanges } from '../servers/ports.ts';

/** No real chain of proxies is longer; the rest of a longer header is not read. */
const MOST_HOPS = 100;

/**
 * Returns the client address: IPv4 dotted, IPv6 in its shortest form. `peer` is the other end of the TCP
 * connection, `forwardedFor` the `X-Forwarded-For` header, several lines joined by commas.
 */
export type ClientAddress = (peer: string, forwardedFor: string | null) => string;

/** Without trusted proxies the client address is always the peer's, and the header is ignored (C6.18). */
export function createClientAddress(trustedProxies: AddressRanges | undefined): ClientAddress {
  if (trustedProxies === undefined) return (peer) => normaliseIp(peer) ?? peer;

  return (peer, forwardedFor) => {
    const connected = normaliseIp(peer) ?? peer;
    if (forwardedFor === null || !trustedProxies.contains(connected)) return connected;
    return readForwardedFor(connected, forwardedFor, trustedProxies);
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
 * Reads the header from the right, where each proxy adds its own peer: the first address that is not
 * trusted is the client, and nothing left of it can be believed (C6.18, C6.19).
 */
function readForwardedFor(
  connected: string,
  forwardedFor: string,
  trustedProxies: AddressRanges,
): string {
  let lastGood = connected;
  let end = forwardedFor.length;
  for (let hop = 0; hop < MOST_HOPS && end >= 0; hop++) {
    // For lastIndexOf a negative start means the first character, not "nowhere".
    const comma = end === 0 ? -1 : forwardedFor.lastIndexOf(',', end - 1);
    const address = normaliseIp(forwardedFor.slice(comma + 1, end).trim());
    if (address === undefined) return lastGood;
    if (!trustedProxies.contains(address)) return address;
    lastGood = address;
    end = comma;
  }
  return lastGood;
}
