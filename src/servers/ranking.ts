// The order of the list, the same for everybody: featured, then players, then uptime, then hash.

import type { LiveServer } from './live-server.ts';

/** The servers in the order in which they are listed; a new array. */
export function rankServers(servers: readonly LiveServer[]): LiveServer[] {
  return [...servers].sort(compareServers);
}

function compareServers({ listing: a }: LiveServer, { listing: b }: LiveServer): number {
  if (a.isFeatured !== b.isFeatured) return a.isFeatured ? -1 : 1;
  if (a.players !== b.players) return b.players - a.players;
  if (a.startedAt !== b.startedAt) return a.startedAt - b.startedAt;
  return a.hash < b.hash ? -1 : 1;
}
