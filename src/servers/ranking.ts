// The order of the list, the same for everybody: featured, then players, then uptime, then hash (C5.5).

import { type Listing, type LiveServer, uptimeSeconds } from './live-server.ts';

/** What the order of two servers depends on. */
type Ranked = Pick<Listing, 'hash' | 'isFeatured' | 'players' | 'startedAt'>;

const UPTIME_SPAN = 2 ** 33;
const PLAYERS_SPAN = 2 ** 16;

/** The servers in the order in which they are listed at `now`; a new array. */
export function rankServers(servers: readonly LiveServer[], now: number): LiveServer[] {
  return rankBy(servers, ({ listing }) => listing, now);
}

/** The same order for anything that holds what it depends on. */
export function rankBy<Item>(
  items: readonly Item[],
  read: (item: Item) => Ranked,
  now: number,
): Item[] {
  return items
    .map((item) => {
      const ranked = read(item);
      return { item, hash: ranked.hash, rank: computeRank(ranked, now) };
    })
    .sort((a, b) => b.rank - a.rank || (a.hash < b.hash ? -1 : 1))
    .map(({ item }) => item);
}

/** One number that holds all but the hash: of thousands of servers each is compared a dozen times. */
function computeRank(ranked: Ranked, now: number): number {
  const { isFeatured, players } = ranked;
  // The whole seconds that the list shows, or readers would find it out of order.
  const uptime = Math.min(uptimeSeconds(ranked, now), UPTIME_SPAN - 1);
  return (Number(isFeatured) * PLAYERS_SPAN + players) * UPTIME_SPAN + uptime;
}
