// The address of a server on the player's own network, as a play URL may name it.

import { isIpv4 } from '../../platform/lib/address.ts';
import { isPrivate } from '../../platform/lib/unroutable.ts';
import type { Listing } from '../registry/index.ts';

/** The query `?ip=` with a local address to join at instead of the public one; empty for any other address (C11.7). */
export function localQuery(ip: string | undefined): string {
  return ip !== undefined && isIpv4(ip) && isPrivate(ip) ? `?ip=${ip}` : '';
}

/** The listing with its address on the player's own network, where no port is mapped. */
export function joinLocally(listing: Listing, ip: string | undefined): Listing {
  if (ip === undefined || localQuery(ip) === '') return listing;
  return { ...listing, joinIp: ip, joinPort: listing.port };
}
