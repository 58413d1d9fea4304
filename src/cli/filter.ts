// `muster filter …`: words that keep servers out of the public list.

import type { Command } from 'commander';
import { formatMoment } from '../lib/moment.ts';
import type { FilterWord } from '../servers/moderation/ports.ts';
import { type CommandContext, commandLine, inDataFolder, requireThere } from './context.ts';
import { type ReasonFlag, reasonOption } from './input.ts';
import { addList, isoMoment, type Listing } from './output.ts';

const LIST: Listing<FilterWord> = {
  read: ({ moderation }) => moderation.listFilterWords(),
  heads: ['WORD', 'SINCE (UTC)'],
  toRow: ({ word, addedAt }) => [word, formatMoment(addedAt)],
  toJson: ({ word, addedAt }) => ({ word, addedAt: isoMoment(addedAt) }),
};

export function addFilterCommands(program: Command, context: CommandContext): void {
  const filter = program
    .command('filter')
    .description('Keep servers with certain words in their name off the public list.');
  filter
    .command('add')
    .argument('<word>', 'a whole word, or one with * for any letters, such as bad*')
    .description('Keep servers with this word in their name off the public list.')
    .addOption(reasonOption())
    .action(
      inDataFolder(context, async ({ moderation }, word: string, { reason }: ReasonFlag) =>
        (await moderation.addFilterWord(commandLine, word, reason))
          ? `Servers with "${word}" in their name are now kept off the public list.`
          : `The word "${word}" is already in the filter.`,
      ),
    );
  addList(filter, context, 'List the words that keep servers off the public list.', LIST);
  filter
    .command('remove')
    .argument('<word>')
    .description('Allow servers with this word in their name on the public list again.')
    .addOption(reasonOption())
    .action(
      inDataFolder(context, async ({ moderation }, word: string, { reason }: ReasonFlag) => {
        const wasThere = await moderation.removeFilterWord(commandLine, word, reason);
        const missing = `The word "${word}" is not in the filter. muster filter list shows its words.`;
        requireThere(wasThere, missing);
        return `The word "${word}" was removed from the filter.`;
      }),
    );
}
