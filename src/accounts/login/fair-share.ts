// Keeps one caller from taking every place that there is for checking passwords: right ones count as no attempts.

import { groupOfAddress, siteOfAddress } from '../../lib/address.ts';

/** Shares of the places for checks. */
export interface FairShare {
  /** Does the work; `undefined`, and nothing is done, while the caller has its share under way. */
  run<Result>(address: string, work: () => Promise<Result>): Promise<Result | undefined>;
}

/** Of one address, as budgets count them, and of a whole /48 of IPv6. */
const MOST = { ofAddress: 10, ofSite: 16 };

/** Makes the shares. */
export function createFairShare(): FairShare {
  const underWay = new Map<string, number>();
  const countOf = (key: string) => underWay.get(key) ?? 0;

  function add(key: string, change: 1 | -1): void {
    const count = countOf(key) + change;
    if (count > 0) underWay.set(key, count);
    else underWay.delete(key);
  }

  return {
    async run(address, work) {
      const ofAddress = `address ${groupOfAddress(address)}`;
      const ofSite = `site ${siteOfAddress(address)}`;
      if (countOf(ofAddress) >= MOST.ofAddress || countOf(ofSite) >= MOST.ofSite) return undefined;
      add(ofAddress, 1);
      add(ofSite, 1);
      try {
        return await work();
      } finally {
        add(ofAddress, -1);
        add(ofSite, -1);
      }
    },
  };
}
