// `muster account suspend`.

import type { Command } from 'commander';
import { formatEnd } from '../../lib/moment.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { type Reasoned, reasonOption } from '../reason-option.ts';
import { addUntil, type Ending, readUntil } from '../until-option.ts';

/** Adds `muster account suspend`. */
export function addAccountSuspendCommand(parent: Command, context: CommandContext): void {
  addUntil(parent.command('suspend'))
    .argument('<name>')
    .description('Keep an account from logging in and end its sessions.')
    .addOption(reasonOption('Why; its owner is told at the login and by mail.'))
    .action(async (name: string, { reason, ...ending }: Reasoned & Ending) => {
      const until = readUntil(ending, context.io);
      const account = await withDataFolder(context, ({ accounts }) =>
        accounts.suspendAccount(name, reason ?? '', until),
      );
      const { suspendedUntil } = account;
      const end = suspendedUntil === null ? '' : ` until ${formatEnd(suspendedUntil)} UTC`;
      context.io.out(`Account ${account.name} is suspended${end}; its sessions have ended.`);
    });
}
