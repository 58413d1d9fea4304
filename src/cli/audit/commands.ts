// `muster audit …`: the group of commands for the log of acts of administration.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { addAuditListCommand } from './list.ts';

/** Adds `muster audit` and its command. */
export function addAuditCommands(parent: Command, context: CommandContext): void {
  const audit = parent
    .command('audit')
    .description('Read who did what; nobody can change or remove what is logged.');
  addAuditListCommand(audit, context);
}
