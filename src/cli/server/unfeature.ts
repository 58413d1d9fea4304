// `muster server unfeature`.

import type { Command } from 'commander';
import { MusterError } from '../../lib/errors.ts';
import type { CommandContext } from '../context.ts';
import { withOffice } from '../office.ts';

/** Adds `muster server unfeature`. */
export function addServerUnfeatureCommand(parent: Command, context: CommandContext): void {
  parent
    .command('unfeature')
    .argument('<hash>')
    .description('Take a server from the head of the list.')
    .action(async (hash: string) => {
      const wasFeatured = await withOffice(context, ({ moderation }) =>
        moderation.unfeatureServer(hash),
      );
      if (!wasFeatured) throw new MusterError('not_found', `Server ${hash} is not featured.`);
      context.io.out(`Server ${hash} is not featured any more.`);
    });
}
