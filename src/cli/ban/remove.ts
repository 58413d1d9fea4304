// `muster ban remove`.

import type { Command } from 'commander';
import { Failure } from '../../lib/failure.ts';
import { commandLine } from '../actor.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { type Reasoned, reasonOption } from '../reason-option.ts';
import { addTarget, describeTarget, readTarget, type TargetFlags } from './target.ts';

/** Adds `muster ban remove`. */
export function addBanRemoveCommand(parent: Command, context: CommandContext): void {
  addTarget(parent.command('remove'))
    .description(
      'Accept heartbeats again; name the address, range, name or server as it was banned.',
    )
    .addOption(reasonOption())
    .action(async (range: string | undefined, flags: TargetFlags & Reasoned) => {
      const target = readTarget(range, flags);
      const wasBanned = await withDataFolder(context, ({ moderation }) =>
        moderation.removeBan(commandLine, target, flags.reason),
      );
      if (!wasBanned) {
        throw new Failure(
          'not_found',
          `${target.subject} is not banned: muster ban list shows the bans.`,
        );
      }
      context.io.out(`Heartbeats from ${describeTarget(target)} are accepted again.`);
    });
}
