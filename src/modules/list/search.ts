// Searches and sorts the public servers, for the list page and page by page for programs.

import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { findCountryName } from '../../platform/lib/country-name.ts';
import { foldSeen, foldText } from '../../platform/lib/look-alikes.ts';
import { currentLanguage, LANGUAGES, type Language } from '../../platform/messages/language.ts';
import type { Claim } from '../claims/index.ts';
import type { Listing } from '../registry/index.ts';
import { isOwn, limitOfFirstPage, mixOrigins } from './mixed-origins.ts';
import { groupOf } from './ranking.ts';
import type { PublicList } from './ready-list.ts';

export const SORT_COLUMNS = ['name', 'country', 'software', 'players', 'uptime'] as const;

export type SortColumn = (typeof SORT_COLUMNS)[number];

/** A column and its direction. `uptime` ascending begins with the newest server. */
export interface SortOrder {
  column: SortColumn;
  direction: 'asc' | 'desc';
}

/** A search with filters; an empty text or `undefined` filters nothing. */
export interface SearchQuery {
  /** Words that must each occur in the name, software, country, description or tags. */
  search: string;
  /** The name of a software without its version. Case and accents are ignored. */
  software: string;
  country: string;
  /** A tag of a claimed server, in lower case. */
  tag?: string | undefined;
  /** The language spoken on a claimed server, two letters. */
  language?: string | undefined;
  web?: boolean | undefined;
  hideEmpty?: boolean | undefined;
  hideFull?: boolean | undefined;
  isWanted?: ((listing: Listing) => boolean) | undefined;
  /** The host of the site that lists the server; `here` for this site. */
  origin?: string | undefined;
  /** The order of the results; `undefined` for the order of the list page. */
  sort: SortOrder | undefined;
}

/** Where a page of results ended: the values that placed its last server. */
export interface SearchPosition extends Pick<Listing, 'hash' | 'counted' | 'startedAt'> {
  key: string | number;
  rank: number;
}

export interface SearchPage {
  /** `family` is the software without its version. */
  results: readonly { listing: Listing; claim: Claim | undefined; family: string }[];
  /** Where the next page begins; `undefined` on the last one. */
  end: SearchPosition | undefined;
}

export type SearchChoices = Record<'software' | 'countries' | 'tags' | 'languages', string[]>;

interface Texts {
  claim: Claim | undefined;
  family: string;
  software: string;
  /** The sort key of the name, made at the first sort: ten thousand of them take longer than a page of the list. */
  name: string | undefined;
  /** The searched text, made at the first search. */
  haystack: string | undefined;
}

interface Entry {
  listing: Listing;
  texts: Texts;
  /** The rank of the list's own order, once the list was sorted by it. */
  rank: number;
}

/** The cache of entries may hold twice the listed servers and this many more. */
const SPARE = 100;
const ASCII = /^[\n\x20-\x7e]*$/;
/** The software without its version, such as `MCGalaxy`; nobody searches for a version. */
export function softwareFamily(software: string): string {
  const family = stripColourCodes(software).replace(/[\s/-]+v?\d.*$/i, '');
  return family.trim();
}

