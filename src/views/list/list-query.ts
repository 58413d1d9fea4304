// The query of the list: search, filters and order, with the URL as their only state.

import type { SearchQuery, SortColumn, SortOrder } from '../../servers/servers.ts';

const COLUMNS = [
  'name',
  'country',
  'software',
  'players',
  'uptime',
] satisfies readonly SortColumn[];

const FIRST_DIRECTION: Record<SortColumn, SortOrder['direction']> = {
  name: 'asc',
  country: 'asc',
  software: 'asc',
  players: 'desc',
  uptime: 'desc',
};

/** What `sort` is in a URL for the order of the list itself, where another one is remembered. */
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
  /** The cursor of the page before; empty for the first page. */
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

const LONGEST_TEXT = 64;
const LONGEST_HOST = 260;

/** Parses the query of a URL. Invalid values are ignored; it never throws. */
export function parseListQuery(parameters: URLSearchParams): ListQuery {
  const text = (name: string) => (parameters.get(name) ?? '').trim().slice(0, LONGEST_TEXT);
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
    origin: (parameters.get('origin') ?? '').slice(0, LONGEST_HOST).toLowerCase().toWellFormed(),
    sort: parseOrder(parameters.get('sort') ?? '', parameters.get('dir')),
    after: /^[\w-]{1,600}$/.exec(parameters.get('after') ?? '')?.[0] ?? '',
  };
}

/** The order that `sort` stands for in a URL: a column, descending with a hyphen. Earlier URLs have the direction in `dir`. */
export function parseOrder(text: string, direction: string | null = null): SortOrder | undefined {
  const isDescending = text.startsWith('-');
  const column = COLUMNS.find((one) => one === (isDescending ? text.slice(1) : text));
  if (column === undefined) return undefined;
  return { column, direction: isDescending || direction === 'desc' ? 'desc' : 'asc' };
}

export function formatOrder({ column, direction }: SortOrder): string {
  return direction === 'desc' ? `-${column}` : column;
}

/** The query for a URL, with its question mark; an empty string when nothing is set. */
export function formatListQuery(query: ListQuery): string {
  const { search, software, country, tag, language, origin, sort } = query;
  const parameters = new URLSearchParams();
  if (search !== '') parameters.set('q', search);
  if (query.hideEmpty) parameters.set('empty', 'hide');
  if (query.hideFull) parameters.set('full', 'hide');
  if (query.webOnly) parameters.set('web', '1');
  if (software !== '') parameters.set('software', software);
  if (country !== '') parameters.set('country', country);
  if (tag !== '') parameters.set('tag', tag);
  if (language !== '') parameters.set('language', language);
  if (origin !== '') parameters.set('origin', origin);
  if (sort !== undefined) parameters.set('sort', formatOrder(sort));
  if (query.after !== '') parameters.set('after', query.after);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** The query for a URL in the order of the list itself, which is remembered from then on. */
export function formatInListOrder(query: ListQuery): string {
  const text = formatListQuery({ ...query, sort: undefined, after: '' });
  return `${text === '' ? '?' : `${text}&`}sort=${LIST_ORDER}`;
}

export function isNarrowed(query: ListQuery): boolean {
  return query.search !== '' || countFilters(query) > 0;
}

export function countFilters(query: ListQuery): number {
  const { hideEmpty, hideFull, webOnly, software, country, tag, language, origin } = query;
  const texts = [software, country, tag, language, origin];
  return [hideEmpty, hideFull, webOnly, ...texts].filter(Boolean).length;
}
