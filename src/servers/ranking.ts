// The order of the list, the same for everybody: featured, then players, then uptime, then hash.

import { type Listing, type LiveServer, uptimeSeconds } from './live-server.ts';

/** What the order of two servers depends on. */
export type Ranked = Pick<Listing, 'hash' | 'isFeatured' | 'players' | 'startedAt'>;

/** The servers in the order in which they are listed at `now`; a new array. */
export function rankServers(servers: readonly LiveServer[], now: number): LiveServer[] {
  return [...servers].sort((a, b) => compareRanked(a.listing, b.listing, now));
}

/** Negative when `a` is listed before `b`. */
export function compareRanked(a: Ranked, b: Ranked, now: number): number {
  if (a.isFeatured !== b.isFeatured) return a.isFeatured ? -1 : 1;
  if (a.players !== b.players) return b.players - a.players;
  // By the whole seconds that the list shows, or readers would find it out of order.
  const uptimes = uptimeSeconds(b, now) - uptimeSeconds(a, now);
  if (uptimes !== 0) return uptimes;
  return a.hash < b.hash ? -1 : 1;
}
