// `muster account rename`.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { type Reasoned, reasonOption } from '../reason-option.ts';

/** Adds `muster account rename`. */
export function addAccountRenameCommand(parent: Command, context: CommandContext): void {
  parent
    .command('rename')
    .argument('<name>')
    .argument('<new-name>', '2 to 16 of A-Z a-z 0-9 _ and .')
    .description('Give an account another name; its sessions stay.')
    .addOption(reasonOption())
    .action(async (name: string, newName: string, { reason }: Reasoned) => {
      const account = await withDataFolder(context, ({ accounts }) =>
        accounts.renameAccount(name, newName, reason),
      );
      context.io.out(`The account is now named ${account.name}.`);
    });
}
