// `muster account reset-second-factor`.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { type Reasoned, reasonOption } from '../reason-option.ts';

/** Adds `muster account reset-second-factor`. */
export function addAccountResetTwoFactorCommand(parent: Command, context: CommandContext): void {
  parent
    .command('reset-second-factor')
    .argument('<name>')
    .description('Take app, mailed codes and recovery codes off an account; ends its sessions.')
    .addOption(reasonOption())
    .action(async (name: string, { reason }: Reasoned) => {
      const account = await withDataFolder(context, ({ accounts }) =>
        accounts.resetTwoFactor(name, reason),
      );
      context.io.out(
        `Account ${account.name} has no second factor any more; its sessions have ended.`,
      );
    });
}
