// `muster invite revoke`.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { withOffice } from '../office.ts';
import { UsageError } from '../usage-error.ts';

/** Adds `muster invite revoke`. */
export function addInviteRevokeCommand(parent: Command, context: CommandContext): void {
  parent
    .command('revoke')
    .argument('<id>', 'number of the invite')
    .description('End an invite; accounts that were registered with it stay.')
    .action(async (text: string) => {
      if (!/^[1-9][0-9]{0,14}$/.test(text)) {
        throw new UsageError('An invite is named by its number: muster invite list shows it.');
      }
      await withOffice(context, ({ invites }) => invites.revokeInvite(Number(text)));
      context.io.out(`Invite ${text} is revoked.`);
    });
}
