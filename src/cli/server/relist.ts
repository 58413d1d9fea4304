// `muster server relist`.

import type { Command } from 'commander';
import { Failure } from '../../lib/failure.ts';
import { commandLine } from '../actor.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { type Reasoned, reasonOption } from '../reason-option.ts';

/** Adds `muster server relist`. */
export function addServerRelistCommand(parent: Command, context: CommandContext): void {
  parent
    .command('relist')
    .argument('<hash>')
    .description('Let a server into the public list again.')
    .addOption(reasonOption())
    .action(async (hash: string, { reason }: Reasoned) => {
      const wasUnlisted = await withDataFolder(context, ({ moderation }) =>
        moderation.relistServer(commandLine, hash, reason),
      );
      if (!wasUnlisted) throw new Failure('not_found', `Server ${hash} is not unlisted.`);
      context.io.out(`Server ${hash} is in the public list again from its next heartbeat on.`);
    });
}
