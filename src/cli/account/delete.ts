// `muster account delete`.

import type { Command } from 'commander';
import { Failure } from '../../lib/failure.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { type Reasoned, reasonOption } from '../reason-option.ts';
import { UsageError } from '../usage-error.ts';

async function confirm(context: CommandContext, name: string): Promise<void> {
  const { io } = context;
  if (!io.isTerminal.stdin) {
    throw new UsageError('Deleting cannot be undone and nobody can be asked here: add --yes.');
  }
  const typed = await io.prompt(`This cannot be undone. Type ${name} to delete the account: `, {
    isHidden: false,
  });
  if (typed?.trim() !== name) {
    throw new Failure('invalid', 'Another name was typed: nothing was deleted.');
  }
}

async function deleteAccount(
  context: CommandContext,
  name: string,
  { yes: isSure = false, reason }: Reasoned & { yes?: boolean },
): Promise<void> {
  const account = await withDataFolder(context, ({ accounts }) => accounts.findAccount(name));
  if (!isSure) await confirm(context, account.name);
  await withDataFolder(context, ({ accounts }) => accounts.deleteAccount(account.id, reason));
  context.io.out(`Account ${account.name} is deleted.`);
}

/** Adds `muster account delete`. */
export function addAccountDeleteCommand(parent: Command, context: CommandContext): void {
  parent
    .command('delete')
    .argument('<name>')
    .description('Delete an account and end its sessions; asks for its name first.')
    .option('--yes', 'Do not ask.')
    .addOption(reasonOption())
    .action((name: string, flags: Reasoned & { yes?: boolean }) =>
      deleteAccount(context, name, flags),
    );
}
