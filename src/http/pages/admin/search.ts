// The searches of pages of administration: reading their queries, searching lists, and cutting them into pages.

import { withQuery } from '../../../views/admin/admin-paths.ts';
import type { PageOf } from '../../../views/admin/parts.tsx';

/** The number of an entry, as pages write it. */
export const ENTRY_ID = /^[1-9][0-9]{0,14}$/;

/** Longest text that is searched for; an e-mail address fits. */
const LONGEST = 254;
const ROWS = 100;

/** The named parameters of a query, each cut to the longest text that is searched for. */
export function readQuery<Name extends string>(
  query: URLSearchParams,
  names: readonly Name[],
): Record<Name, string> {
  const read = (name: Name) => [name, (query.get(name) ?? '').slice(0, LONGEST).trim()];
  return Object.fromEntries(names.map(read)) as Record<Name, string>;
}

/** The number of an entry; `undefined` for a text that is none. */
export function parseId(text: string | null): number | undefined {
  return ENTRY_ID.test(text ?? '') ? Number(text) : undefined;
}

/** Tests whether one of several texts has what was looked for in it, whatever the case. */
export function createSearch(text: string): (...texts: string[]) => boolean {
  const sought = text.toLowerCase();
  return (...texts) => texts.some((each) => each.toLowerCase().includes(sought));
}

/** The page that the query names, of up to 100 rows; one past the last is the last. */
export function pageOf<Row>(
  rows: readonly Row[],
  query: URLSearchParams,
  path: string,
  search: Readonly<Record<string, string>>,
): PageOf<Row> {
  const last = Math.max(1, Math.ceil(rows.length / ROWS));
  const page = Math.min(last, parseId(query.get('page')) ?? 1);
  return {
    rows: rows.slice((page - 1) * ROWS, page * ROWS),
    count: rows.length,
    next: page < last ? withQuery(path, { ...search, page: page + 1 }) : undefined,
    first: page > 1 ? withQuery(path, search) : undefined,
  };
}

/** The links of a list that the store reads page by page, each before the last entry of the one before. */
export function linkPages(
  path: string,
  search: Readonly<Record<string, string>>,
  { beforeId, nextBeforeId }: Record<'beforeId' | 'nextBeforeId', number | undefined>,
) {
  return {
    older:
      nextBeforeId === undefined ? undefined : withQuery(path, { ...search, before: nextBeforeId }),
    newest: beforeId === undefined ? undefined : withQuery(path, search),
  };
}
