// `muster mail …`: the group of commands for letters.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { addMailDropCommand } from './drop.ts';
import { addMailListCommand } from './list.ts';
import { addMailRetryCommand } from './retry.ts';
import { addMailTestCommand } from './test.ts';

/** Adds `muster mail` and its commands. */
export function addMailCommands(parent: Command, context: CommandContext): void {
  const mail = parent.command('mail').description('Try out mail, and look after its queue.');
  addMailTestCommand(mail, context);
  addMailListCommand(mail, context);
  addMailRetryCommand(mail, context);
  addMailDropCommand(mail, context);
}
