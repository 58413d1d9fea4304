// `muster account log-out`.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { withOffice } from '../office.ts';

/** Adds `muster account log-out`. */
export function addAccountLogOutCommand(parent: Command, context: CommandContext): void {
  parent
    .command('log-out')
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
