// The end of a page of search results as text in URLs, for programs and for the list page.

import { readOr } from '../../platform/lib/failure.ts';
import type { SearchPosition } from './search.ts';

/** Writes a position as opaque text. It holds nothing that the list does not show. */
export function formatCursor(
  { key, rank, counted, startedAt, hash }: SearchPosition,
  sort: string,
): string {
  const values = [sort, key, rank, counted, startedAt, hash];
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** Parses a cursor of this sort; `undefined` for anything else. */
export function parseCursor(cursor: string, sort: string): SearchPosition | undefined {
  const json = Buffer.from(cursor, 'base64url').toString();
  const values: unknown = readOr(() => JSON.parse(json), undefined);
  if (!Array.isArray(values) || values.length !== 6) return undefined;
  const [ofSort, key, rank, counted, startedAt, hash] = values as unknown[];
  const isText = /name|country|software/.test(sort);
  const isWhole = typeof key === (isText ? 'string' : 'number');
  const areNumbers = [rank, counted, startedAt].every((value) => Number.isFinite(value));
  if (ofSort !== sort || !isWhole || !areNumbers || typeof hash !== 'string') return undefined;
  return {
    key: key as string | number,
    rank: rank as number,
    hash,
    counted: counted as number,
    startedAt: startedAt as number,
  };
}
