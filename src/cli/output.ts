// Formats what commands print: tables, details, JSON, and times for scripts.

import type { Actor } from '../accounts/audit-ports.ts';
import { cleanText } from '../lib/text.ts';
import type { Io } from './io.ts';

/** A table with aligned columns, one line for each row; two spaces between columns. */
export function formatTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const lines = [heads, ...rows.map((row) => row.map(cleanText))];
  const widths = heads.map((_, column) =>
    Math.max(...lines.map((line) => Bun.stringWidth(line[column] ?? ''))),
  );
  return lines.map((line) =>
    line
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - Bun.stringWidth(cell)))
      .join('  ')
      .trimEnd(),
  );
}

export interface ListForm<Item> {
  heads: readonly string[];
  /** The cells of a row, one for each head. */
  toRow(item: Item): readonly string[];
  /** The same for scripts, with times by `isoMoment`. */
  toJson(item: Item): Record<string, unknown>;
}

export function writeList<Item>(
  { out }: Pick<Io, 'out'>,
  items: readonly Item[],
  { heads, toRow, toJson, json: isJson = false }: ListForm<Item> & { json?: boolean | undefined },
): void {
  if (isJson) out(JSON.stringify(items.map(toJson), null, 2));
  else for (const line of formatTable(heads, items.map(toRow))) out(line);
}

export function formatDetails(details: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...details.map(([name]) => name.length));
  return details.map(([name, value]) => `${name.padEnd(width)}  ${cleanText(value)}`.trimEnd());
}

/** A moment for scripts: ISO 8601 in UTC, `null` for none. */
export function isoMoment(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

export function yesNo(isYes: boolean): string {
  return isYes ? 'yes' : 'no';
}

export function nameActor(actor: Actor): string {
  return actor.kind === 'account' ? actor.name : actor.kind;
}
