// `muster server …`: the group of commands for game servers.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { addServerCountryCommand } from './country.ts';
import { addServerFeatureCommand } from './feature.ts';
import { addServerListCommand } from './list.ts';
import { addServerRelistCommand } from './relist.ts';
import { addServerUnfeatureCommand } from './unfeature.ts';
import { addServerUnlistCommand } from './unlist.ts';

/** Adds `muster server` and its commands. */
export function addServerCommands(parent: Command, context: CommandContext): void {
  const server = parent
    .command('server')
    .description('Look at live servers, and decide how they are listed.');
  addServerListCommand(server, context);
  addServerFeatureCommand(server, context);
  addServerUnfeatureCommand(server, context);
  addServerUnlistCommand(server, context);
  addServerRelistCommand(server, context);
  addServerCountryCommand(server, context);
}
