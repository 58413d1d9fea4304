// `muster server feature`.

import type { Command } from 'commander';
import { commandLine } from '../actor.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { type Reasoned, reasonOption } from '../reason-option.ts';

/** Adds `muster server feature`. */
export function addServerFeatureCommand(parent: Command, context: CommandContext): void {
  parent
    .command('feature')
    .argument('<hash>')
    .description('Put a server at the head of the list.')
    .addOption(reasonOption())
    .action(async (hash: string, { reason }: Reasoned) => {
      const isNew = await withDataFolder(context, ({ moderation }) =>
        moderation.featureServer(commandLine, hash, reason),
      );
      context.io.out(
        isNew ? `Server ${hash} is featured.` : `Server ${hash} was featured already.`,
      );
    });
}
