// `muster account set`.

import { type Command, InvalidArgumentError } from 'commander';
import type { Role } from '../../accounts/roles.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { formatDetails } from '../output.ts';
import { reasonOption } from '../reason-option.ts';
import { UsageError } from '../usage-error.ts';
import { accountToDetails } from './describe.ts';
import { readRole, roleOption } from './role-option.ts';

interface Flags {
  flags?: string;
  forumTitle?: string;
  premium?: boolean;
  admin?: boolean;
  role?: Role;
  reason?: string;
}

function parseYesNo(text: string): boolean {
  const word = text.toLowerCase();
  if (word === 'yes' || word === 'no') return word === 'yes';
  throw new InvalidArgumentError('Give yes or no.');
}

function toDetails({ flags, forumTitle, premium, ...named }: Flags) {
  const role = readRole(named);
  return {
    ...(flags === undefined ? {} : { flags }),
    ...(forumTitle === undefined ? {} : { forumTitle }),
    ...(premium === undefined ? {} : { isPremium: premium }),
    ...(role === undefined ? {} : { role }),
  };
}

async function setDetails(context: CommandContext, name: string, flags: Flags): Promise<void> {
  const details = toDetails(flags);
  if (Object.keys(details).length === 0) {
    throw new UsageError(
      'Nothing to set: give --flags, --forum-title, --premium, --role or --admin.',
    );
  }
  const account = await withDataFolder(context, ({ accounts }) =>
    accounts.setDetails(name, details, flags.reason),
  );
  for (const line of formatDetails(accountToDetails(account))) context.io.out(line);
}

/** Adds `muster account set`. */
export function addAccountSetCommand(parent: Command, context: CommandContext): void {
  parent
    .command('set')
    .argument('<name>')
    .description(
      'Change role, flags, forum title and premium of an account; what is not given stays.',
    )
    .option(
      '--flags <letters>',
      'd developer, m forum moderator, e editor, p patron, r recovering; "" for none.',
    )
    .option('--forum-title <text>', 'Title in the forum; "" for none.')
    .option('--premium <yes|no>', 'Whether it is a premium account.', parseYesNo)
    .addOption(roleOption())
    .option('--admin <yes|no>', 'Short for the role administrator, or player.', parseYesNo)
    .addOption(reasonOption())
    .action((name: string, flags: Flags) => setDetails(context, name, flags));
}
