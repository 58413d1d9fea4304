// `muster server unfeature`.

import type { Command } from 'commander';
import { Failure } from '../../lib/failure.ts';
import { commandLine } from '../actor.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { type Reasoned, reasonOption } from '../reason-option.ts';

/** Adds `muster server unfeature`. */
export function addServerUnfeatureCommand(parent: Command, context: CommandContext): void {
  parent
    .command('unfeature')
    .argument('<hash>')
    .description('Take a server from the head of the list.')
    .addOption(reasonOption())
    .action(async (hash: string, { reason }: Reasoned) => {
      const wasFeatured = await withDataFolder(context, ({ moderation }) =>
        moderation.unfeatureServer(commandLine, hash, reason),
      );
      if (!wasFeatured) throw new Failure('not_found', `Server ${hash} is not featured.`);
      context.io.out(`Server ${hash} is not featured any more.`);
    });
}
