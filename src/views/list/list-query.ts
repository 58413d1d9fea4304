// The query of the list: search, filters and order, with the URL as their only state.

/** The columns that the list can be ordered by. */
export const COLUMNS = ['name', 'country', 'software', 'players', 'uptime'] as const;

/** A column, by its name in the URL. */
export type Column = (typeof COLUMNS)[number];

/** The first direction of each column: numbers descending, text ascending. */
const FIRST_DIRECTION: Record<Column, Direction> = {
  name: 'asc',
  country: 'asc',
  software: 'asc',
  players: 'desc',
  uptime: 'desc',
};

/** Ascending or descending. */
export type Direction = 'asc' | 'desc';

/** A query; empty texts and `false` filter nothing. */
export interface ListQuery {
  search: string;
  hideEmpty: boolean;
  hideFull: boolean;
  webOnly: boolean;
  /** The name of a software without its version, in lower case. */
  software: string;
  /** A country's two letters. */
  country: string;
  /** `undefined` for the default order. */
  sort: { column: Column; direction: Direction } | undefined;
}

/** The keys of the query. */
export const LIST_KEYS = [
  'q',
  'empty',
  'full',
  'web',
  'software',
  'country',
  'sort',
  'dir',
] as const;

const LONGEST_TEXT = 64;

/** Parses the query of a URL. Invalid values are ignored; it never throws. */
export function parseListQuery(parameters: URLSearchParams): ListQuery {
  const text = (name: string) => (parameters.get(name) ?? '').trim().slice(0, LONGEST_TEXT);
  const column = COLUMNS.find((one) => one === parameters.get('sort'));
  const direction = parameters.get('dir');
  const country = text('country').toUpperCase();
  return {
    search: text('q').toWellFormed(),
    hideEmpty: parameters.get('empty') === 'hide',
    hideFull: parameters.get('full') === 'hide',
    webOnly: parameters.get('web') === '1',
    software: text('software').toLowerCase().toWellFormed(),
    country: /^[A-Z][A-Z0-9]$/.test(country) ? country : '',
    sort:
      column === undefined
        ? undefined
        : {
            column,
            direction:
              direction === 'asc' || direction === 'desc' ? direction : FIRST_DIRECTION[column],
          },
  };
}

/** The query for a URL, with its question mark; an empty string when nothing is set. */
export function formatListQuery(query: ListQuery): string {
  const { search, software, country, sort } = query;
  const parameters = new URLSearchParams();
  if (search !== '') parameters.set('q', search);
  if (query.hideEmpty) parameters.set('empty', 'hide');
  if (query.hideFull) parameters.set('full', 'hide');
  if (query.webOnly) parameters.set('web', '1');
  if (software !== '') parameters.set('software', software);
  if (country !== '') parameters.set('country', country);
  if (sort !== undefined) {
    parameters.set('sort', sort.column);
    parameters.set('dir', sort.direction);
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** The query behind the heading of a column: sorted by it, or in the opposite direction if it is already. */
export function sortedBy(query: ListQuery, column: Column): ListQuery {
  const { sort } = query;
  if (sort?.column !== column) {
    return { ...query, sort: { column, direction: FIRST_DIRECTION[column] } };
  }
  return { ...query, sort: { column, direction: sort.direction === 'asc' ? 'desc' : 'asc' } };
}

/** Whether the query leaves some servers out. */
export function isNarrowed(query: ListQuery): boolean {
  const { search, hideEmpty, hideFull, webOnly, software, country } = query;
  return search !== '' || hideEmpty || hideFull || webOnly || software !== '' || country !== '';
}
