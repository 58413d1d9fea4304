// A limited number of places, such as open streams, shared so that no network can take all of them.

import { networksOfAddress } from './address.ts';

/** The shared places. */
export interface NetworkPlaces {
  /** Takes a place and returns the function that frees it; `undefined` when there is none for this address. */
  take(ip: string): (() => void) | undefined;
}

/** The largest share of all places for one site and for one provider, as in `networksOfAddress`. */
const SHARES = { site: 1 / 8, provider: 1 / 4 };
/** Share of all places that is reserved for sites that hold none. */
const KEPT_FOR_NEW = 1 / 4;

/**
 * `most` places, of which one address (a /64 of IPv6) holds `ofAddress` at most. `onScarce` is called
 * for each request of a place while only the reserved ones are left.
 */
export function createNetworkPlaces(options: {
  most: number;
  ofAddress: number;
  onScarce?: () => void;
}): NetworkPlaces {
  const { most, ofAddress, onScarce = () => {} } = options;
  const mostOfSite = Math.max(ofAddress, Math.floor(most * SHARES.site));
  const mostOfProvider = Math.max(ofAddress, Math.floor(most * SHARES.provider));
  const open = most - Math.floor(most * KEPT_FOR_NEW);
  const held = new Map<string, number>();
  let taken = 0;
  const heldBy = (key: string) => held.get(key) ?? 0;

  function hold(keys: readonly string[], change: 1 | -1): void {
    taken += change;
    for (const key of keys) {
      const count = heldBy(key) + change;
      if (count > 0) held.set(key, count);
      else held.delete(key);
    }
  }

  function hasPlace(address: string, site: string, provider: string): boolean {
    if (taken >= most) return false;
    if (taken >= open && heldBy(site) > 0) return false;
    return (
      heldBy(address) < ofAddress && heldBy(site) < mostOfSite && heldBy(provider) < mostOfProvider
    );
  }

  return {
    take(ip) {
      const networks = networksOfAddress(ip);
      // The prefixes keep the kinds apart: for text that is no address all three are the same.
      const address = `address ${networks.address}`;
      const site = `site ${networks.site}`;
      const provider = `provider ${networks.provider}`;
      if (taken >= open) onScarce();
      if (!hasPlace(address, site, provider)) return undefined;
      const keys = [address, site, provider];
      hold(keys, 1);
      let isHeld = true;
      return () => {
        if (isHeld) hold(keys, -1);
        isHeld = false;
      };
    },
  };
}
