// `muster account verify`.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { type Reasoned, reasonOption } from '../reason-option.ts';

/** Adds `muster account verify`. */
export function addAccountVerifyCommand(parent: Command, context: CommandContext): void {
  parent
    .command('verify')
    .argument('<name>')
    .description('Mark an account as verified, so that it may join servers.')
    .addOption(reasonOption())
    .action(async (name: string, { reason }: Reasoned) => {
      const account = await withDataFolder(context, ({ accounts }) =>
        accounts.verifyAccount(name, reason),
      );
      context.io.out(`Account ${account.name} is verified.`);
    });
}
