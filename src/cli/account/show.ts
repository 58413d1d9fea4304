// `muster account show`.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { formatDetails } from '../output.ts';
import { accountToDetails, accountToJson } from './describe.ts';

async function showAccount(context: CommandContext, name: string, isJson: boolean): Promise<void> {
  const account = await withDataFolder(context, ({ accounts }) => accounts.findAccount(name));
  const lines = isJson
    ? [JSON.stringify(accountToJson(account), null, 2)]
    : formatDetails(accountToDetails(account));
  for (const line of lines) context.io.out(line);
}

/** Adds `muster account show`. */
export function addAccountShowCommand(parent: Command, context: CommandContext): void {
  parent
    .command('show')
    .argument('<name>')
    .description('Show one account.')
    .option('--json', 'Write JSON for scripts.')
    .action((name: string, flags: { json?: boolean }) =>
      showAccount(context, name, flags.json === true),
    );
}
