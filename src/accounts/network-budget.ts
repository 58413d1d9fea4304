// A budget that no one network can use up: for one address, for the network around it, and for all together.

import { groupOfAddress, siteOfAddress } from '../lib/address.ts';
import type { Clock } from '../lib/clock.ts';
import { type Budget, createTokenBuckets } from '../lib/token-buckets.ts';

/** What a /48 may spend at most of what there is for all: it holds 65,536 of the networks that count as one address. */
const SHARE_OF_SITE = 1 / 4;

/** Makes the budget; `spend` returns 0 when there was something left, otherwise the seconds until there is. */
export function createNetworkBudget(
  clock: Clock,
  budgets: { ofAddress: Budget; ofAll: Budget },
): { spend(address: string): number } {
  const ofAddress = createTokenBuckets(clock, budgets.ofAddress);
  const ofSite = createTokenBuckets(clock, budgetOfSite(budgets));
  const ofAll = createTokenBuckets(clock, budgets.ofAll);
  return {
    // The narrow ones come first, so that whoever is out of budget takes nothing from the others.
    spend: (address) =>
      ofAddress.spend(groupOfAddress(address)) ||
      ofSite.spend(siteOfAddress(address)) ||
      ofAll.spend(''),
  };
}

function budgetOfSite({ ofAddress, ofAll }: { ofAddress: Budget; ofAll: Budget }): Budget {
  const capacity = Math.floor(ofAll.capacity * SHARE_OF_SITE);
  if (capacity < ofAddress.capacity) return ofAddress;
  return { ...ofAll, everyMs: ofAll.everyMs / SHARE_OF_SITE, capacity };
}
