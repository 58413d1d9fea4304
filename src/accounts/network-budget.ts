// A budget that no one network can use up: for one address, for the networks around it, and for all together.

import { networksOfAddress } from '../lib/address.ts';
import type { Clock } from '../lib/clock.ts';
import { onceAnHour } from '../lib/once-an-hour.ts';
import { type Budget, createTokenBuckets } from '../lib/token-buckets.ts';

/** A budget that networks share. */
export interface NetworkBudget {
  /** Takes one; 0 when there was something left, otherwise the seconds until there is. */
  spend(address: string): number;
  /** Whether so little is left that forms should need a proof of work. */
  isScarce(): boolean;
}

/** What a /24 or a /48 may spend at most of what there is for all, and what a /16 or a /32. */
const SHARES = { site: 1 / 8, provider: 1 / 4 };
/** Kept for sites that spent nothing for a day: addresses by the dozen use up the other half at most. */
const KEPT_FOR_NEW = 1 / 2;
const NEW_AFTER_MS = 24 * 60 * 60_000;
const SITES_AT_MOST = 50_000;
/** Below it, of what is not kept, there is little left. */
const SCARCE = 1 / 2;

/** Creates the budget; `onScarce` is called when little is left, once an hour. */
export function createNetworkBudget(
  clock: Clock,
  budgets: { ofAddress: Budget; ofAll: Budget; onScarce?: () => void },
): NetworkBudget {
  const { ofAddress: budgetOfAddress, ofAll, onScarce = () => {} } = budgets;
  const kept = Math.floor(ofAll.capacity * KEPT_FOR_NEW);
  const open = ofAll.capacity - kept;
  const ofAddress = createTokenBuckets(clock, budgetOfAddress);
  const ofSite = createTokenBuckets(clock, share(ofAll, SHARES.site, budgetOfAddress));
  const ofProvider = createTokenBuckets(clock, share(ofAll, SHARES.provider, budgetOfAddress));
  const forAll = createTokenBuckets(clock, share(ofAll, open / ofAll.capacity));
  const forNew = createTokenBuckets(clock, share(ofAll, kept / ofAll.capacity));
  /** When each site spent something, the latest last. */
  const spentAt = new Map<string, number>();
  const reportScarce = onceAnHour(clock, onScarce);

  const isScarce = () => forAll.left('') < open * SCARCE;

  function isNew(site: string): boolean {
    const at = spentAt.get(site);
    return at === undefined || Math.abs(clock.now() - at) >= NEW_AFTER_MS;
  }

  function note(site: string): void {
    spentAt.delete(site);
    spentAt.set(site, clock.now());
    for (const [oldest, at] of spentAt) {
      if (spentAt.size <= SITES_AT_MOST && clock.now() - at < NEW_AFTER_MS) break;
      spentAt.delete(oldest);
    }
    if (isScarce()) reportScarce();
  }

  function spendOfAll(site: string): number {
    const seconds = forAll.spend('');
    if (seconds === 0 || kept === 0 || !isNew(site)) return seconds;
    const secondsForNew = forNew.spend('');
    return Math.min(seconds, secondsForNew);
  }

  return {
    isScarce,
    spend(ip) {
      const { address, site, provider } = networksOfAddress(ip);
      // The narrow ones come first: an address whose budget is used up takes nothing from the others.
      const seconds =
        ofAddress.spend(address) ||
        ofSite.spend(site) ||
        ofProvider.spend(provider) ||
        spendOfAll(site);
      if (seconds === 0) note(site);
      return seconds;
    },
  };
}

/** A part of a budget, and not less than another one. */
function share(whole: Budget, part: number, atLeast?: Budget): Budget {
  const capacity = Math.floor(whole.capacity * part);
  if (atLeast !== undefined && capacity < atLeast.capacity) return atLeast;
  return { ...whole, everyMs: whole.everyMs / part, capacity };
}
