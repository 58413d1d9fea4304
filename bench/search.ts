// How long a search of ten thousand servers takes: on a list that just changed, and on one that was searched before.
// Between two lists a tenth of the servers have other players, and ten have another name.

import { md5Hex } from '../src/lib/digest.ts';
import type { Claim } from '../src/servers/claims/ports.ts';
import type { Listing } from '../src/servers/live-server.ts';
import { rankBy } from '../src/servers/ready-list.ts';
import { createServerSearch, type SearchQuery } from '../src/servers/search.ts';

const SERVERS = 10_000;
const LISTS = 41;
const LIMIT = 50;
const ALL: SearchQuery = { search: '', software: '', country: '', sort: undefined };
const BY_NAME = { column: 'name', direction: 'asc' } as const;
const QUERIES: readonly (readonly [what: string, query: SearchQuery])[] = [
  ['the first search of a list that just changed', ALL],
  ['three words', { ...ALL, search: 'server 99 survival' }],
  ['by name, the first time', { ...ALL, sort: BY_NAME }],
  ['by country, the first time', { ...ALL, sort: { column: 'country', direction: 'asc' } }],
  ['by players, the first time', { ...ALL, sort: { column: 'players', direction: 'asc' } }],
  ['a word of all of them, by name', { ...ALL, search: 'blocks', sort: BY_NAME }],
  ['a word of none of them, by name', { ...ALL, search: 'lava', sort: BY_NAME }],
];

const SOFTWARE = ['MCGalaxy 1.9.5.3', 'ProCraft v2', 'fCraft-0.6', '&bMCDzienny 9'];
const COUNTRIES = ['DE', 'NZ', 'US', 'FR', 'T1', 'NL'];

function makeListing(number: number): Listing {
  return {
    ...{ hash: md5Hex(`${number}`), ip: '192.0.2.1', port: number },
    ...{ joinIp: '192.0.2.1', joinPort: number, name: `&cSérver ${number} of &bblocks` },
    ...{ players: number % 31, maxPlayers: 64, software: SOFTWARE[number % 4] ?? '' },
    ...{ supportsWeb: number % 2 === 0, country: COUNTRIES[number % 6] ?? '' },
    ...{
      isFeatured: number % 1_000 === 0,
      isClaimed: false,
      counted: number % 31,
      startedAt: 1e12 + ((number * 977) % 1e9),
    },
  };
}

let listings = Array.from({ length: SERVERS }, (_, number) => makeListing(number));
const description = 'A server with many words about what can be done on it. '.repeat(9);
const claims = new Map(
  listings
    .filter((_, number) => number % 20 === 0)
    .map(({ hash }) => [
      hash,
      { hash, description, tags: ['survival', 'pvp'] } as unknown as Claim,
    ]),
);
const search = createServerSearch({ all: claims });
const tookMs = new Map<string, number[]>();
function note(what: string, startedAt: number): void {
  tookMs.set(what, [...(tookMs.get(what) ?? []), performance.now() - startedAt]);
}
for (let round = 0; round < LISTS; round += 1) {
  listings = listings.map((one, number) => {
    if (number % 10 !== round % 10) return one;
    const name = number % 1_000 === round % 1_000 ? `&eRound ${round} on ${number}` : one.name;
    return { ...one, name, players: (one.players + 1) % 40 };
  });
  const now = Date.now();
  const list = { listings: rankBy(listings, (one) => one, now), players: 0, madeAt: now };
  for (const [what, query] of QUERIES) {
    const startedAt = performance.now();
    search.findPage(list, query, { limit: LIMIT, after: undefined });
    note(what, startedAt);
  }
  const { end } = search.findPage(
    list,
    { ...ALL, sort: BY_NAME },
    { limit: SERVERS - 2 * LIMIT, after: undefined },
  );
  const startedAt = performance.now();
  search.findPage(list, { ...ALL, sort: BY_NAME }, { limit: LIMIT, after: end });
  note('the last page but one, by name', startedAt);
}
for (const [what, times] of tookMs) {
  const [first = 0] = times;
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[sorted.length >> 1] ?? 0;
  const least = sorted[0] ?? 0;
  process.stdout.write(
    `${what}: ${median.toFixed(1)} ms (at best ${least.toFixed(1)}, after a start ${first.toFixed(0)})\n`,
  );
}
