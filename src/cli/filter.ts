// `muster filter …`: words that keep servers out of the public list.

import type { Command } from 'commander';
import { Failure } from '../lib/failure.ts';
import { formatMoment } from '../lib/moment.ts';
import type { FilterWord } from '../servers/moderation/ports.ts';
import { type CommandContext, commandLine, withDataFolder } from './context.ts';
import { type JsonFlag, jsonOption, type ReasonFlag, reasonOption } from './input.ts';
import { isoMoment, type ListForm, writeList } from './output.ts';

const LIST: ListForm<FilterWord> = {
  heads: ['WORD', 'SINCE (UTC)'],
  toRow: ({ word, addedAt }) => [word, formatMoment(addedAt)],
  toJson: ({ word, addedAt }) => ({ word, addedAt: isoMoment(addedAt) }),
};

function addAdd(parent: Command, context: CommandContext): void {
  parent
    .command('add')
    .argument('<word>', 'a whole word, or one with * for any letters, such as bad*')
    .description('Keep servers with this word in their name off the public list.')
    .addOption(reasonOption())
    .action(async (word: string, { reason }: ReasonFlag) => {
      const isNew = await withDataFolder(context, ({ moderation }) =>
        moderation.addFilterWord(commandLine, word, reason),
      );
      context.io.out(
        isNew
          ? `Servers with "${word}" in their name are now kept off the public list.`
          : `The word "${word}" is already in the filter.`,
      );
    });
}

function addList(parent: Command, context: CommandContext): void {
  parent
    .command('list')
    .description('List the words that keep servers off the public list.')
    .addOption(jsonOption())
    .action(async ({ json }: JsonFlag) => {
      const words = await withDataFolder(context, ({ moderation }) => moderation.listFilterWords());
      writeList(context.io, words, { ...LIST, json });
    });
}

function addRemove(parent: Command, context: CommandContext): void {
  parent
    .command('remove')
    .argument('<word>')
    .description('Allow servers with this word in their name on the public list again.')
    .addOption(reasonOption())
    .action(async (word: string, { reason }: ReasonFlag) => {
      const wasThere = await withDataFolder(context, ({ moderation }) =>
        moderation.removeFilterWord(commandLine, word, reason),
      );
      if (!wasThere) {
        throw new Failure(
          'not_found',
          `The word "${word}" is not in the filter. muster filter list shows its words.`,
        );
      }
      context.io.out(`The word "${word}" was removed from the filter.`);
    });
}

export function addFilterCommands(program: Command, context: CommandContext): void {
  const filter = program
    .command('filter')
    .description('Keep servers with certain words in their name off the public list.');
  addAdd(filter, context);
  addList(filter, context);
  addRemove(filter, context);
}
