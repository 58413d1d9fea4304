// Public servers and players by software, country, language and tag, counted once for each list.

import { findCountryName } from '../../platform/lib/country-name.ts';
import { foldText } from '../../platform/lib/look-alikes.ts';
import type { Claim } from '../claims/index.ts';
import type { History } from '../history/index.ts';
import { type PublicList, softwareFamily } from '../list/index.ts';
import type { Listing } from '../registry/index.ts';

export interface ServerShare {
  /** `undefined` for all servers without a name here, or beyond the largest groups. */
  readonly name: string | undefined;
  readonly servers: number;
  readonly players: number;
}

/** The largest groups, by servers and then by players. Servers without a name come last. */
export interface Breakdown {
  /** Names without versions. */
  readonly software: readonly ServerShare[];
  readonly countries: readonly ServerShare[];
  /** From the operators' settings of claimed servers. A server can have several tags. */
  readonly languages: readonly ServerShare[];
  readonly tags: readonly ServerShare[];
}

/** Limits the groups, since anybody can send heartbeats with an invented software. */
const MAX_GROUPS = 20;

/** The figures that everybody may see. */
export interface StatisticsPorts {
  players: { countRegistrations(): Promise<{ startAt: number; counts: readonly number[] }> };
  servers: { breakDown(): Breakdown; history: Pick<History, 'drawTotals' | 'records'> };
  readonly settings: { readonly areRegistrationsShown: boolean };
}

type ClaimOf = (hash: string) => Pick<Claim, 'language' | 'tags'> | undefined;

/** Counts the servers of `listPublic`; returns the same object until that returns another list. */
export function createBreakdown(
  listPublic: () => PublicList,
  claimOf: ClaimOf = () => undefined,
): () => Breakdown {
  let counted: { list: PublicList; breakdown: Breakdown } | undefined;
  return () => {
    const list = listPublic();
    if (counted?.list !== list) counted = { list, breakdown: countAll(list.listings, claimOf) };
    return counted.breakdown;
  };
}

function countAll(listings: readonly Listing[], claimOf: ClaimOf): Breakdown {
  // There are far fewer texts than servers, so each text is parsed once.
  const families = new Map<string, string>();
  const spellings = new Map<string, string>();
  function spell(software: string): string {
    const family = softwareFamily(software);
    return spellings.getOrInsert(foldText(family), family);
  }
  const familyOf = (software: string) => families.getOrInsertComputed(software, spell) || undefined;
  return {
    software: groupBy(listings, ({ software }) => [familyOf(software)]),
    countries: groupBy(listings, ({ country }) => [
      findCountryName(country) === undefined ? undefined : country,
    ]),
    languages: groupBy(listings, ({ hash }) => [claimOf(hash)?.language ?? undefined]),
    tags: groupBy(listings, ({ hash }) => claimOf(hash)?.tags ?? [undefined]),
  };
}

function groupBy(
  listings: readonly Listing[],
  namesOf: (listing: Listing) => readonly (string | undefined)[],
): readonly ServerShare[] {
  const groups = new Map<string | undefined, { servers: number; players: number }>();
  for (const listing of listings) {
    for (const name of namesOf(listing)) {
      const group = groups.getOrInsert(name, { servers: 0, players: 0 });
      group.servers += 1;
      group.players += listing.counted;
    }
  }
  const rest = groups.get(undefined) ?? { servers: 0, players: 0 };
  const named = [...groups]
    .flatMap(([name, group]) => (name === undefined ? [] : [{ name, ...group }]))
    .sort((a, b) => b.servers - a.servers || b.players - a.players || (a.name < b.name ? -1 : 1));
  for (const { servers, players } of named.slice(MAX_GROUPS)) {
    rest.servers += servers;
    rest.players += players;
  }
  const shown: ServerShare[] = named.slice(0, MAX_GROUPS);
  return rest.servers === 0 ? shown : [...shown, { name: undefined, ...rest }];
}
