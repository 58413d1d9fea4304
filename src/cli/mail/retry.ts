// `muster mail retry`.

import type { Command } from 'commander';
import { commandLine } from '../actor.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { readNumber } from '../read-number.ts';
import { reasonOption } from '../reason-option.ts';
import { UsageError } from '../usage-error.ts';

interface Flags {
  all?: boolean;
  reason?: string;
}

async function retry(
  context: CommandContext,
  id: string | undefined,
  { all: isAll = false, reason }: Flags,
): Promise<void> {
  if ((id === undefined) !== isAll) {
    throw new UsageError('Name one letter by its number, or all that failed by --all.');
  }
  if (id === undefined) {
    const count = await withDataFolder(context, ({ mail }) =>
      mail.retryFailedEmails(commandLine, reason),
    );
    context.io.out(`Letters that the running service sends again: ${count}.`);
    return;
  }
  const number = readNumber('The number of a letter', id, 'muster mail list');
  await withDataFolder(context, ({ mail }) => mail.retryEmail(commandLine, number, reason));
  context.io.out(`The running service sends letter ${number} again.`);
}

/** Adds `muster mail retry`. */
export function addMailRetryCommand(parent: Command, context: CommandContext): void {
  parent
    .command('retry')
    .argument('[id]', 'number of the letter')
    .description('Have a letter sent now, from its first attempt on.')
    .option('--all', 'Every letter that failed.')
    .addOption(reasonOption())
    .action((id: string | undefined, flags: Flags) => retry(context, id, flags));
}
