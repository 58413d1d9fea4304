// `muster ban add`.

import type { Command } from 'commander';
import { formatEnd } from '../../lib/moment.ts';
import { commandLine } from '../actor.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { addUntil, type Ending, readUntil } from '../until-option.ts';
import { addTarget, describeTarget, readTarget, type TargetFlags } from './target.ts';

/** Adds `muster ban add`. */
export function addBanAddCommand(parent: Command, context: CommandContext): void {
  addUntil(addTarget(parent.command('add')))
    .description('Refuse the heartbeats of an address or range, of a name, or of one server.')
    .requiredOption('--reason <text>', 'Why; the operator of the game server reads it.')
    .action(async (range: string | undefined, flags: TargetFlags & Ending & { reason: string }) => {
      const target = readTarget(range, flags);
      const how = { reason: flags.reason, lasts: readUntil(flags, context.io) };
      const ban = await withDataFolder(context, ({ moderation }) =>
        moderation.addBan(commandLine, target, how),
      );
      const until = ban.expiresAt === null ? '' : ` until ${formatEnd(ban.expiresAt)} UTC`;
      context.io.out(`Heartbeats from ${describeTarget(ban)} are refused${until}.`);
    });
}
