// `muster account …`: the group of commands for accounts.

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { addAccountCreateCommand } from './create.ts';
import { addAccountDeleteCommand } from './delete.ts';
import { addAccountListCommand } from './list.ts';
import { addAccountLogoutCommand } from './logout.ts';
import { addAccountPasswordCommand } from './password.ts';
import { addAccountRenameCommand } from './rename.ts';
import { addAccountResetTwoFactorCommand } from './reset-second-factor.ts';
import { addAccountRestoreCommand } from './restore.ts';
import { addAccountSetCommand } from './set.ts';
import { addAccountShowCommand } from './show.ts';
import { addAccountSuspendCommand } from './suspend.ts';
import { addAccountVerifyCommand } from './verify.ts';

/** Adds `muster account` and its commands. */
export function addAccountCommands(parent: Command, context: CommandContext): void {
  const account = parent
    .command('account')
    .description('Manage accounts; changes count at once, while the service runs too.');
  addAccountCreateCommand(account, context);
  addAccountListCommand(account, context);
  addAccountShowCommand(account, context);
  addAccountVerifyCommand(account, context);
  addAccountPasswordCommand(account, context);
  addAccountResetTwoFactorCommand(account, context);
  addAccountSuspendCommand(account, context);
  addAccountRestoreCommand(account, context);
  addAccountLogoutCommand(account, context);
  addAccountRenameCommand(account, context);
  addAccountDeleteCommand(account, context);
  addAccountSetCommand(account, context);
}
