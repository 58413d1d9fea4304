// `muster account suspend`.

import type { Command } from 'commander';
import { formatEnd } from '../../lib/moment.ts';
import type { CommandContext } from '../context.ts';
import { withOffice } from '../office.ts';
import { type Reasoned, reasonOption } from '../reason-option.ts';

/** Adds `muster account suspend`. */
export function addAccountSuspendCommand(parent: Command, context: CommandContext): void {
  parent
    .command('suspend')
    .argument('<name>')
    .description('Keep an account from logging in and end its sessions.')
    .addOption(reasonOption('Why; its owner is told at the login and by mail.'))
    .option(
      '--until <time>',
      'How long, such as 12h or 7d, or a day or minute in UTC; for ever without it.',
    )
    .action(async (name: string, { reason, until }: Reasoned & { until?: string }) => {
      const account = await withOffice(context, ({ accounts }) =>
        accounts.suspendAccount(name, reason ?? '', until),
      );
      const { suspendedUntil } = account;
      const end = suspendedUntil === null ? '' : ` until ${formatEnd(suspendedUntil)} UTC`;
      context.io.out(`Account ${account.name} is suspended${end}; its sessions have ended.`);
    });
}
