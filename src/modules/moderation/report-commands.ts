// `muster report …`: players' reports about servers.

import { type Command, Option } from 'commander';
import { type CommandContext, commandLine, requireThere } from '../../platform/cli/context.ts';
import {
  type BeforeFlag,
  beforeOption,
  type RequiredReason,
  readNumber,
} from '../../platform/cli/input.ts';
import { addNoun } from '../../platform/cli/noun.ts';
import { plural } from '../../platform/lib/text.ts';
import type { ServerModeration } from './moderation.ts';

const WHERE_LISTED = 'muster report list shows the open ones.';

export function addReportCommands(
  program: Command,
  context: CommandContext<{ moderation: ServerModeration }>,
): void {
  const description = 'Handle reports about servers from players.';
  const { add, addList } = addNoun(program, context, 'report', description);
  addList({
    help: 'List the latest 100 open reports, newest first.',
    options: [new Option('--closed', 'List closed reports instead.'), beforeOption('reports')],
    read: ({ moderation }, { closed = false, before }: BeforeFlag & { closed?: boolean }) =>
      moderation.listReports({
        isOpen: !closed,
        ...(before === undefined ? {} : { beforeId: before }),
      }),
    columns: [
      ['NUMBER', 'id'],
      ['TIME (UTC)', 'createdAt'],
      ['HASH', 'hash'],
      ['SERVER', 'serverName'],
      ['KIND', 'kind'],
      ['BY', 'accountName'],
      ['TEXT', ({ text }) => text.replaceAll('\n', ' ')],
    ],
    toJson: ({ accountId: _accountId, ...report }) => report,
  });
  add('close <number>', {
    help: 'Close a report.',
    parse: (text) => readNumber('The number of a report', text, 'muster report list'),
    reason: 'What was done about it; kept in the audit log.',
    async run({ moderation }, id: number, { reason }: RequiredReason) {
      const wasOpen = await moderation.closeReport(commandLine, id, reason);
      requireThere(wasOpen, `There is no open report ${id}. ${WHERE_LISTED}`);
      return `Report ${id} was closed.`;
    },
  });
  add('close-all <hash>', {
    help: 'Close all open reports on a server.',
    options: [new Option('--unlist', 'Also unlist the server. Its operator sees the reason.')],
    reason: 'What was done about them; kept in the audit log.',
    async run({ moderation }, hash: string, flags: RequiredReason & { unlist?: boolean }) {
      const { reason, unlist = false } = flags;
      const closed = await moderation.closeReportsOn(commandLine, hash, {
        reason,
        unlists: unlist,
      });
      requireThere(closed > 0, `There is no open report on ${hash}. ${WHERE_LISTED}`);
      const what = plural(closed, 'report was', 'reports were');
      return unlist ? `${what} closed, and the server is unlisted.` : `${what} closed.`;
    },
  });
}
