// Searches and sorts the public servers: for the list page, and for programs a page of results at a time.

import { stripColourCodes } from '../lib/colour-codes.ts';
import { findCountryName } from '../lib/country-name.ts';
import { currentLanguage, LANGUAGES, type Language } from '../messages/language.ts';
import type { Claim } from './claims/ports.ts';
import type { Listing } from './live-server.ts';
import type { PublicList } from './ready-list.ts';

/** What results can be sorted by. */
export const SORT_COLUMNS = ['name', 'country', 'software', 'players', 'uptime'] as const;

/** A column that results can be sorted by. */
export type SortColumn = (typeof SORT_COLUMNS)[number];

/** A sort that was chosen; `uptime` ascending begins with the newest. */
export interface SortOrder {
  column: SortColumn;
  direction: 'asc' | 'desc';
}

/** What to find; an empty text and `undefined` filter nothing. */
export interface SearchQuery {
  /** Words, each of which has to be in the name, software, country, description or tags. */
  search: string;
  /** The name of a software without its version; case and accents do not count. */
  software: string;
  /** Two capitals. */
  country: string;
  /** Whether the server takes the web client. */
  web?: boolean | undefined;
  hideEmpty?: boolean | undefined;
  hideFull?: boolean | undefined;
  /** Without it the order of the list, but with empty servers last. */
  sort: SortOrder | undefined;
}

/** Where a page of results ended: what the order of its last server depended on. */
export interface SearchPosition
  extends Pick<Listing, 'hash' | 'isFeatured' | 'players' | 'startedAt'> {
  /** What the servers are sorted by. */
  key: string | number;
}

/** A page of results. */
export interface SearchPage {
  results: readonly { listing: Listing; claim: Claim | undefined }[];
  /** Where the next page begins; `undefined` on the last one. */
  end: SearchPosition | undefined;
}

/** Finds servers in the public list. */
export interface ServerSearch {
  /** The listings that the query is about, in its order. */
  find(list: PublicList, query: SearchQuery): Listing[];
  /** The first `limit` results behind `after`; a server that moved in the order meanwhile may come twice or not at all. */
  findPage(
    list: PublicList,
    query: SearchQuery,
    page: { limit: number; after: SearchPosition | undefined },
  ): SearchPage;
  /** Every software and every country of the list: what filters can be set to. */
  listChoices(list: PublicList): { software: string[]; countries: string[] };
}

/** What searches and sorts read of a server; it is computed again only when one of its sources changes. */
interface Texts {
  claim: Claim | undefined;
  name: string;
  family: string;
  software: string;
  /** The name of its country in each language. */
  countries: Readonly<Record<Language, string>>;
  /** Everything that is searched. */
  haystack: string;
}

interface Entry {
  listing: Listing;
  texts: Texts;
}

/** Servers that left may stay known up to as many as there are, and these. */
const SPARE = 100;
const PLAIN_ASCII = /^[\x20-\x7e]*$/;
/** Letters whose strokes and ligatures Unicode does not take apart. */
const UNDIVIDED: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
};

/** The text in lower case and without accents. */
export function foldText(text: string): string {
  if (PLAIN_ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => UNDIVIDED[letter] ?? letter);
}

/** The software without its version, such as `MCGalaxy`; nobody searches for a version. */
export function softwareFamily(software: string): string {
  const family = stripColourCodes(software).replace(/[\s/-]+v?\d.*$/i, '');
  return family.trim();
}

