// `muster account password`.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { readNewPassword } from '../password-input.ts';
import { type Reasoned, reasonOption } from '../reason-option.ts';

async function changePassword(
  context: CommandContext,
  name: string,
  { passwordStdin: isFromStdin = false, reason }: Reasoned & { passwordStdin?: boolean },
): Promise<void> {
  const { io } = context;
  // A wrong name or setting should be told before anybody types a password.
  await withDataFolder(context, ({ accounts }) => accounts.findAccount(name));
  const { password, isGenerated } = await readNewPassword(io, { isFromStdin });
  const account = await withDataFolder(context, ({ accounts }) =>
    accounts.changePassword(name, password, reason),
  );
  io.out(`Account ${account.name} has a new password; its sessions have ended.`);
  if (isGenerated) io.out(`Password, shown only now: ${password}`);
}

/** Adds `muster account password`. */
export function addAccountPasswordCommand(parent: Command, context: CommandContext): void {
  parent
    .command('password')
    .argument('<name>')
    .description('Give an account a new password and end its sessions.')
    .option('--password-stdin', 'Read the password from the standard input.')
    .addOption(reasonOption())
    .action((name: string, flags: Reasoned & { passwordStdin?: boolean }) =>
      changePassword(context, name, flags),
    );
}
