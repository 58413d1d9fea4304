// A budget that no single network can use up: for one address, for the networks around it, and for all together.

import { networksOfAddress } from './address.ts';
import { type Clock, HOUR_MS } from './clock.ts';
import type { SharedStates, StateSet } from './state-ports.ts';
import { type Bucket, type Budget, fillBucket, openBucket, spendToken } from './token-buckets.ts';

/** Largest shares of the whole budget that a /24 or /48 (`site`), and a /16 or /32 (`provider`), may spend. */
const SHARES = { site: 1 / 8, provider: 1 / 4 };
/** Share reserved for sites that spent nothing for a day. Dozens of addresses can use up only the other half. */
const KEPT_FOR_NEW = 1 / 2;
const NEW_AFTER_MS = 24 * 60 * 60_000;
const MAX_SITES = 50_000;
const MAX_BUCKETS = 50_000;
/** The open half is scarce when less than this share of it is left. */
const SCARCE = 1 / 2;

/** Creates the budget, which reports scarcity once an hour. A refused request costs no memory. Throws `unavailable`. */
export function createNetworkBudget(
  ports: {
    clock: Clock;
    states: SharedStates;
    report(event: 'budget_scarce', facts: { what: string }): void;
  },
  budgets: {
    kind: string;
    ofAddress: Budget;
    ofAll: Budget;
  },
) {
  const { clock, states, report } = ports;
  const { kind, ofAddress: perAddress, ofAll } = budgets;
  const kept = Math.floor(ofAll.capacity * KEPT_FOR_NEW);
  const open = ofAll.capacity - kept;
  const openBuckets = (of: string, budget: Budget) =>
    createSharedBuckets(states.open(`${kind} of ${of}`, { most: MAX_BUCKETS }), budget);
  const ofAddress = openBuckets('addresses', perAddress);
  const ofSite = openBuckets('networks', share(ofAll, SHARES.site, perAddress));
  const ofProvider = openBuckets('providers', share(ofAll, SHARES.provider, perAddress));
  const forAll = openBuckets('all', share(ofAll, open / ofAll.capacity));
  const forNew = openBuckets('newcomers', share(ofAll, kept / ofAll.capacity));
  const spentAt = states.open<number>(`latest ${kind}`, { most: MAX_SITES });
  let reportedAt = Number.NEGATIVE_INFINITY;

  const isScarce = async () => (await forAll.left('')) < open * SCARCE;

  function reportScarce(): void {
    const now = clock.now();
    // The clock may have been set back, so the difference may be negative.
    if (Math.abs(now - reportedAt) < HOUR_MS) return;
    reportedAt = now;
    report('budget_scarce', { what: kind });
  }

  const isNew = (site: string) =>
    spentAt.look(site, (at, now) => at === undefined || Math.abs(now - at) >= NEW_AFTER_MS);

  async function spendOfAll(site: string): Promise<number> {
    const seconds = await forAll.spend('');
    if (seconds === 0 || kept === 0 || !(await isNew(site))) return seconds;
    return Math.min(seconds, await forNew.spend(''));
  }

  return {
    isScarce,
    /** Takes one unit. Returns 0, or the seconds until a unit is free. */
    async spend(ip: string) {
      const { address, site, provider } = networksOfAddress(ip);
      // Narrow budgets come first: an address that has used up its own takes nothing from the others.
      const seconds =
        (await ofAddress.spend(address)) ||
        (await ofSite.spend(site)) ||
        (await ofProvider.spend(provider)) ||
        (await spendOfAll(site));
      if (seconds > 0) return seconds;
      await spentAt.update(site, (_, now) => ({
        result: undefined,
        next: { state: now, until: now + NEW_AFTER_MS },
      }));
      if (await isScarce()) reportScarce();
      return 0;
    },
  };
}

/** Token buckets of one budget. When a reload changes the budget, they start full. */
function createSharedBuckets(buckets: StateSet<Bucket>, budget: Budget) {
  const { refill, everyMs, capacity } = budget;
  const keyOf = (key: string) => `${capacity}/${everyMs} ${key}`;
  return {
    spend: (key: string) =>
      buckets.update(keyOf(key), (state, now) => {
        const bucket = state === undefined ? openBucket(budget, now) : { ...state };
        const seconds = spendToken(bucket, budget, now);
        if (seconds > 0) return { result: seconds };
        const stepsToFull = Math.ceil((capacity - bucket.tokens) / refill);
        const until = bucket.filledAt + stepsToFull * everyMs;
        return { result: 0, next: { state: bucket, until } };
      }),
    left: (key: string) =>
      buckets.look(keyOf(key), (state, now) => {
        if (state === undefined) return capacity;
        const bucket = { ...state };
        fillBucket(bucket, budget, now);
        return bucket.tokens;
      }),
  };
}

/** A part of a budget, but at least as much as `atLeast`. */
function share(whole: Budget, part: number, atLeast?: Budget): Budget {
  const capacity = Math.floor(whole.capacity * part);
  if (atLeast !== undefined && capacity < atLeast.capacity) return atLeast;
  return { ...whole, everyMs: whole.everyMs / part, capacity };
}