/** Creates the search. A change of the claims must replace the map `claims.all`. The highest rank comes first. */
export function createServerSearch(
  claims: { readonly all: ReadonlyMap<string, Claim> } = { all: new Map() },
  rankOf: (listing: Listing) => number = groupOf,
) {
  const reader = createEntryReader(claims);
  let readList: PublicList | undefined;
  let entries: readonly Entry[] = [];
  let hasOthers = false;
  /** The entries in the order that applies when the chosen column ties. */
  let fullestFirst: readonly Entry[] | undefined;
  let sorted = new Map<string, readonly Entry[]>();

  function read(list: PublicList): void {
    if (readList === list && reader.isCurrent()) return;
    entries = reader.read(list.listings);
    hasOthers = entries.some(({ listing }) => !isOwn(listing));
    readList = list;
    fullestFirst = undefined;
    sorted = new Map();
  }

  /** Sorts all servers. Queries on one list share the result. */
  function sort(order: SortOrder | undefined): readonly Entry[] {
    const name =
      order === undefined ? '' : `${order.column} ${order.direction} ${currentLanguage()}`;
    return sorted.getOrInsertComputed(name, () => {
      // The list is nearly in this order, so the sort is short.
      fullestFirst ??= entries.toSorted((a, b) => compareAlike(a.listing, b.listing));
      return order === undefined ? rank(fullestFirst) : sortBy(fullestFirst, order);
    });
  }

  /** Ranks by exact start times. Whole seconds, as in the compatible API, would make two servers swap places. */
  function rank(alike: readonly Entry[]): readonly Entry[] {
    for (const entry of alike) entry.rank = rankOf(entry.listing);
    return alike.toSorted((a, b) => b.rank - a.rank);
  }

  /** The matching servers in order. How sites mix depends on the matches. */
  function findEntries(list: PublicList, query: SearchQuery): readonly Entry[] {
    read(list);
    const filter = filterFor(query, hasOthers);
    const all = sort(query.sort);
    const found = filter === undefined ? all : all.filter(filter);
    return hasOthers && query.sort === undefined ? mixOrigins(found) : found;
  }

  return {
    find: (list: PublicList, query: SearchQuery): Listing[] =>
      findEntries(list, query).map(({ listing }) => listing),
    /**
     * The first `limit` results after `after`. A server that moved meanwhile may appear twice or not at all. The first
     * page is shorter when other sites would fill more than half of it.
     */
    findPage(
      list: PublicList,
      query: SearchQuery,
      { limit, after }: { limit: number; after: SearchPosition | undefined },
    ): SearchPage {
      const found = findEntries(list, query);
      const isMixed = hasOthers && query.sort === undefined && after === undefined;
      const first = after === undefined ? 0 : findBehind(found, after, query.sort);
      const page = found.slice(first, first + (isMixed ? limitOfFirstPage(found, limit) : limit));
      const last = first + page.length < found.length ? page.at(-1) : undefined;
      return {
        results: page.map(({ listing, texts: { claim, family } }) => ({ listing, claim, family })),
        end: last && positionOf(last, query.sort),
      };
    },
    /** Lists every software, country, tag and language of the list: the values of the filters. */
    listChoices(list: PublicList): SearchChoices {
      read(list);
      const software = new Map(entries.map(({ texts }) => [texts.software, texts.family]));
      software.delete('');
      const all = (namesOf: (entry: Entry) => readonly string[]) => [
        ...new Set(entries.flatMap(namesOf)),
      ];
      return {
        software: [...software.values()],
        countries: all(({ listing }) => [listing.country]),
        tags: all(({ texts }) => texts.claim?.tags ?? []),
        languages: all(({ texts }) => (texts.claim?.language ? [texts.claim.language] : [])),
      };
    },
  };
}

export type ServerSearch = ReturnType<typeof createServerSearch>;

/** Makes an entry for each listing, and keeps the entries and texts that did not change since the last list. */
function createEntryReader(claims: { readonly all: ReadonlyMap<string, Claim> }) {
  let known = new Map<string, Entry>();
  /** Any change replaces the listing, and most listings did not change since the last list. */
  let unchanged = new WeakMap<Listing, Entry>();
  let readClaims = claims.all;

  function readEntry(listing: Listing): Entry {
    const before = known.get(listing.hash);
    // Only servers of this site have claims.
    const claim = isOwn(listing) ? readClaims.get(listing.hash) : undefined;
    const isSame =
      before !== undefined &&
      before.texts.claim === claim &&
      before.listing.origin === listing.origin &&
      before.listing.name === listing.name &&
      before.listing.software === listing.software &&
      before.listing.country === listing.country;
    const texts = isSame ? before.texts : describeTexts(listing, claim);
    const entry = { listing, texts, rank: 0 };
    known.set(listing.hash, entry);
    unchanged.set(listing, entry);
    return entry;
  }

  return {
    /** Whether the claims are those of the last read. */
    isCurrent: () => readClaims === claims.all,
    read(listings: readonly Listing[]): readonly Entry[] {
      if (readClaims !== claims.all) {
        readClaims = claims.all;
        unchanged = new WeakMap();
      }
      const entries = listings.map((listing) => unchanged.get(listing) ?? readEntry(listing));
      if (known.size > 2 * entries.length + SPARE) {
        known = new Map(entries.map((entry) => [entry.listing.hash, entry]));
      }
      return entries;
    },
  };
}

/** A test for matching entries; `undefined` when all match. `hasOthers` tells whether other sites list some servers. */
function filterFor(
  query: SearchQuery,
  hasOthers: boolean,
): ((entry: Entry) => boolean) | undefined {
  const words = foldSeen(query.search).split(/\s+/).filter(Boolean);
  const software = foldText(query.software);
  const { country, tag, language, web, isWanted } = query;
  // The widget asks for servers of this site, and most sites show no others.
  const origin = query.origin === 'here' && !hasOthers ? '' : query.origin;
  const possible: [isSet: unknown, filter: (entry: Entry) => boolean][] = [
    [query.hideEmpty, ({ listing }) => listing.players > 0],
    [query.hideFull, ({ listing }) => listing.players < listing.maxPlayers],
    [web !== undefined, ({ listing }) => listing.supportsWeb === web],
    [country, ({ listing }) => listing.country === country],
    [isWanted, ({ listing }) => isWanted?.(listing) !== false],
    [origin, ({ listing }) => (listing.origin?.host ?? 'here') === origin],
    [software, ({ texts }) => texts.software === software],
    [tag, ({ texts }) => texts.claim?.tags.includes(tag ?? '') === true],
    [language, ({ texts }) => texts.claim?.language === language],
    [words.length, (entry) => words.every((word) => haystackOf(entry).includes(word))],
  ];
  const filters = possible.flatMap(([isSet, filter]) => (isSet ? [filter] : []));
  if (filters.length === 0) return undefined;
  return (entry) => filters.every((filter) => filter(entry));
}

