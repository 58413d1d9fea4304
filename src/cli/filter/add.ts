// `muster filter add`.

import type { Command } from 'commander';
import { commandLine } from '../actor.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { type Reasoned, reasonOption } from '../reason-option.ts';

/** Adds `muster filter add`. */
export function addFilterAddCommand(parent: Command, context: CommandContext): void {
  parent
    .command('add')
    .argument('<word>', 'a whole word; with * for any letters, such as bad*')
    .description('Keep servers with this word in their name out of the public list.')
    .addOption(reasonOption())
    .action(async (word: string, { reason }: Reasoned) => {
      const isNew = await withDataFolder(context, ({ moderation }) =>
        moderation.addFilterWord(commandLine, word, reason),
      );
      context.io.out(
        isNew
          ? `Servers with "${word}" in their name are kept out of the public list.`
          : `The word "${word}" was in the filter already.`,
      );
    });
}
