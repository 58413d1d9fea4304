// `muster audit …`: shows the audit log.

import type { Command } from 'commander';
import type { LoggedAction } from '../accounts/audit.ts';
import { formatMoment } from '../lib/moment.ts';
import { describeDetail } from '../messages/audit-details.ts';
import { type CommandContext, withDataFolder } from './context.ts';
import { type JsonFlag, jsonOption, readNumber } from './input.ts';
import { type ListForm, nameActor, writeList } from './output.ts';

const LIST: ListForm<LoggedAction> = {
  columns: [
    ['NUMBER', 'id'],
    ['TIME (UTC)', 'at'],
    ['BY', ({ actor }) => nameActor(actor)],
    ['ACTION', 'action'],
    ['SUBJECT', 'subject'],
    ['DETAIL', ({ detail }) => describeDetail(detail, formatMoment)],
    ['REASON', 'reason'],
  ],
  toJson: ({ id, at, actor, action, subject, detail, reason }) => ({
    ...{ id, at, actor, act: action, subject },
    detail: describeDetail(detail, formatMoment),
    reason,
  }),
};

interface ListFlags extends JsonFlag {
  actor?: string;
  act?: string;
  subject?: string;
  before?: string;
}

async function listActions(context: CommandContext, flags: ListFlags): Promise<void> {
  const { actor, act: action, subject, before, json } = flags;
  const beforeId = before === undefined ? undefined : readNumber('--before', before);
  const { actions, nextBeforeId } = await withDataFolder(context, ({ audit }) =>
    audit.readPage({ actor, action, subject, beforeId }),
  );
  writeList(context.io, actions, { ...LIST, json });
  if (json !== true && nextBeforeId !== undefined) {
    context.io.out(`Older actions: muster audit list --before ${nextBeforeId}`);
  }
}

export function addAuditCommands(program: Command, context: CommandContext): void {
  const audit = program
    .command('audit')
    .description('Read who did what. Entries cannot be changed or removed.');
  audit
    .command('list')
    .description('List the latest 100 actions, newest first.')
    .option('--actor <name>', 'Only actions by this account, or by "command line".')
    .option('--act <action>', 'Only actions of this kind, such as "ban added".')
    .option('--subject <text>', 'Only actions on this server hash, range, account or word.')
    .option('--before <number>', 'Only actions before the one with this number.')
    .addOption(jsonOption())
    .action((flags: ListFlags) => listActions(context, flags));
}
