// The order of the list: featured servers first, then by players, uptime and hash (C5.5).

import { type Listing, type LiveServer, uptimeSeconds } from './live-server.ts';

/** What the order of two servers depends on. */
type Ranked = Pick<Listing, 'hash' | 'isFeatured' | 'players' | 'startedAt'>;

const UPTIME_SPAN = 2 ** 33;
const PLAYERS_SPAN = 2 ** 16;

/** A new array of the servers in the order of the list at `now`. */
export function rankServers(servers: readonly LiveServer[], now: number): LiveServer[] {
  return rankBy(servers, ({ listing }) => listing, now);
}

/** The same order for other items, where `read` returns what it depends on. */
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

/** Everything but the hash as one number, since sorting compares each of thousands of servers a dozen times. */
function computeRank(ranked: Ranked, now: number): number {
  const { isFeatured, players } = ranked;
  // Whole seconds, as the list shows them: it would look unsorted otherwise.
  const uptime = Math.min(uptimeSeconds(ranked, now), UPTIME_SPAN - 1);
  return (Number(isFeatured) * PLAYERS_SPAN + players) * UPTIME_SPAN + uptime;
}
