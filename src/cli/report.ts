// `muster report …`: what players reported about servers.

import { type Command, Option } from 'commander';
import { plural } from '../lib/text.ts';
import type { Report } from '../servers/moderation/ports.ts';
import {
  actionsOf,
  type CommandContext,
  commandLine,
  requireThere,
  withDataFolder,
} from './context.ts';
import { type JsonFlag, jsonOption, type RequiredReason, readNumber } from './input.ts';
import { type ListForm, writeList } from './output.ts';

const LIST: ListForm<Report> = {
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
};

const WHERE_LISTED = 'muster report list shows the open ones.';

interface ListFlags extends JsonFlag {
  closed?: boolean;
  before?: string;
}

export function addReportCommands(program: Command, context: CommandContext): void {
  const noun = program.command('report').description('Handle reports about servers from players.');
  noun
    .command('list')
    .description('List the latest 100 open reports, newest first.')
    .option('--closed', 'List closed reports instead.')
    .option('--before <number>', 'Only reports before the one with this number.')
    .addOption(jsonOption())
    .action(async ({ closed: isClosed = false, before, json }: ListFlags) => {
      const page = {
        isOpen: !isClosed,
        ...(before === undefined ? {} : { beforeId: readNumber('--before', before) }),
      };
      const reports = await withDataFolder(context, ({ moderation }) =>
        moderation.listReports(page),
      );
      writeList(context.io, reports, { ...LIST, json });
    });
  const add = actionsOf(noun, context);
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
