// `muster mail drop`.

import type { Command } from 'commander';
import { commandLine } from '../actor.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { readNumber } from '../read-number.ts';
import { type Reasoned, reasonOption } from '../reason-option.ts';

/** Adds `muster mail drop`. */
export function addMailDropCommand(parent: Command, context: CommandContext): void {
  parent
    .command('drop')
    .argument('<id>', 'number of the letter')
    .description('Remove a letter without sending it.')
    .addOption(reasonOption())
    .action(async (text: string, { reason }: Reasoned) => {
      const id = readNumber('The number of a letter', text, 'muster mail list');
      await withDataFolder(context, ({ mail }) => mail.dropFromOutbox(commandLine, id, reason));
      context.io.out(`Letter ${id} is removed.`);
    });
}
