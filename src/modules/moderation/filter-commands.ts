// `muster filter …`: words that keep servers out of the public list.

import type { Command } from 'commander';
import { type CommandContext, commandLine, requireThere } from '../../platform/cli/context.ts';
import type { ReasonFlag } from '../../platform/cli/input.ts';
import { addNoun } from '../../platform/cli/noun.ts';
import type { ServerModeration } from './moderation.ts';

export function addFilterCommands(
  program: Command,
  context: CommandContext<{ moderation: ServerModeration }>,
): void {
  const description = 'Keep servers with certain words in their name off the public list.';
  const { add, addList } = addNoun(program, context, 'filter', description);
  add('add <word>', {
    help: 'Keep servers with this word in their name off the public list.',
    argument: 'a whole word, or one with * for any letters, such as bad*',
    run: async ({ moderation }, word: string, { reason }: ReasonFlag) =>
      (await moderation.addFilterWord(commandLine, word, reason))
        ? `Servers with "${word}" in their name are now kept off the public list.`
        : `The word "${word}" is already in the filter.`,
  });
  addList({
    help: 'List the words that keep servers off the public list.',
    read: ({ moderation }) => moderation.listFilterWords(),
    columns: [
      ['WORD', 'word'],
      ['SINCE (UTC)', 'addedAt'],
    ],
    toJson: ({ word, addedAt }) => ({ word, addedAt }),
  });
  add('remove <word>', {
    help: 'Allow servers with this word in their name on the public list again.',
    async run({ moderation }, word: string, { reason }: ReasonFlag) {
      const wasThere = await moderation.removeFilterWord(commandLine, word, reason);
      const missing = `The word "${word}" is not in the filter. muster filter list shows its words.`;
      requireThere(wasThere, missing);
      return `The word "${word}" was removed from the filter.`;
    },
  });
}
