// `muster claim …`: the group of commands for servers that their operators claimed.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { addClaimClearCommand } from './clear.ts';
import { addClaimListCommand } from './list.ts';
import { addClaimRemoveCommand } from './remove.ts';

/** Adds `muster claim` and its commands. */
export function addClaimCommands(parent: Command, context: CommandContext): void {
  const claim = parent
    .command('claim')
    .description('See who claimed which server, and what they say about it.');
  addClaimListCommand(claim, context);
  addClaimClearCommand(claim, context);
  addClaimRemoveCommand(claim, context);
}
