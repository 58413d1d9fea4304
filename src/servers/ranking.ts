// The order of the list, the same for everybody: featured, then players, then uptime, then hash.

import { type LiveServer, uptimeSeconds } from './live-server.ts';

/** The servers in the order in which they are listed at `now`; a new array. */
export function rankServers(servers: readonly LiveServer[], now: number): LiveServer[] {
  return [...servers].sort((a, b) => compareServers(a, b, now));
}

function compareServers(
  { listing: a }: LiveServer,
  { listing: b }: LiveServer,
  now: number,
): number {
  if (a.isFeatured !== b.isFeatured) return a.isFeatured ? -1 : 1;
  if (a.players !== b.players) return b.players - a.players;
  // By the whole seconds that the list shows, or readers would find it out of order.
  const uptimes = uptimeSeconds(b, now) - uptimeSeconds(a, now);
  if (uptimes !== 0) return uptimes;
  return a.hash < b.hash ? -1 : 1;
}
