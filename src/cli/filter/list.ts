// `muster filter list`.

import type { Command } from 'commander';
import { formatMoment } from '../../lib/moment.ts';
import type { FilterWord } from '../../servers/moderation/ports.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { isoMoment, writeList } from '../output.ts';

const HEADS = ['WORD', 'SINCE (UTC)'];

function toRow({ word, addedAt }: FilterWord): string[] {
  return [word, formatMoment(addedAt)];
}

function toJson({ word, addedAt }: FilterWord): Record<string, unknown> {
  return { word, addedAt: isoMoment(addedAt) };
}

async function listWords(context: CommandContext, json: boolean | undefined): Promise<void> {
  const words = await withDataFolder(context, ({ moderation }) => moderation.listFilterWords());
  writeList(context.io, words, { heads: HEADS, toRow, toJson, json });
}

/** Adds `muster filter list`. */
export function addFilterListCommand(parent: Command, context: CommandContext): void {
  parent
    .command('list')
    .description('List the words that keep servers out of the public list.')
    .option('--json', 'Write JSON for scripts.')
    .action(({ json }: { json?: boolean }) => listWords(context, json));
}
