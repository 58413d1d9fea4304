// How commands write tables, details, and times for scripts.

import type { Actor } from '../accounts/audit-ports.ts';
import { cleanText } from '../lib/text.ts';

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

/** Names and values below each other, aligned. */
export function formatDetails(details: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...details.map(([name]) => name.length));
  return details.map(([name, value]) => `${name.padEnd(width)}  ${cleanText(value)}`.trimEnd());
}

/** A moment for scripts: ISO 8601 in UTC, `null` for none. */
export function isoMoment(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

/** `yes` or `no`. */
export function yesNo(isYes: boolean): string {
  return isYes ? 'yes' : 'no';
}

/** Who acted: the name of an account, or `command line`. */
export function nameActor(actor: Actor): string {
  return actor.kind === 'account' ? actor.name : actor.kind;
}
