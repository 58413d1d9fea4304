// Finds live servers with unlikely player counts or neighbours. Moderators judge them; nothing is decided here.

import { networksOfAddress } from '../../platform/lib/address.ts';
import { type Clock, MINUTE_MS } from '../../platform/lib/clock.ts';
import { removeOldest } from '../../platform/lib/remove-oldest.ts';
import { createJob } from '../../platform/lib/timers.ts';
import type { Curve, History } from '../history/index.ts';
import type { LiveServer, Registry } from '../registry/index.ts';
import { foldAlike } from './name-filter.ts';

export type Oddity =
  | 'above maximum'
  | 'too many for an unclaimed server'
  | 'jumps'
  | 'never changes'
  | keyof typeof ALIKE;

/** A change of this many players within a minute is a jump. */
const JUMP = 200;
/** A count that stays this long is made up, unless it is a few players who left their game running. */
const UNCHANGED_MINUTES = 4 * 60;
const MIN_UNCHANGED = 5;
/** How many live servers must share a name, salt or network to be odd. */
const ALIKE = { 'one name': 5, 'one salt': 3, 'one network': 20 } as const;
/** Curves are read one by one from the database, so only the fullest servers get theirs read. */
const MAX_CURVES = 500;
const CURVES_A_STEP = 5;
/** How many curves a search by a moderator reads by itself. */
const CURVES_A_SEARCH = 10;
/** How often the service reads a few curves. */
const STEP_EVERY_MS = 1_000;
const NAMES_KEPT = 20_000;

type ReadCurve = (hash: string) => Promise<Curve | undefined>;

/**
 * Caches the findings of each curve: a search reads a few curves, and `step` reads the rest bit by bit. `readCurve`
 * returns the last day of a server, minute by minute.
 */
export function createOddServers(options: { readCurve: ReadCurve; minute(): number }) {
  const { readCurve, minute } = options;
  let ofCurves = new Map<string, { oddities: readonly Oddity[]; minute: number }>();
  const names = new Map<string, string>();
  const sites = new WeakMap<LiveServer, string>();

  function formOf({ listing: { name } }: LiveServer): string {
    const known = names.get(name);
    if (known !== undefined) return known;
    if (names.size >= NAMES_KEPT) removeOldest(names);
    const form = foldAlike(name)[0] ?? '';
    names.set(name, form);
    return form;
  }

  const siteOf = (server: LiveServer): string =>
    sites.getOrInsertComputed(server, ({ listing }) => networksOfAddress(listing.ip).site);

  const groups: [keyof typeof ALIKE, (server: LiveServer) => string][] = [
    ['one name', formOf],
    ['one salt', ({ salt }) => salt],
    ['one network', siteOf],
  ];

  /** Reads the curves of the fullest servers not yet read in this minute, `most` of them at most. */
  async function read(fullest: readonly LiveServer[], most: number): Promise<void> {
    const now = minute();
    const known = fullest.map(({ listing: { hash } }) => ({ hash, read: ofCurves.get(hash) }));
    const due = known
      .filter(({ read: before }) => before?.minute !== now)
      .sort((a, b) => (a.read?.minute ?? 0) - (b.read?.minute ?? 0))
      .slice(0, most);
    for (const { hash } of due) {
      const curve = await readCurve(hash);
      const oddities = curve === undefined ? [] : readCounts(curve.means);
      ofCurves.set(hash, { oddities, minute: now });
      // Reading all of them at once would delay the list by a quarter of a second.
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (ofCurves.size <= 2 * MAX_CURVES) return;
    ofCurves = new Map(
      known.flatMap(({ hash }) => {
        const kept = ofCurves.get(hash);
        return kept === undefined ? [] : [[hash, kept]];
      }),
    );
  }

  return {
    async find(servers: readonly LiveServer[], mostCurves: number) {
      const odd = new Map<string, readonly Oddity[]>();
      const note = ({ listing: { hash } }: LiveServer, ...oddities: readonly Oddity[]) =>
        odd.set(hash, [...(odd.get(hash) ?? []), ...oddities]);

      for (const server of servers) {
        const { players, maxPlayers, counted } = server.listing;
        if (players > maxPlayers) note(server, 'above maximum');
        if (counted < Math.min(players, maxPlayers))
          note(server, 'too many for an unclaimed server');
      }
      for (const [oddity, keyOf] of groups) {
        const counts = new Map<string, number>();
        for (const server of servers) {
          const key = keyOf(server);
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
        const isOdd = (server: LiveServer) => (counts.get(keyOf(server)) ?? 0) >= ALIKE[oddity];
        if (counts.size < servers.length) {
          for (const server of servers.filter(isOdd)) note(server, oddity);
        }
      }
      const fullest = findFullest(servers);
      await read(fullest, mostCurves);
      for (const server of fullest) {
        const oddities = ofCurves.get(server.listing.hash)?.oddities ?? [];
        if (oddities.length > 0) note(server, ...oddities);
      }
      return odd;
    },
    step: (servers: readonly LiveServer[]): Promise<void> =>
      read(findFullest(servers), CURVES_A_STEP),
  };
}

/** Searches for odd live servers. Reads a few curves at a time, once the busy hours of servers are known. */
export function openOddServers(ports: {
  clock: Clock;
  registry: Pick<Registry, 'listLive'>;
  history: Pick<History, 'findCurve' | 'rhythms'>;
}) {
  const { clock, registry, history } = ports;
  const minute = () => Math.floor(clock.now() / MINUTE_MS);
  const odd = createOddServers({ readCurve: (hash) => history.findCurve(hash, '24h'), minute });
  async function step(): Promise<void> {
    await history.rhythms.step();
    await odd.step(registry.listLive());
  }

  let counted = { minute: 0, count: Promise.resolve(0) };
  const countNow = async () => (await odd.find(registry.listLive(), 0)).size;

  return {
    /** The odd servers, for moderators. */
    find: () => odd.find(registry.listLive(), CURVES_A_SEARCH),
    /** How many there are, at most a minute old: every page of administration shows it. */
    count(): Promise<number> {
      if (counted.minute !== minute()) counted = { minute: minute(), count: countNow() };
      return counted.count;
    },
    jobs: [createJob('find when servers are busy', STEP_EVERY_MS, step)],
  };
}

/** The fullest servers, in any order. */
function findFullest(servers: readonly LiveServer[]): LiveServer[] {
  const counts = Uint16Array.from(servers, ({ listing }) =>
    Math.min(listing.counted, 65_535),
  ).sort();
  const fewest = Math.max(MIN_UNCHANGED, counts.at(-MAX_CURVES) ?? 0);
  return servers.filter(({ listing }) => listing.counted >= fewest).slice(0, MAX_CURVES);
}

/** The oddities in the counts of a day. The last count may belong to the minute that has just begun. */
function readCounts(counts: readonly (number | null)[]): Oddity[] {
  const known = counts.filter((count) => count !== null);
  const lately = known.slice(-UNCHANGED_MINUTES);
  const isFlat = lately.length === UNCHANGED_MINUTES && new Set(lately).size === 1;
  const isJumping = known.some((count, at) => Math.abs(count - (known[at - 1] ?? count)) >= JUMP);
  return [
    ...(isJumping ? (['jumps'] as const) : []),
    ...(isFlat && (lately[0] ?? 0) >= MIN_UNCHANGED ? (['never changes'] as const) : []),
  ];
}
