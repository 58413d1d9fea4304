// `muster account logout`.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { type Reasoned, reasonOption } from '../reason-option.ts';

/** Adds `muster account logout`. */
export function addAccountLogoutCommand(parent: Command, context: CommandContext): void {
  parent
    .command('logout')
    .argument('<name>')
    .description('End all sessions of an account.')
    .addOption(reasonOption())
    .action(async (name: string, { reason }: Reasoned) => {
      const account = await withDataFolder(context, ({ accounts }) =>
        accounts.endSessions(name, reason),
      );
      context.io.out(`Account ${account.name} is logged out everywhere.`);
    });
}
