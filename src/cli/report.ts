// `muster report …`: what players reported about servers.

import type { Command } from 'commander';
import { Failure } from '../lib/failure.ts';
import { formatMoment } from '../lib/moment.ts';
import type { Report } from '../servers/moderation/ports.ts';
import { type CommandContext, commandLine, withDataFolder } from './context.ts';
import { type JsonFlag, jsonOption, readNumber } from './input.ts';
import { isoMoment, type ListForm, writeList } from './output.ts';

const LIST: ListForm<Report> = {
  heads: ['NUMBER', 'TIME (UTC)', 'HASH', 'SERVER', 'KIND', 'BY', 'TEXT'],
  toRow: ({ id, createdAt, hash, serverName, kind, accountName, text }) => [
    String(id),
    formatMoment(createdAt),
    hash,
    serverName,
    kind,
    accountName,
    text.replaceAll('\n', ' '),
  ],
  toJson: ({ accountId: _accountId, ...report }) => ({
    ...report,
    createdAt: isoMoment(report.createdAt),
    closedAt: isoMoment(report.closedAt),
  }),
};

interface ListFlags extends JsonFlag {
  closed?: boolean;
  before?: string;
}

function addList(parent: Command, context: CommandContext): void {
  parent
    .command('list')
    .description('List the last 100 open reports, newest first.')
    .option('--closed', 'Those that were dealt with instead.')
    .option('--before <number>', 'Only those before the report with this number.')
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
}

function addClose(parent: Command, context: CommandContext): void {
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

/** Adds `muster report` and its commands. */
export function addReportCommands(program: Command, context: CommandContext): void {
  const report = program.command('report').description('Deal with what players report of servers.');
  addList(report, context);
  addClose(report, context);
}
