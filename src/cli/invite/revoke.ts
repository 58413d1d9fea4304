// `muster invite revoke`.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { readNumber } from '../read-number.ts';

/** Adds `muster invite revoke`. */
export function addInviteRevokeCommand(parent: Command, context: CommandContext): void {
  parent
    .command('revoke')
    .argument('<id>', 'number of the invite')
    .description('End an invite; accounts that were registered with it stay.')
    .action(async (text: string) => {
      const id = readNumber('The number of an invite', text, 'muster invite list');
      await withDataFolder(context, ({ invites }) => invites.revokeInvite(id));
      context.io.out(`Invite ${id} is revoked.`);
    });
}
