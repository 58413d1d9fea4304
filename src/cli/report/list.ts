// `muster report list`.

import type { Command } from 'commander';
import { formatMoment } from '../../lib/moment.ts';
import type { Report } from '../../servers/moderation/ports.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { isoMoment, writeList } from '../output.ts';
import { readNumber } from '../read-number.ts';

const HEADS = ['NUMBER', 'TIME (UTC)', 'HASH', 'SERVER', 'KIND', 'BY', 'TEXT'];

interface Flags {
  json?: boolean;
  closed?: boolean;
  before?: string;
}

function toRow(report: Report): string[] {
  const { id, createdAt, hash, serverName, kind, accountName, text } = report;
  const line = text.replaceAll('\n', ' ');
  return [`${id}`, formatMoment(createdAt), hash, serverName, kind, accountName, line];
}

function toJson({ accountId: _accountId, ...report }: Report): Record<string, unknown> {
  return {
    ...report,
    createdAt: isoMoment(report.createdAt),
    closedAt: isoMoment(report.closedAt),
  };
}

async function listReports(context: CommandContext, flags: Flags): Promise<void> {
  const page = {
    isOpen: flags.closed !== true,
    ...(flags.before === undefined ? {} : { beforeId: readNumber('--before', flags.before) }),
  };
  const reports = await withDataFolder(context, ({ moderation }) => moderation.listReports(page));
  writeList(context.io, reports, { heads: HEADS, toRow, toJson, json: flags.json });
}

/** Adds `muster report list`. */
export function addReportListCommand(parent: Command, context: CommandContext): void {
  parent
    .command('list')
    .description('List the last 100 open reports, newest first.')
    .option('--closed', 'Those that were dealt with instead.')
    .option('--before <number>', 'Only those before the report with this number.')
    .option('--json', 'Write JSON for scripts.')
    .action((flags: Flags) => listReports(context, flags));
}
