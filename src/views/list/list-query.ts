// What a reader asks of the list: search, filters and order, with the URL as their only state.

/** The columns that the list can be ordered by. */
export const COLUMNS = ['name', 'country', 'software', 'players', 'uptime'] as const;

/** One of them, by its name in the URL. */
export type Column = (typeof COLUMNS)[number];

/** The direction that a column starts with: numbers from the top, words from A. */
const FIRST_DIRECTION: Record<Column, Direction> = {
  name: 'asc',
  country: 'asc',
  software: 'asc',
  players: 'desc',
  uptime: 'desc',
};

/** Upwards, from A or 0, or downwards. */
export type Direction = 'asc' | 'desc';

/** What is asked of the list; texts are empty and switches off where nothing is asked. */
export interface ListQuery {
  search: string;
  hideEmpty: boolean;
  hideFull: boolean;
  webOnly: boolean;
  /** A software without its version, in lower case. */
  software: string;
  /** A country's two letters. */
  country: string;
  /** Without one, the order of the house. */
  sort: { column: Column; direction: Direction } | undefined;
}

const LONGEST_TEXT = 64;

/** Reads the query of a URL; what it cannot read counts as not asked. */
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

/** The query as a URL carries it, with its question mark; empty when nothing is asked. */
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

/** The query that the heading of a column leads to: its own order, or that order turned round. */
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
