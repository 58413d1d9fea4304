// `muster ban …`: the group of commands for those whose heartbeats are refused.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { addBanAddCommand } from './add.ts';
import { addBanListCommand } from './list.ts';
import { addBanRemoveCommand } from './remove.ts';

/** Adds `muster ban` and its commands. */
export function addBanCommands(parent: Command, context: CommandContext): void {
  const ban = parent
    .command('ban')
    .description('Refuse the heartbeats of addresses, names and servers.');
  addBanAddCommand(ban, context);
  addBanListCommand(ban, context);
  addBanRemoveCommand(ban, context);
}
