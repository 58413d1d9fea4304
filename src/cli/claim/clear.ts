// `muster claim clear`.

import type { Command } from 'commander';
import { Failure } from '../../lib/failure.ts';
import { commandLine } from '../actor.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';

/** Adds `muster claim clear`. */
export function addClaimClearCommand(parent: Command, context: CommandContext): void {
  parent
    .command('clear')
    .argument('<hash>')
    .description(
      'Empty the description, links and tags of a claimed server, and end its public address.',
    )
    .requiredOption('--reason <text>', 'Why; kept in the audit log.')
    .action(async (hash: string, { reason }: { reason: string }) => {
      const wasClaimed = await withDataFolder(context, ({ moderation }) =>
        moderation.clearClaimTexts(commandLine, hash, reason),
      );
      if (!wasClaimed) throw new Failure('not_found', `Server ${hash} is not claimed.`);
      context.io.out(
        `Server ${hash} has no description, links, tags and public address of its own any more.`,
      );
    });
}
