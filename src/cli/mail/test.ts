// `muster mail test`.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';

/** Adds `muster mail test`. */
export function addMailTestCommand(parent: Command, context: CommandContext): void {
  parent
    .command('test')
    .argument('<address>', 'where to send it')
    .description('Send a test letter at once, and show what the mail server answered.')
    .action(async (address: string) => {
      const answer = await withDataFolder(context, ({ mail }) => mail.sendTest(address));
      context.io.out(`The mail server took the letter: ${answer}`);
    });
}