/** Searches with what `findClaim` returns for a hash. */
export function createServerSearch(
  findClaim: (hash: string) => Claim | undefined = () => undefined,
): ServerSearch {
  let known = new Map<string, Entry>();
  let readList: PublicList | undefined;
  let entries: readonly Entry[] = [];
  let sorted = new Map<string, readonly Entry[]>();

  /** Reads the list once, and reuses what is known of its servers. */
  function read(list: PublicList): void {
    if (readList === list) return;
    entries = list.listings.map(readEntry);
    if (known.size > 2 * entries.length + SPARE) {
      known = new Map(entries.map((entry) => [entry.listing.hash, entry]));
    }
    readList = list;
    sorted = new Map();
  }

  function readEntry(listing: Listing): Entry {
    const before = known.get(listing.hash);
    const claim = findClaim(listing.hash);
    // A listing is replaced when anything of it changes, and most did not since the last list.
    if (before !== undefined && before.listing === listing && before.texts.claim === claim) {
      return before;
    }
    const isSame =
      before !== undefined &&
      before.texts.claim === claim &&
      before.listing.name === listing.name &&
      before.listing.software === listing.software &&
      before.listing.country === listing.country;
    const entry = { listing, texts: isSame ? before.texts : describeTexts(listing, claim) };
    known.set(listing.hash, entry);
    return entry;
  }

  /** All servers in an order, which queries on one list have in common. */
  function sort(order: SortOrder | undefined): readonly Entry[] {
    const name =
      order === undefined ? '' : `${order.column} ${order.direction} ${currentLanguage()}`;
    const ready = sorted.get(name);
    if (ready !== undefined) return ready;
    const made = order === undefined ? putEmptyLast(entries) : sortBy(entries, order);
    sorted.set(name, made);
    return made;
  }

  function choose(list: PublicList, query: SearchQuery): Entry[] {
    read(list);
    const words = foldText(query.search).split(/\s+/).filter(Boolean);
    const software = foldText(query.software);
    return sort(query.sort).filter(({ listing, texts }) => {
      if (query.hideEmpty && listing.players === 0) return false;
      if (query.hideFull && listing.players >= listing.maxPlayers) return false;
      if (query.web !== undefined && listing.supportsWeb !== query.web) return false;
      if (query.country !== '' && listing.country !== query.country) return false;
      if (software !== '' && texts.software !== software) return false;
      return words.every((word) => texts.haystack.includes(word));
    });
  }

  return {
    find: (list, query) => choose(list, query).map(({ listing }) => listing),
    findPage(list, query, { limit, after }) {
      const chosen = choose(list, query);
      const first = after === undefined ? 0 : findBehind(chosen, after, query.sort);
      const page = chosen.slice(first, first + limit);
      const last = page.at(-1);
      const isOver = last === undefined || last === chosen.at(-1);
      return {
        results: page.map(({ listing, texts }) => ({ listing, claim: texts.claim })),
        end: isOver ? undefined : positionOf(last, query.sort),
      };
    },
    listChoices(list) {
      read(list);
      const software = new Map<string, string>();
      const countries = new Set<string>();
      for (const { listing, texts } of entries) {
        if (texts.software !== '') software.set(texts.software, texts.family);
        countries.add(listing.country);
      }
      return { software: [...software.values()], countries: [...countries] };
    },
  };
}

/** The list has the order already, but for empty servers. */
function putEmptyLast(entries: readonly Entry[]): readonly Entry[] {
  const empty: Entry[] = [];
  const others: Entry[] = [];
  for (const entry of entries) (entry.listing.players === 0 ? empty : others).push(entry);
  return others.concat(empty);
}

function sortBy(entries: readonly Entry[], order: SortOrder): readonly Entry[] {
  return entries
    .map((entry) => ({ entry, position: positionOf(entry, order) }))
    .sort((a, b) => comparePositions(a.position, b.position, order))
    .map(({ entry }) => entry);
}

/** The index behind the server that a page ended with, or behind where that would be now. */
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
  const behind = entries.findIndex((entry) => compare(entry) > 0);
  return behind === -1 ? entries.length : behind;
}

function describeTexts(listing: Listing, claim: Claim | undefined): Texts {
  const name = stripColourCodes(listing.name);
  const family = softwareFamily(listing.software);
  const names = LANGUAGES.map((language) => findCountryName(listing.country, language) ?? '');
  const searched = [
    ...[name, stripColourCodes(listing.software), ...names, listing.country],
    ...(claim === undefined ? [] : [claim.description, ...claim.tags]),
  ];
  return {
    claim,
    name: sortable(name),
    family,
    software: foldText(family),
    countries: Object.fromEntries(
      LANGUAGES.map((language, index) => [language, sortable(names[index] ?? '')]),
    ) as Record<Language, string>,
    haystack: foldText(searched.join('\n')),
  };
}

/** A text that sorts as readers expect: without accents, and with `2` before `10`. */
function sortable(text: string): string {
  return foldText(text).replace(/\d+/g, (digits) => digits.padStart(8, '0'));
}

function positionOf({ listing, texts }: Entry, order: SortOrder | undefined): SearchPosition {
  const { hash, isFeatured, players, startedAt } = listing;
  return { hash, isFeatured, players, startedAt, key: keyOf(listing, texts, order) };
}

function keyOf(listing: Listing, texts: Texts, order: SortOrder | undefined): string | number {
  if (order === undefined) return 0;
  if (order.column === 'players') return listing.players;
  if (order.column === 'uptime') return -listing.startedAt;
  return order.column === 'country' ? texts.countries[currentLanguage()] : texts[order.column];
}

/** Servers that are alike in the chosen column come fullest first. */
function comparePositions(
  a: SearchPosition,
  b: SearchPosition,
  order: SortOrder | undefined,
): number {
  const sign = order?.direction === 'desc' ? -1 : 1;
  if (order !== undefined && a.key !== b.key) return a.key < b.key ? -sign : sign;
  if (order === undefined) {
    const isLast = Number(a.players === 0) - Number(b.players === 0);
    if (isLast !== 0) return isLast;
    if (a.isFeatured !== b.isFeatured) return a.isFeatured ? -1 : 1;
  }
  if (a.players !== b.players) return b.players - a.players;
  if (a.startedAt !== b.startedAt) return a.startedAt - b.startedAt;
  return a.hash < b.hash ? -1 : Number(a.hash > b.hash);
}
