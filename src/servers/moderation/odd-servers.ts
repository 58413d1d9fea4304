// Live servers whose numbers or neighbours are unlikely, for moderators to look at. Nothing is decided by this.

import { networksOfAddress } from '../../lib/address.ts';
import { foldAlike } from '../../lib/seen-text.ts';
import type { Curve } from '../history/history.ts';
import type { LiveServer } from '../live-server.ts';

export type Oddity =
  | 'above maximum'
  | 'too many for an unclaimed server'
  | 'jumps'
  | 'never changes'
  | keyof typeof ALIKE;

/** So many players more or less within a minute are a jump. */
const JUMP = 200;
/** A count that stands so long is made up, unless it is of the few who left their game running. */
const UNCHANGED_MINUTES = 4 * 60;
const FEWEST_UNCHANGED = 5;
/** So many live servers that are alike are odd. */
const ALIKE = { 'one name': 5, 'one salt': 3, 'one network': 20 } as const;
/** Curves are read from the database one by one: of those that stand first. */
const MOST_CURVES = 500;

/** What is odd about which servers, by hash. `readCurve` returns the day of a server, minute by minute. */
export async function findOddServers(
  servers: readonly LiveServer[],
  readCurve: (hash: string) => Promise<Curve | undefined>,
): Promise<Map<string, readonly Oddity[]>> {
  const odd = new Map<string, Oddity[]>();
  const note = ({ listing: { hash } }: LiveServer, oddity: Oddity) =>
    odd.set(hash, [...(odd.get(hash) ?? []), oddity]);

  const groups: [keyof typeof ALIKE, (server: LiveServer) => string][] = [
    ['one name', ({ listing }) => foldAlike(listing.name)[0] ?? ''],
    ['one salt', ({ salt }) => salt],
    ['one network', ({ listing }) => networksOfAddress(listing.ip).site],
  ];
  for (const server of servers) {
    const { players, maxPlayers, counted } = server.listing;
    if (players > maxPlayers) note(server, 'above maximum');
    if (counted < Math.min(players, maxPlayers)) note(server, 'too many for an unclaimed server');
  }
  for (const [oddity, keyOf] of groups) {
    for (const alike of Map.groupBy(servers, keyOf).values()) {
      if (alike.length >= ALIKE[oddity]) for (const server of alike) note(server, oddity);
    }
  }
  const fullest = servers
    .filter(({ listing }) => listing.counted >= FEWEST_UNCHANGED)
    .toSorted((a, b) => b.listing.counted - a.listing.counted)
    .slice(0, MOST_CURVES);
  for (const server of fullest) {
    const curve = await readCurve(server.listing.hash);
    for (const oddity of curve === undefined ? [] : readCounts(curve.means)) note(server, oddity);
    // All of them together would keep the list waiting for a quarter of a second.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return odd;
}

/** What is odd about the counts of a day; the last one may be of the minute that has only begun. */
function readCounts(counts: readonly (number | null)[]): Oddity[] {
  const known = counts.filter((count) => count !== null);
  const lately = known.slice(-UNCHANGED_MINUTES);
  const isFlat = lately.length === UNCHANGED_MINUTES && new Set(lately).size === 1;
  const isJumping = known.some((count, at) => Math.abs(count - (known[at - 1] ?? count)) >= JUMP);
  return [
    ...(isJumping ? (['jumps'] as const) : []),
    ...(isFlat && (lately[0] ?? 0) >= FEWEST_UNCHANGED ? (['never changes'] as const) : []),
  ];
}
