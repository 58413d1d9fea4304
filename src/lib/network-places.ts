// A limited number of places, such as open streams, shared so that no network can take all of them.

import { networksOfAddress } from './address.ts';

export interface NetworkPlaces {
  /** Takes a place, for somebody who is logged in where `isKnown`; returns what frees it, or `undefined` when there is none. */
  take(ip: string, isKnown?: boolean): (() => void) | undefined;
}

/** The largest share of all places for one site and for one provider, as in `networksOfAddress`. */
const SHARES = { site: 1 / 8, provider: 1 / 4 };
const SCARCE = 1 / 2;
const SHARE_OF_REST = 1 / 64;
const KEPT_FOR_KNOWN = 1 / 8;

/** `most` places, of which one address holds `ofAddress`; `onScarce` is called for each request while they are scarce. */
export function createNetworkPlaces(options: {
  most: number;
  ofAddress: number;
  onScarce?: () => void;
}): NetworkPlaces {
  const { most, ofAddress, onScarce = () => {} } = options;
  const mostOfSite = Math.max(ofAddress, Math.floor(most * SHARES.site));
  const mostOfProvider = Math.max(ofAddress, Math.floor(most * SHARES.provider));
  const keptForKnown = Math.floor(most * KEPT_FOR_KNOWN);
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

  const isScarce = () => most - taken < most * SCARCE;

  function hasPlace(address: string, site: string, provider: string, isKnown: boolean): boolean {
    const rest = most - taken - (isKnown ? 0 : keptForKnown);
    if (rest <= 0) return false;
    const share = Math.max(1, Math.floor(rest * SHARE_OF_REST));
    if (isScarce() && !isKnown && heldBy(site) >= share) return false;
    return (
      heldBy(address) < ofAddress && heldBy(site) < mostOfSite && heldBy(provider) < mostOfProvider
    );
  }

  return {
    take(ip, isKnown = false) {
      const networks = networksOfAddress(ip);
      // The prefixes keep the kinds apart: for text that is no address all three are the same.
      const address = `address ${networks.address}`;
      const site = `site ${networks.site}`;
      const provider = `provider ${networks.provider}`;
      if (isScarce()) onScarce();
      if (!hasPlace(address, site, provider, isKnown)) return undefined;
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
