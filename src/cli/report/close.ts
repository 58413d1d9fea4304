// `muster report close`.

import type { Command } from 'commander';
import { Failure } from '../../lib/failure.ts';
import { commandLine } from '../actor.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { readNumber } from '../read-number.ts';

/** Adds `muster report close`. */
export function addReportCloseCommand(parent: Command, context: CommandContext): void {
  parent
    .command('close')
    .argument('<number>')
    .description('Note that a report was dealt with.')
    .requiredOption('--reason <text>', 'What came of it; kept in the audit log.')
    .action(async (text: string, { reason }: { reason: string }) => {
      const id = readNumber('The number of a report', text, 'muster report list');
      const wasOpen = await withDataFolder(context, ({ moderation }) =>
        moderation.closeReport(commandLine, id, reason),
      );
      if (!wasOpen) {
        throw new Failure(
          'not_found',
          `There is no open report ${id}: muster report list shows those that are.`,
        );
      }
      context.io.out(`Report ${id} is closed.`);
    });
}
