// `muster audit list`.

import type { Command } from 'commander';
import type { AuditQuestion, LoggedAct } from '../../accounts/audit.ts';
import { formatMoment } from '../../lib/moment.ts';
import type { CommandContext } from '../context.ts';
import { withOffice } from '../office.ts';
import { isoMoment, nameActor, writeList } from '../output.ts';
import { readNumber } from '../read-number.ts';

const HEADS = ['NUMBER', 'TIME (UTC)', 'BY', 'ACT', 'SUBJECT', 'DETAIL', 'REASON'];

interface Flags {
  json?: boolean;
  actor?: string;
  act?: string;
  subject?: string;
  before?: string;
}

function toRow(logged: LoggedAct): string[] {
  const { id, at, actor, act, subject, detail, reason } = logged;
  return [`${id}`, formatMoment(at), nameActor(actor), act, subject, detail, reason];
}

function toJson(logged: LoggedAct): Record<string, unknown> {
  const { id, at, actor, act, subject, detail, reason } = logged;
  return { id, at: isoMoment(at), actor, act, subject, detail, reason };
}

async function listActs(context: CommandContext, flags: Flags): Promise<void> {
  const { actor, act, subject } = flags;
  const beforeId = flags.before === undefined ? undefined : readNumber('--before', flags.before);
  const question: AuditQuestion = { actor, act, subject, beforeId };
  const page = await withOffice(context, ({ audit }) => audit.readPage(question));
  writeList(context.io, page.acts, { heads: HEADS, toRow, toJson, json: flags.json });
  if (flags.json !== true && page.nextBeforeId !== undefined) {
    context.io.out(`Older ones: muster audit list --before ${page.nextBeforeId}`);
  }
}

/** Adds `muster audit list`. */
export function addAuditListCommand(parent: Command, context: CommandContext): void {
  parent
    .command('list')
    .description('List the last 100 acts, newest first.')
    .option('--actor <name>', 'Only those of this account, or of "command line".')
    .option('--act <act>', 'Only acts of this kind, such as "ban added".')
    .option('--subject <text>', 'Only those on this server hash, range, account or word.')
    .option('--before <number>', 'Only those before the act with this number.')
    .option('--json', 'Write JSON for scripts.')
    .action((flags: Flags) => listActs(context, flags));
}
