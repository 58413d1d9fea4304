// Searches lists that are held as a whole, and cuts them into numbered pages.

import type { PageOf } from '../../../views/admin/row-action.tsx';
import { withQuery } from '../../../views/admin/server-paths.ts';
import { parseId } from './query.ts';

const ROWS = 100;

/** The page that the query names, of up to 100 rows; one past the last is the last. */
export function pageOf<Row>(
  rows: readonly Row[],
  query: URLSearchParams,
  path: string,
  requested: Readonly<Record<string, string>>,
): PageOf<Row> {
  const last = Math.max(1, Math.ceil(rows.length / ROWS));
  const page = Math.min(last, parseId(query.get('page') ?? '') ?? 1);
  return {
    rows: rows.slice((page - 1) * ROWS, page * ROWS),
    count: rows.length,
    next: page < last ? withQuery(path, { ...requested, page: page + 1 }) : undefined,
    first: page > 1 ? withQuery(path, requested) : undefined,
  };
}

/** Tests whether one of several texts has what was looked for in it, whatever the case. */
export function createSearch(text: string): (...texts: string[]) => boolean {
  const sought = text.toLowerCase();
  return (...texts) => texts.some((each) => each.toLowerCase().includes(sought));
}
