// `muster ban list`.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { withOffice } from '../office.ts';
import { formatMoment, formatTable, isoMoment } from '../output.ts';

async function listBans(context: CommandContext, isJson: boolean): Promise<void> {
  const bans = await withOffice(context, ({ moderation }) => moderation.listBans());
  if (isJson) {
    const rows = bans.map(({ range, reason, createdAt }) => {
      return { range, reason, createdAt: isoMoment(createdAt) };
    });
    context.io.out(JSON.stringify(rows, null, 2));
    return;
  }
  const rows = bans.map((ban) => [ban.range, formatMoment(ban.createdAt), ban.reason]);
  for (const line of formatTable(['RANGE', 'SINCE (UTC)', 'REASON'], rows)) context.io.out(line);
}

/** Adds `muster ban list`. */
export function addBanListCommand(parent: Command, context: CommandContext): void {
  parent
    .command('list')
    .description('List the ranges whose heartbeats are refused, oldest first.')
    .option('--json', 'Write JSON for scripts.')
    .action((flags: { json?: boolean }) => listBans(context, flags.json === true));
}
