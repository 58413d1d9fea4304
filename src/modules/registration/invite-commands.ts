// `muster invite …`: invites to register.

import type { Command } from 'commander';
import type { ModuleCommands } from '../../platform/cli/commands.ts';
import type { CommandContext } from '../../platform/cli/context.ts';
import { readNumber, UsageError } from '../../platform/cli/input.ts';
import { addNoun } from '../../platform/cli/noun.ts';
import { readSpan } from '../../platform/lib/duration.ts';
import { formatMoment } from '../../platform/lib/moment.ts';
import { plural } from '../../platform/lib/text.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import type { InviteSettings } from '../account/settings.ts';
import type { Invites } from './invites.ts';

type Context = CommandContext<{ invites: Invites }, InviteSettings>;

interface CreateFlags {
  uses: string;
  valid: string;
}

function parseUses(text: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text);
  throw new UsageError('--uses needs a whole number from 1, such as 10.');
}

function parseValidMs(text: string): number {
  const spanMs = readSpan(text);
  if (spanMs !== undefined && spanMs > 0) return spanMs;
  throw new UsageError('--valid needs a duration with m, h, d or w, such as 12h or 7d.');
}

async function createInvite(context: Context, flags: CreateFlags): Promise<void> {
  const request = { uses: parseUses(flags.uses), validMs: parseValidMs(flags.valid) };
  const { invite, code } = await context.withDataFolder(({ invites }) =>
    invites.createInvite(request),
  );
  const { settings } = context.loadRunning();
  const { out } = context.io;
  const times = plural(invite.uses, 'registration');
  out(`Invite ${invite.id}: valid for ${times} until ${formatMoment(invite.expiresAt)} UTC.`);
  out(`Code (shown only once): ${code}`);
  out(`People enter it at ${settings.baseUrl}${accountPath('register')}`);
  if (settings.registration !== 'invite') {
    out(
      `Registration is ${settings.registration}, so this code has no effect. To register people by invite, use --registration invite.`,
    );
  }
}

function addInviteCommands(program: Command, context: Context): void {
  const description = 'Invite people to register, if registration is by invite.';
  const { noun, add, addList } = addNoun(program, context, 'invite', description);
  noun
    .command('create')
    .description('Create an invite. Its code is shown only once.')
    .option('--uses <number>', 'How many people can register with it.', '1')
    .option('--valid <time>', 'How long it is valid (m, h, d or w).', '7d')
    .action((flags: CreateFlags) => createInvite(context, flags));
  addList({
    help: 'List the invites, oldest first, including used-up and expired ones.',
    read: ({ invites }) => invites.listInvites(),
    columns: [
      ['ID', 'id'],
      ['USES LEFT', ({ usesLeft, uses }) => `${usesLeft} of ${uses}`],
      ['CREATED (UTC)', 'createdAt'],
      ['VALID UNTIL (UTC)', 'expiresAt'],
    ],
  });
  add('revoke <id>', {
    help: 'Revoke an invite. Accounts that registered with it stay.',
    argument: 'number of the invite',
    parse: (text) => readNumber('The number of an invite', text, 'muster invite list'),
    reason: false,
    async run({ invites }, id: number) {
      await invites.revokeInvite(id);
      return `Invite ${id} was revoked.`;
    },
  });
}

export const registrationCommands = {
  'Accounts and email:': [addInviteCommands],
} satisfies ModuleCommands;
