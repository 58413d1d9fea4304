// `muster claim remove`.

import type { Command } from 'commander';
import { Failure } from '../../lib/failure.ts';
import { commandLine } from '../actor.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';

/** Adds `muster claim remove`. */
export function addClaimRemoveCommand(parent: Command, context: CommandContext): void {
  parent
    .command('remove')
    .argument('<hash>')
    .description('Take a server from the account that claimed it.')
    .requiredOption('--reason <text>', 'Why; kept in the audit log.')
    .action(async (hash: string, { reason }: { reason: string }) => {
      const wasClaimed = await withDataFolder(context, ({ moderation }) =>
        moderation.removeClaim(commandLine, hash, reason),
      );
      if (!wasClaimed) throw new Failure('not_found', `Server ${hash} is not claimed.`);
      context.io.out(`Server ${hash} is not claimed any more.`);
    });
}
