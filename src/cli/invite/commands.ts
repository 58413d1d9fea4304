// `muster invite …`: the group of commands for invites to register.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { addInviteCreateCommand } from './create.ts';
import { addInviteListCommand } from './list.ts';
import { addInviteRevokeCommand } from './revoke.ts';

/** Adds `muster invite` and its commands. */
export function addInviteCommands(parent: Command, context: CommandContext): void {
  const invite = parent
    .command('invite')
    .description('Invite people to register where registration is by invite.');
  addInviteCreateCommand(invite, context);
  addInviteListCommand(invite, context);
  addInviteRevokeCommand(invite, context);
}
