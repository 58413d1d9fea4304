// `muster server unlist`.

import type { Command } from 'commander';
import { commandLine } from '../actor.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';

/** Adds `muster server unlist`. */
export function addServerUnlistCommand(parent: Command, context: CommandContext): void {
  parent
    .command('unlist')
    .argument('<hash>')
    .description('Keep a server out of the public list; its address still works.')
    .requiredOption('--reason <text>', 'Why; the operator of the game server reads it.')
    .action(async (hash: string, { reason }: { reason: string }) => {
      await withDataFolder(context, ({ moderation }) =>
        moderation.unlistServer(commandLine, hash, reason),
      );
      context.io.out(`Server ${hash} is kept out of the public list.`);
    });
}
