// `muster account restore`.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { withOffice } from '../office.ts';

/** Adds `muster account restore`. */
export function addAccountRestoreCommand(parent: Command, context: CommandContext): void {
  parent
    .command('restore')
    .argument('<name>')
    .description('Take back a suspension; its sessions stay ended.')
    .option('--reason <text>', 'Why; for the audit log.', '')
    .action(async (name: string, { reason }: { reason: string }) => {
      const account = await withOffice(context, ({ accounts }) =>
        accounts.restoreAccount(name, reason),
      );
      context.io.out(`Account ${account.name} is not suspended.`);
    });
}
