// `muster server country`.

import type { Command } from 'commander';
import { Failure } from '../../lib/failure.ts';
import { commandLine } from '../actor.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { type Reasoned, reasonOption } from '../reason-option.ts';

async function setCountry(
  context: CommandContext,
  hash: string,
  country: string,
  reason: string | undefined,
): Promise<void> {
  if (country !== 'auto') {
    const set = await withDataFolder(context, ({ moderation }) =>
      moderation.setCountry(commandLine, hash, country, reason),
    );
    context.io.out(`Server ${hash} is shown in ${set}.`);
    return;
  }
  const wasSet = await withDataFolder(context, ({ moderation }) =>
    moderation.resetCountry(commandLine, hash, reason),
  );
  if (!wasSet) throw new Failure('not_found', `No country was set for server ${hash}.`);
  context.io.out(`Server ${hash} is shown in the country of its address.`);
}

/** Adds `muster server country`. */
export function addServerCountryCommand(parent: Command, context: CommandContext): void {
  parent
    .command('country')
    .argument('<hash>')
    .argument('<country>', 'two letters such as NZ, or auto for that of its address')
    .description('Show a server in another country.')
    .addOption(reasonOption())
    .action((hash: string, country: string, { reason }: Reasoned) =>
      setCountry(context, hash, country, reason),
    );
}
