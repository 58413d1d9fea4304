// `muster report …`: the group of commands for what players reported about servers.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { addReportCloseCommand } from './close.ts';
import { addReportListCommand } from './list.ts';

/** Adds `muster report` and its commands. */
export function addReportCommands(parent: Command, context: CommandContext): void {
  const report = parent.command('report').description('Deal with what players report of servers.');
  addReportListCommand(report, context);
  addReportCloseCommand(report, context);
}
