// `muster audit …`: shows the audit log.

import { type Command, Option } from 'commander';
import type { ModuleCommands } from '../../platform/cli/commands.ts';
import type { CommandContext } from '../../platform/cli/context.ts';
import { type BeforeFlag, beforeOption } from '../../platform/cli/input.ts';
import { addNoun } from '../../platform/cli/noun.ts';
import { nameActor } from '../../platform/cli/output.ts';
import { formatMoment } from '../../platform/lib/moment.ts';
import type { AuditReader } from './audit.ts';
import type { LoggedAction } from './audit-log.ts';

interface ListFlags extends BeforeFlag {
  actor?: string;
  action?: string;
  act?: string;
  subject?: string;
}

function addAuditCommands(program: Command, context: CommandContext<{ audit: AuditReader }>): void {
  const description = 'Read who did what. Entries cannot be changed or removed.';
  const { addList } = addNoun(program, context, 'audit', description);
  let olderThan: number | undefined;
  let describe: (detail: string) => string;
  addList<LoggedAction, ListFlags>({
    help: 'List the latest 100 actions, newest first.',
    options: [
      new Option('--actor <name>', 'Only actions by this account, or by "command line".'),
      new Option('--action <action>', 'Only actions of this kind, such as "ban added".'),
      // The name before 1.1, which scripts may still use.
      new Option('--act <action>').hideHelp(),
      new Option('--subject <text>', 'Only actions on this server hash, range, account or word.'),
      beforeOption('actions'),
    ],
    async read({ audit }, { actor, act, action = act, subject, before: beforeId }) {
      const page = await audit.readPage({ actor, action, subject, beforeId });
      olderThan = page.nextBeforeId;
      describe = (detail) => audit.words.describeDetail(detail, formatMoment);
      return page.actions;
    },
    columns: [
      ['NUMBER', 'id'],
      ['TIME (UTC)', 'at'],
      ['BY', ({ actor }) => nameActor(actor)],
      ['ACTION', 'action'],
      ['SUBJECT', 'subject'],
      ['DETAIL', ({ detail }) => describe(detail)],
      ['REASON', 'reason'],
    ],
    toJson: ({ id, at, actor, action, subject, detail, reason }) => ({
      id,
      at,
      actor,
      action,
      subject,
      detail: describe(detail),
      reason,
    }),
    end: () =>
      olderThan === undefined
        ? undefined
        : `Older actions: muster audit list --before ${olderThan}`,
  });
}

export const auditCommands = { 'Moderation:': [addAuditCommands] } satisfies ModuleCommands;
