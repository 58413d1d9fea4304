// `muster ban remove`.

import type { Command } from 'commander';
import { parseRange } from '../../lib/address.ts';
import { MusterError } from '../../lib/errors.ts';
import type { CommandContext } from '../context.ts';
import { withOffice } from '../office.ts';

/** Adds `muster ban remove`. */
export function addBanRemoveCommand(parent: Command, context: CommandContext): void {
  parent
    .command('remove')
    .argument('<range>', 'the address or range as it was banned')
    .description('Accept heartbeats from a banned address or range again.')
    .action(async (text: string) => {
      const range = parseRange(text);
      const wasBanned = await withOffice(context, ({ moderation }) => moderation.removeBan(range));
      if (!wasBanned) {
        throw new MusterError(
          'not_found',
          `${range} is not banned: muster ban list shows the bans.`,
        );
      }
      context.io.out(`Heartbeats from ${range} are accepted again.`);
    });
}
