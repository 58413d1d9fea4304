// `muster report …`: what players reported about servers.

import type { Command } from 'commander';
import { Failure } from '../lib/failure.ts';
import { formatMoment } from '../lib/moment.ts';
import { plural } from '../lib/text.ts';
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

interface CloseAllFlags {
  reason: string;
  unlist?: boolean;
}

interface ListFlags extends JsonFlag {
  closed?: boolean;
  before?: string;
}

function addList(parent: Command, context: CommandContext): void {
  parent
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
}

function addClose(parent: Command, context: CommandContext): void {
  parent
    .command('close')
    .argument('<number>')
    .description('Close a report.')
    .requiredOption('--reason <text>', 'What was done about it; kept in the audit log.')
    .action(async (text: string, { reason }: { reason: string }) => {
      const id = readNumber('The number of a report', text, 'muster report list');
      const wasOpen = await withDataFolder(context, ({ moderation }) =>
        moderation.closeReport(commandLine, id, reason),
      );
      if (!wasOpen) {
        throw new Failure(
          'not_found',
          `There is no open report ${id}. muster report list shows the open ones.`,
        );
      }
      context.io.out(`Report ${id} was closed.`);
    });
}

function addCloseAll(parent: Command, context: CommandContext): void {
  parent
    .command('close-all')
    .argument('<hash>')
    .description('Close all open reports on a server.')
    .requiredOption('--reason <text>', 'What was done about them; kept in the audit log.')
    .option('--unlist', 'Also unlist the server. Its operator sees the reason.')
    .action(async (hash: string, { reason, unlist = false }: CloseAllFlags) => {
      const closed = await withDataFolder(context, ({ moderation }) =>
        moderation.closeReportsOn(commandLine, hash, { reason, unlists: unlist }),
      );
      if (closed === 0) {
        throw new Failure(
          'not_found',
          `There is no open report on ${hash}. muster report list shows the open ones.`,
        );
      }
      const what = plural(closed, 'report was', 'reports were');
      context.io.out(unlist ? `${what} closed, and the server is unlisted.` : `${what} closed.`);
    });
}

/** Adds `muster report` and its commands. */
export function addReportCommands(program: Command, context: CommandContext): void {
  const report = program
    .command('report')
    .description('Handle reports about servers from players.');
  addList(report, context);
  addClose(report, context);
  addCloseAll(report, context);
}
