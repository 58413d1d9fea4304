// `muster ban add`.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { withOffice } from '../office.ts';

/** Adds `muster ban add`. */
export function addBanAddCommand(parent: Command, context: CommandContext): void {
  parent
    .command('add')
    .argument('<range>', 'address, or range such as 203.0.113.0/24')
    .description('Refuse the heartbeats of an address or a range.')
    .requiredOption('--reason <text>', 'Why; the operator of the game server reads it.')
    .action(async (range: string, { reason }: { reason: string }) => {
      const ban = await withOffice(context, ({ moderation }) => moderation.addBan(range, reason));
      context.io.out(`Heartbeats from ${ban.range} are refused.`);
    });
}
