// `muster mail drop`.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { withOffice } from '../office.ts';
import { parseLetterId } from './letter-id.ts';

/** Adds `muster mail drop`. */
export function addMailDropCommand(parent: Command, context: CommandContext): void {
  parent
    .command('drop')
    .argument('<id>', 'number of the letter')
    .description('Remove a letter without sending it.')
    .action(async (text: string) => {
      const id = parseLetterId(text);
      await withOffice(context, ({ mail }) => mail.dropLetter(id));
      context.io.out(`Letter ${id} is removed.`);
    });
}
