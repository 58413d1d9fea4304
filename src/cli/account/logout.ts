// `muster account logout`.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { withOffice } from '../office.ts';

/** Adds `muster account logout`. */
export function addAccountLogoutCommand(parent: Command, context: CommandContext): void {
  parent
    .command('logout')
    .argument('<name>')
    .description('End all sessions of an account.')
    .option('--reason <text>', 'Why; for the audit log.', '')
    .action(async (name: string, { reason }: { reason: string }) => {
      const account = await withOffice(context, ({ accounts }) =>
        accounts.endSessions(name, reason),
      );
      context.io.out(`Account ${account.name} is logged out everywhere.`);
    });
}
