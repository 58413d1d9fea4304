// `muster audit list`.

import type { Command } from 'commander';
import type { AuditQuestion, LoggedAction } from '../../accounts/audit.ts';
import { formatMoment } from '../../lib/moment.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
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

function toRow(logged: LoggedAction): string[] {
  const { id, at, actor, action, subject, detail, reason } = logged;
  return [`${id}`, formatMoment(at), nameActor(actor), action, subject, detail, reason];
}

function toJson(logged: LoggedAction): Record<string, unknown> {
  const { id, at, actor, action, subject, detail, reason } = logged;
  return { id, at: isoMoment(at), actor, act: action, subject, detail, reason };
}

async function listActions(context: CommandContext, flags: Flags): Promise<void> {
  const { actor, act, subject } = flags;
  const beforeId = flags.before === undefined ? undefined : readNumber('--before', flags.before);
  const question: AuditQuestion = { actor, action: act, subject, beforeId };
  const page = await withDataFolder(context, ({ audit }) => audit.readPage(question));
  writeList(context.io, page.actions, { heads: HEADS, toRow, toJson, json: flags.json });
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
    .action((flags: Flags) => listActions(context, flags));
}
