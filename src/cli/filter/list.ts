// `muster filter list`.

import type { Command } from 'commander';
import { formatMoment } from '../../lib/moment.ts';
import type { CommandContext } from '../context.ts';
import { withOffice } from '../office.ts';
import { formatTable, isoMoment } from '../output.ts';

async function listWords(context: CommandContext, isJson: boolean): Promise<void> {
  const words = await withOffice(context, ({ moderation }) => moderation.listFilterWords());
  if (isJson) {
    const rows = words.map(({ word, addedAt }) => ({ word, addedAt: isoMoment(addedAt) }));
    context.io.out(JSON.stringify(rows, null, 2));
    return;
  }
  const rows = words.map(({ word, addedAt }) => [word, formatMoment(addedAt)]);
  for (const line of formatTable(['WORD', 'SINCE (UTC)'], rows)) context.io.out(line);
}

/** Adds `muster filter list`. */
export function addFilterListCommand(parent: Command, context: CommandContext): void {
  parent
    .command('list')
    .description('List the words that keep servers out of the public list.')
    .option('--json', 'Write JSON for scripts.')
    .action((flags: { json?: boolean }) => listWords(context, flags.json === true));
}
