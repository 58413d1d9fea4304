// `muster ban list`.

import type { Command } from 'commander';
import { formatEnd, formatMoment } from '../../lib/moment.ts';
import type { Ban } from '../../servers/moderation/moderation-ports.ts';
import type { CommandContext } from '../context.ts';
import { withOffice } from '../office.ts';
import { formatTable, isoMoment, nameActor } from '../output.ts';

const HEADS = ['KIND', 'BANNED', 'SINCE (UTC)', 'UNTIL (UTC)', 'BY', 'REASON'];

function toRow(ban: Ban): string[] {
  return [
    ban.kind,
    ban.subject,
    formatMoment(ban.createdAt),
    ban.expiresAt === null ? 'for ever' : formatEnd(ban.expiresAt),
    nameActor(ban.author),
    ban.reason,
  ];
}

function toJson({ kind, subject, reason, author, createdAt, expiresAt }: Ban) {
  return {
    kind,
    [kind]: subject,
    reason,
    author: nameActor(author),
    createdAt: isoMoment(createdAt),
    expiresAt: isoMoment(expiresAt),
  };
}

async function listBans(context: CommandContext, isJson: boolean): Promise<void> {
  const bans = await withOffice(context, ({ moderation }) => moderation.listBans());
  if (isJson) {
    context.io.out(JSON.stringify(bans.map(toJson), null, 2));
    return;
  }
  for (const line of formatTable(HEADS, bans.map(toRow))) context.io.out(line);
}

/** Adds `muster ban list`. */
export function addBanListCommand(parent: Command, context: CommandContext): void {
  parent
    .command('list')
    .description('List the bans, oldest first, expired ones included.')
    .option('--json', 'Write JSON for scripts.')
    .action((flags: { json?: boolean }) => listBans(context, flags.json === true));
}
