// The query of the list: search, filters and order, with the URL as their only state.

import type { SearchQuery, SortColumn, SortOrder } from './search.ts';

const FIRST_DIRECTION: Record<SortColumn, SortOrder['direction']> = {
  name: 'asc',
  country: 'asc',
  software: 'asc',
  players: 'desc',
  uptime: 'desc',
};
const COLUMNS = Object.keys(FIRST_DIRECTION) as SortColumn[];

/** The value of `sort` in a URL for the list's own order, needed when the browser remembers another order. */
export const LIST_ORDER = 'best';

export const ORDERS = COLUMNS.flatMap((column) => {
  const first = FIRST_DIRECTION[column];
  return [first, first === 'asc' ? ('desc' as const) : ('asc' as const)].map((direction) =>
    formatOrder({ column, direction }),
  );
});

/** A query; empty texts and `false` filter nothing. */
export interface ListQuery extends Omit<SearchQuery, 'web' | 'isWanted'> {
  hideEmpty: boolean;
  hideFull: boolean;
  webOnly: boolean;
  tag: string;
  language: string;
  origin: string;
  /** The cursor at the end of the page before; empty for the first page. */
  after: string;
}

export const LIST_KEYS = [
  'q',
  'empty',
  'full',
  'web',
  'software',
  'country',
  'tag',
  'language',
  'origin',
  'sort',
  'dir',
  'after',
] as const;

const MAX_TEXT_LENGTH = 64;
const MAX_HOST_LENGTH = 260;

/** Parses the query of a URL. Invalid values are ignored; it never throws. */
export function parseListQuery(parameters: URLSearchParams): ListQuery {
  const text = (name: string) => (parameters.get(name) ?? '').trim().slice(0, MAX_TEXT_LENGTH);
  const country = text('country').toUpperCase();
  return {
    search: text('q').toWellFormed(),
    hideEmpty: parameters.get('empty') === 'hide',
    hideFull: parameters.get('full') === 'hide',
    webOnly: parameters.get('web') === '1',
    software: text('software').toLowerCase().toWellFormed(),
    country: /^[A-Z][A-Z0-9]$/.test(country) ? country : '',
    tag: text('tag').toLowerCase().toWellFormed(),
    language: /^[a-z]{2}$/i.test(text('language')) ? text('language').toLowerCase() : '',
    origin: (parameters.get('origin') ?? '').slice(0, MAX_HOST_LENGTH).toLowerCase().toWellFormed(),
    sort: parseOrder(parameters.get('sort') ?? '', parameters.get('dir')),
    after: /^[\w-]{1,600}$/.exec(parameters.get('after') ?? '')?.[0] ?? '',
  };
}

/**
 * The order that `sort` names in a URL: a column, with a hyphen if descending. Old URLs have the direction in `dir`.
 */
export function parseOrder(text: string, direction: string | null = null): SortOrder | undefined {
  const isDescending = text.startsWith('-');
  const column = COLUMNS.find((one) => one === (isDescending ? text.slice(1) : text));
  if (column === undefined) return undefined;
  return { column, direction: isDescending || direction === 'desc' ? 'desc' : 'asc' };
}

export function formatOrder({ column, direction }: SortOrder): string {
  return direction === 'desc' ? `-${column}` : column;
}

/** The URL parameters of a query; parameters that are not set are empty. */
function toParameters(query: ListQuery) {
  const { search: q, software, country, tag, language, origin, sort, after } = query;
  return {
    q,
    empty: query.hideEmpty ? 'hide' : '',
    full: query.hideFull ? 'hide' : '',
    web: query.webOnly ? '1' : '',
    software,
    country,
    tag,
    language,
    origin,
    sort: sort === undefined ? '' : formatOrder(sort),
    after,
  };
}

const listSet = (parameters: Record<string, string>) =>
  Object.entries(parameters).filter(([, text]) => text !== '');

/** The query for a URL with its question mark; an empty string when nothing is set. */
export function formatListQuery(query: ListQuery): string {
  const set = listSet(toParameters(query));
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`;
}

/** The query for a URL that selects the list's own order, which the browser remembers from then on. */
export function formatInListOrder(query: ListQuery): string {
  const text = formatListQuery({ ...query, sort: undefined, after: '' });
  return `${text === '' ? '?' : `${text}&`}sort=${LIST_ORDER}`;
}

export function isNarrowed(query: ListQuery): boolean {
  return query.search !== '' || countFilters(query) > 0;
}

export const countFilters = (query: ListQuery): number =>
  listSet(toParameters({ ...query, search: '', sort: undefined, after: '' })).length;

/** Removes search and filters, and keeps the order. */
export const clearFilters = ({ sort }: ListQuery): ListQuery => ({
  ...parseListQuery(new URLSearchParams()),
  sort,
});
