// `muster account suspend`.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { withOffice } from '../office.ts';

/** Adds `muster account suspend`. */
export function addAccountSuspendCommand(parent: Command, context: CommandContext): void {
  parent
    .command('suspend')
    .argument('<name>')
    .description('Keep an account from logging in and end its sessions.')
    .option('--reason <text>', 'Why; shown to administrators only.', '')
    .action(async (name: string, { reason }: { reason: string }) => {
      const account = await withOffice(context, ({ accounts }) =>
        accounts.suspendAccount(name, reason),
      );
      context.io.out(`Account ${account.name} is suspended; its sessions have ended.`);
    });
}
