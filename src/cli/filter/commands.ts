// `muster filter …`: the group of commands for words that keep servers out of the public list.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { addFilterAddCommand } from './add.ts';
import { addFilterListCommand } from './list.ts';
import { addFilterRemoveCommand } from './remove.ts';

/** Adds `muster filter` and its commands. */
export function addFilterCommands(parent: Command, context: CommandContext): void {
  const filter = parent
    .command('filter')
    .description('Keep servers with certain words in their name out of the public list.');
  addFilterAddCommand(filter, context);
  addFilterListCommand(filter, context);
  addFilterRemoveCommand(filter, context);
}
