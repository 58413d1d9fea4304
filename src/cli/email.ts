// `muster mail …`: tests the mail server, and administers the outbox.

import type { Command } from 'commander';
import type { AdminServices } from '../app.ts';
import { formatMoment } from '../lib/moment.ts';
import { type CommandContext, commandLine, inDataFolder, withDataFolder } from './context.ts';
import { type ReasonFlag, readNumber, reasonOption, UsageError } from './input.ts';
import { addList, isoMoment, type Listing } from './output.ts';

type Entry = Awaited<ReturnType<AdminServices['mail']['listOutbox']>>[number];

const LIST: Listing<Entry> = {
  read: ({ mail }) => mail.listOutbox(),
  heads: ['ID', 'KIND', 'TO', 'STATE', 'ATTEMPTS', 'NEXT TRY (UTC)', 'ERROR'],
  toRow: (entry) => [
    String(entry.id),
    entry.kind,
    entry.recipient,
    entry.state,
    String(entry.attempts),
    entry.nextAttemptAt === null ? '-' : formatMoment(entry.nextAttemptAt),
    entry.lastError,
  ],
  toJson: (entry) => ({
    id: entry.id,
    kind: entry.kind,
    recipient: entry.recipient,
    state: entry.state,
    attempts: entry.attempts,
    createdAt: isoMoment(entry.createdAt),
    nextAttemptAt: isoMoment(entry.nextAttemptAt),
    failedAt: isoMoment(entry.failedAt),
    lastError: entry.lastError,
  }),
};

function readId(text: string): number {
  return readNumber('The number of an email', text, 'muster mail list');
}

interface RetryFlags extends ReasonFlag {
  all?: boolean;
}

async function retry(
  context: CommandContext,
  text: string | undefined,
  { all: isAll = false, reason }: RetryFlags,
): Promise<void> {
  if ((text === undefined) !== isAll) {
    throw new UsageError('Give the number of one email, or --all for all that failed.');
  }
  if (text === undefined) {
    const count = await withDataFolder(context, ({ mail }) =>
      mail.retryFailedEmails(commandLine, reason),
    );
    context.io.out(`Emails that the service will send again: ${count}.`);
    return;
  }
  const id = readId(text);
  await withDataFolder(context, ({ mail }) => mail.retryEmail(commandLine, id, reason));
  context.io.out(`The running service sends email ${id} again.`);
}

export function addEmailCommands(program: Command, context: CommandContext): void {
  const mail = program.command('mail').description('Test the mail server, and manage the outbox.');
  mail
    .command('test')
    .argument('<address>', 'recipient')
    .description('Send a test email and show the answer of the mail server.')
    .action(
      inDataFolder(context, async (admin, address: string) => {
        return `The mail server accepted the email: ${await admin.mail.sendTest(address)}`;
      }),
    );
  addList(
    mail,
    context,
    'List waiting emails, and those that failed within a week, oldest first.',
    LIST,
  );
  mail
    .command('retry')
    .argument('[id]', 'number of the email')
    .description('Send an email now, starting over with its attempts.')
    .option('--all', 'All emails that failed.')
    .addOption(reasonOption())
    .action((text: string | undefined, flags: RetryFlags) => retry(context, text, flags));
  mail
    .command('drop')
    .argument('<id>', 'number of the email')
    .description('Delete an email without sending it.')
    .addOption(reasonOption())
    .action(async (text: string, { reason }: ReasonFlag) => {
      const id = readId(text);
      await withDataFolder(context, (admin) => admin.mail.dropFromOutbox(commandLine, id, reason));
      context.io.out(`Email ${id} was deleted.`);
    });
}
