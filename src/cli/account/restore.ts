// `muster account restore`.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { type Reasoned, reasonOption } from '../reason-option.ts';

/** Adds `muster account restore`. */
export function addAccountRestoreCommand(parent: Command, context: CommandContext): void {
  parent
    .command('restore')
    .argument('<name>')
    .description('Take back a suspension; its sessions stay ended.')
    .addOption(reasonOption())
    .action(async (name: string, { reason }: Reasoned) => {
      const account = await withDataFolder(context, ({ accounts }) =>
        accounts.restoreAccount(name, reason),
      );
      context.io.out(`Account ${account.name} is not suspended.`);
    });
}