/** The index after the server that ended a page, or after the place where it would be now. */
function findBehind(
  entries: readonly Entry[],
  after: SearchPosition,
  order: SortOrder | undefined,
): number {
  const compare = (entry: Entry): number =>
    comparePositions(positionOf(entry, order), after, order);
  const same = entries.findIndex(({ listing }) => listing.hash === after.hash);
  const there = entries[same];
  if (there !== undefined && compare(there) === 0) return same + 1;
  // Servers of other sites are mixed in, but each kind is in order.
  const isAlike = (entry: Entry) =>
    order !== undefined || isOwn(entry.listing) === (after.key === 0);
  const behind = entries.findIndex((entry) => isAlike(entry) && compare(entry) > 0);
  return behind === -1 ? entries.findLastIndex(isAlike) + 1 : behind;
}

function describeTexts({ software }: Listing, claim: Claim | undefined): Texts {
  const family = softwareFamily(software);
  return {
    claim,
    family,
    software: foldText(family),
    name: undefined,
    haystack: undefined,
  };
}

function haystackOf({ listing, texts }: Entry): string {
  const { claim } = texts;
  texts.haystack ??= packed(
    foldSeen(
      [
        ...[stripColourCodes(listing.name), stripColourCodes(listing.software)],
        ...[...namesOf(listing.country), listing.country],
        ...(claim === undefined ? [] : [claim.description, ...claim.tags]),
        listing.origin?.host ?? '',
      ].join('\n'),
    ),
  );
  return texts.haystack;
}

/** The names of a country in each language. */
function namesOf(country: string): string[] {
  return LANGUAGES.map((language) => findCountryName(country, language) ?? '');
}

/** The names of the few countries by code. Shared strings compare fast. */
const countryTexts = new Map<string, Record<Language, string>>();

function describeCountry(code: string): Record<Language, string> {
  const names = namesOf(code);
  const pairs = LANGUAGES.map((language, index) => [language, sortable(names[index] ?? '')]);
  return Object.fromEntries(pairs);
}

/** The same text in half the memory when it is ASCII: every search reads all of it. */
function packed(text: string): string {
  return ASCII.test(text) ? Buffer.from(text, 'latin1').toString('latin1') : text;
}

/** A text that sorts as readers expect: without accents, and with `2` before `10`. */
function sortable(text: string): string {
  return foldText(text).replace(/\d+/g, (digits) => digits.padStart(8, '0'));
}

/** The text from its first letter or digit on, so that leading signs move no name up. A text of signs comes last. */
function fromFirstWord(text: string): string {
  const start = text.search(/[\p{L}\p{N}]/u);
  return start === -1 ? `\uffff${text}` : text.slice(start);
}

function positionOf(entry: Entry, order: SortOrder | undefined): SearchPosition {
  const { hash, counted, startedAt } = entry.listing;
  const key = order === undefined ? Number(!isOwn(entry.listing)) : keyReader(order)(entry);
  return { hash, rank: entry.rank, counted, startedAt, key };
}

function keyReader({ column }: SortOrder): (entry: Entry) => string | number {
  if (column === 'players') return ({ listing }) => listing.counted;
  if (column === 'uptime') return ({ listing }) => -listing.startedAt;
  const language = currentLanguage();
  if (column === 'software') return ({ texts }) => texts.software;
  if (column === 'name') {
    return ({ listing, texts }) => {
      texts.name ??= fromFirstWord(sortable(stripColourCodes(listing.name)));
      return texts.name;
    };
  }
  return ({ listing: { country } }) =>
    countryTexts.getOrInsertComputed(country, describeCountry)[language];
}

function sortBy(alike: readonly Entry[], order: SortOrder): readonly Entry[] {
  const read = keyReader(order);
  const sign = order.direction === 'desc' ? -1 : 1;
  return alike
    .map((entry) => ({ entry, key: read(entry) }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -sign : sign))
    .map(({ entry }) => entry);
}

function comparePositions(
  a: SearchPosition,
  b: SearchPosition,
  order: SortOrder | undefined,
): number {
  const sign = order?.direction === 'desc' ? -1 : 1;
  if (order !== undefined && a.key !== b.key) return a.key < b.key ? -sign : sign;
  if (order === undefined && a.rank !== b.rank) return b.rank - a.rank;
  return compareAlike(a, b);
}

/** Puts the fullest first among servers that tie in the chosen column. */
function compareAlike(
  a: Pick<Listing, 'hash' | 'counted' | 'startedAt'>,
  b: Pick<Listing, 'hash' | 'counted' | 'startedAt'>,
): number {
  if (a.counted !== b.counted) return b.counted - a.counted;
  if (a.startedAt !== b.startedAt) return a.startedAt - b.startedAt;
  return a.hash < b.hash ? -1 : Number(a.hash > b.hash);
}
