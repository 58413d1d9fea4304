// `muster mail …`: tests the mail server, and administers the outbox.

import { type Command, Option } from 'commander';
import type { ModuleCommands } from '../../platform/cli/commands.ts';
import { type CommandContext, commandLine } from '../../platform/cli/context.ts';
import { type ReasonFlag, readNumber, UsageError } from '../../platform/cli/input.ts';
import { addNoun } from '../../platform/cli/noun.ts';
import { formatMoment } from '../../platform/lib/moment.ts';
import type { OutboxAdmin } from './outbox-admin.ts';

const ID = {
  argument: 'number of the email',
  parse: (text: string) => readNumber('The number of an email', text, 'muster mail list'),
};

interface RetryFlags extends ReasonFlag {
  all?: boolean;
}

function addEmailCommands(program: Command, context: CommandContext<{ mail: OutboxAdmin }>): void {
  const description = 'Test the mail server, and manage the outbox.';
  const { add, addList } = addNoun(program, context, 'mail', description);
  add('test <address>', {
    help: 'Send a test email and show the answer of the mail server.',
    argument: 'recipient',
    reason: false,
    run: async (admin, address: string) =>
      `The mail server accepted the email: ${await admin.mail.sendTest(address)}`,
  });
  addList({
    help: 'List waiting emails, and those that failed within a week, oldest first.',
    read: ({ mail }) => mail.listOutbox(),
    columns: [
      ['ID', 'id'],
      ['KIND', 'kind'],
      ['TO', 'recipient'],
      ['STATE', 'state'],
      ['ATTEMPTS', 'attempts'],
      ['NEXT TRY (UTC)', ({ nextAttemptAt: at }) => (at === null ? '-' : formatMoment(at))],
      ['ERROR', 'lastError'],
    ],
  });
  add('retry [id]', {
    ...ID,
    help: 'Send an email now, and start counting its attempts again.',
    options: [new Option('--all', 'All emails that failed.')],
    check(id: number | undefined, { all = false }: RetryFlags) {
      if ((id === undefined) === all) return;
      throw new UsageError('Give the number of one email, or --all for all that failed.');
    },
    async run(admin, id: number | undefined, { reason }: RetryFlags) {
      if (id === undefined) {
        const count = await admin.mail.retryFailedEmails(commandLine, reason);
        return `Emails that the service will send again: ${count}.`;
      }
      await admin.mail.retryEmail(commandLine, id, reason);
      return `The running service sends email ${id} again.`;
    },
  });
  add('drop <id>', {
    ...ID,
    help: 'Delete an email without sending it.',
    async run(admin, id: number, { reason }: ReasonFlag) {
      await admin.mail.dropFromOutbox(commandLine, id, reason);
      return `Email ${id} was deleted.`;
    },
  });
}

export const emailCommands = { 'Accounts and email:': [addEmailCommands] } satisfies ModuleCommands;
