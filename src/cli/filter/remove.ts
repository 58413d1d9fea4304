// `muster filter remove`.

import type { Command } from 'commander';
import { Failure } from '../../lib/failure.ts';
import { commandLine } from '../actor.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { type Reasoned, reasonOption } from '../reason-option.ts';

/** Adds `muster filter remove`. */
export function addFilterRemoveCommand(parent: Command, context: CommandContext): void {
  parent
    .command('remove')
    .argument('<word>')
    .description('Let servers with this word in their name into the public list again.')
    .addOption(reasonOption())
    .action(async (word: string, { reason }: Reasoned) => {
      const wasThere = await withDataFolder(context, ({ moderation }) =>
        moderation.removeFilterWord(commandLine, word, reason),
      );
      if (!wasThere) {
        throw new Failure(
          'not_found',
          `The word "${word}" is not in the filter: muster filter list shows its words.`,
        );
      }
      context.io.out(`The word "${word}" is not in the filter any more.`);
    });
}
