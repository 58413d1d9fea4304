// `muster ban list`.

import type { Command } from 'commander';
import { formatEnd, formatMoment } from '../../lib/moment.ts';
import type { Ban } from '../../servers/moderation/ports.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { isoMoment, nameActor, writeList } from '../output.ts';

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

async function listBans(context: CommandContext, json: boolean | undefined): Promise<void> {
  const bans = await withDataFolder(context, ({ moderation }) => moderation.listBans());
  writeList(context.io, bans, { heads: HEADS, toRow, toJson, json });
}

/** Adds `muster ban list`. */
export function addBanListCommand(parent: Command, context: CommandContext): void {
  parent
    .command('list')
    .description('List the bans, oldest first, expired ones included.')
    .option('--json', 'Write JSON for scripts.')
    .action(({ json }: { json?: boolean }) => listBans(context, json));
}
