// Formats what commands print: tables, details, JSON, and times for scripts.

import type { Command } from 'commander';
import type { Actor } from '../accounts/audit-ports.ts';
import type { AdminServices } from '../app.ts';
import { cleanText } from '../lib/text.ts';
import { type CommandContext, withDataFolder } from './context.ts';
import { type JsonFlag, jsonOption } from './input.ts';
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
  toRow(item: Item): readonly string[];
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

export interface Listing<Item> extends ListForm<Item> {
  read(admin: AdminServices): Promise<readonly Item[]>;
}

export function addList<Item>(
  noun: Command,
  context: CommandContext,
  description: string,
  { read, ...form }: Listing<Item>,
): void {
  noun
    .command('list')
    .description(description)
    .addOption(jsonOption())
    .action(async ({ json }: JsonFlag) => {
      writeList(context.io, await withDataFolder(context, read), { ...form, json });
    });
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
