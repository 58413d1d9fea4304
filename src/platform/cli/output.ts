// Formats the output of commands: tables, details, JSON, and times for scripts.

import type { Actor } from '../lib/actor.ts';
import { formatMoment } from '../lib/moment.ts';
import { cleanText } from '../lib/text.ts';

/** A table with aligned columns, one line per row, and two spaces between columns. */
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

/** Names of JSON fields that hold times. */
const MOMENT = /(^at|At|[uU]ntil)$/;

/** JSON for scripts. Times are ISO 8601 in UTC. */
export function formatJson(value: unknown): string {
  const toIso = (name: string, held: unknown) =>
    typeof held === 'number' && MOMENT.test(name) ? new Date(held).toISOString() : held;
  return JSON.stringify(value, toIso, 2);
}

/** A field of an item, or a function that returns the text. */
type Cell<Item> =
  | ((item: Item) => string)
  | (string &
      {
        [Field in keyof Item]: Item[Field] extends string | number | boolean ? Field : never;
      }[keyof Item]);

export interface ListForm<Item> {
  /** Columns of the table. A field under a head with `(UTC)` holds a time. */
  columns: readonly (readonly [head: string, cell: Cell<Item>])[];
  /** Converts an item for JSON; by default all fields. */
  toJson?(item: Item): object;
}

function formatCell<Item>(item: Item, [head, cell]: ListForm<Item>['columns'][number]): string {
  if (typeof cell === 'function') return cell(item);
  const value = item[cell];
  if (typeof value === 'boolean') return yesNo(value);
  return head.endsWith('(UTC)') ? formatMoment(Number(value)) : String(value);
}

/** The items as a table, or as JSON. */
export function formatList<Item>(
  items: readonly Item[],
  { columns, toJson, json: isJson = false }: ListForm<Item> & { json?: boolean | undefined },
): string {
  if (isJson) return formatJson(toJson === undefined ? items : items.map(toJson));
  const heads = columns.map(([head]) => head);
  const rows = items.map((item) => columns.map((column) => formatCell(item, column)));
  return formatTable(heads, rows).join('\n');
}

export function formatDetails(details: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...details.map(([name]) => name.length));
  return details.map(([name, value]) => `${name.padEnd(width)}  ${cleanText(value)}`.trimEnd());
}

export function yesNo(isYes: boolean): string {
  return isYes ? 'yes' : 'no';
}

export function nameActor(actor: Actor): string {
  if (actor.kind !== 'account') return actor.kind;
  return actor.key === undefined ? actor.name : `${actor.name} by key ${actor.key}`;
}
