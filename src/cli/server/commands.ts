// `muster server …`: the group of commands for game servers.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { addServerFeatureCommand } from './feature.ts';
import { addServerListCommand } from './list.ts';
import { addServerUnfeatureCommand } from './unfeature.ts';

/** Adds `muster server` and its commands. */
export function addServerCommands(parent: Command, context: CommandContext): void {
  const server = parent
    .command('server')
    .description('Look at live servers, feature some of them.');
  addServerListCommand(server, context);
  addServerFeatureCommand(server, context);
  addServerUnfeatureCommand(server, context);
}
