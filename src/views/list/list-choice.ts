// Filters and sorts the servers of the list by a query.

import { stripColourCodes } from '../../lib/colour-codes.ts';
import type { Listing } from '../../servers/servers.ts';
import { countryName } from '../country.tsx';
import type { Column, ListQuery } from './list-query.ts';

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** The software without its version, such as `MCGalaxy`; nobody searches for a version. */
export function softwareFamily(software: string): string {
  const family = stripColourCodes(software).replace(/[\s/-]+v?\d.*$/i, '');
  return family.trim();
}

/** Texts of a listing that searches and sorting use, computed once per listing. */
interface Facets {
  name: string;
  family: string;
  country: string;
  /** All text that is searched, in lower case. */
  haystack: string;
}

const facetsOf = new WeakMap<Listing, Facets>();

function describeFacets(listing: Listing): Facets {
  const known = facetsOf.get(listing);
  if (known !== undefined) return known;
  const name = stripColourCodes(listing.name);
  const country = countryName(listing.country);
  const facets = {
    name,
    family: softwareFamily(listing.software),
    country,
    haystack: [name, stripColourCodes(listing.software), country].join('\n').toLowerCase(),
  };
  facetsOf.set(listing, facets);
  return facets;
}

/**
 * The listings that the query shows, in its order. `ranked` has them in the default order. Without
 * `isPlayable` nothing can be played in the browser, and that filter has no effect.
 */
export function chooseListings(
  ranked: readonly Listing[],
  query: ListQuery,
  isPlayable: ((listing: Listing) => boolean) | undefined,
): Listing[] {
  const messages = query.search.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = ranked.filter((listing) => {
    if (query.hideEmpty && listing.players === 0) return false;
    if (query.hideFull && listing.players >= listing.maxPlayers) return false;
    if (query.webOnly && isPlayable?.(listing) === false) return false;
    if (query.country !== '' && listing.country !== query.country) return false;
    const { family, haystack } = describeFacets(listing);
    if (query.software !== '' && family.toLowerCase() !== query.software) return false;
    return messages.every((word) => haystack.includes(word));
  });
  const { sort } = query;
  const sign = sort?.direction === 'desc' ? -1 : 1;
  return chosen.sort(
    (a, b) =>
      Number(a.players === 0) - Number(b.players === 0) ||
      (sort === undefined ? 0 : sign * compareBy(sort.column, a, b)),
  );
}

function compareBy(column: Column, a: Listing, b: Listing): number {
  if (column === 'players') return a.players - b.players;
  if (column === 'uptime') return b.startedAt - a.startedAt;
  const [one, other] = [describeFacets(a), describeFacets(b)];
  if (column === 'software') return collator.compare(one.family, other.family);
  return collator.compare(one[column], other[column]);
}

/** An option of a filter. */
export interface FilterOption {
  value: string;
  label: string;
}

/** The options for all listings, sorted; they always include the ones that the query names. */
export function listFilterOptions(
  listings: readonly Listing[],
  query: ListQuery,
): { software: FilterOption[]; countries: FilterOption[] } {
  const software = new Map<string, string>();
  const countries = new Map<string, string>();
  if (query.software !== '') software.set(query.software, query.software);
  if (query.country !== '') countries.set(query.country, countryName(query.country));
  for (const listing of listings) {
    const { family, country } = describeFacets(listing);
    if (family !== '') software.set(family.toLowerCase(), family);
    countries.set(listing.country, country);
  }
  return { software: toOptions(software), countries: toOptions(countries) };
}

function toOptions(labels: ReadonlyMap<string, string>): FilterOption[] {
  return [...labels]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => collator.compare(a.label, b.label));
}
