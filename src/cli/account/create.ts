// `muster account create`.

import type { Command } from 'commander';
import type { Role } from '../../accounts/roles.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { readNewPassword } from '../password-input.ts';
import { stateOf } from './describe.ts';
import { readRole, roleOption } from './role-option.ts';

interface Flags {
  email: string;
  admin?: boolean;
  role?: Role;
  unverified?: boolean;
  passwordStdin?: boolean;
}

async function createAccount(context: CommandContext, name: string, flags: Flags): Promise<void> {
  const { io } = context;
  const requested = readRole(flags);
  // A wrong setting should be told before anybody types a password.
  context.loadSettings();
  const { password, isGenerated } = await readNewPassword(io, {
    isFromStdin: flags.passwordStdin === true,
  });
  const account = await withDataFolder(context, ({ accounts }) =>
    accounts.createAccount({
      name,
      email: flags.email,
      password,
      role: requested ?? 'player',
      isVerified: flags.unverified !== true,
    }),
  );
  const role = account.role === 'player' ? '' : `, ${account.role}`;
  io.out(`Account ${account.name} created (id ${account.id}, ${stateOf(account)}${role}).`);
  if (isGenerated) io.out(`Password, shown only now: ${password}`);
}

/** Adds `muster account create`. */
export function addAccountCreateCommand(parent: Command, context: CommandContext): void {
  parent
    .command('create')
    .argument('<name>', '2 to 16 of A-Z a-z 0-9 _ and .')
    .description('Make an account; asks for the password, or makes one where nobody can be asked.')
    .requiredOption('--email <address>', 'E-mail address of the account.')
    .option('--admin', 'Short for the role administrator.')
    .addOption(roleOption())
    .option('--unverified', 'Leave it unverified.')
    .option('--password-stdin', 'Read the password from the standard input.')
    .action((name: string, flags: Flags) => createAccount(context, name, flags));
}
