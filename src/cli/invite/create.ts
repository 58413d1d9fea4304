// `muster invite create`.

import type { Command } from 'commander';
import { accountPath } from '../../lib/account-paths.ts';
import { formatMoment } from '../../lib/moment.ts';
import { readSpan } from '../../lib/span.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { UsageError } from '../usage-error.ts';

function parseUses(text: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text);
  throw new UsageError('--uses takes a whole number from 1, such as 10.');
}

function parseValidMs(text: string): number {
  const spanMs = readSpan(text);
  if (spanMs !== undefined && spanMs > 0) return spanMs;
  throw new UsageError('--valid takes a time with m, h, d or w, such as 12h or 7d.');
}

/** Adds `muster invite create`. */
export function addInviteCreateCommand(parent: Command, context: CommandContext): void {
  parent
    .command('create')
    .description('Make an invite; its code is shown only now.')
    .option('--uses <number>', 'How many may register with it.', '1')
    .option('--valid <time>', 'How long it is good (m, h, d or w).', '7d')
    .action(async (flags: { uses: string; valid: string }) => {
      const request = { uses: parseUses(flags.uses), validMs: parseValidMs(flags.valid) };
      const { invite, code } = await withDataFolder(context, ({ invites }) =>
        invites.createInvite(request),
      );
      const { settings } = context.loadSettings();
      const { out } = context.io;
      const times = invite.uses === 1 ? 'one registration' : `${invite.uses} registrations`;
      out(`Invite ${invite.id}: good for ${times} until ${formatMoment(invite.expiresAt)} UTC.`);
      out(`Code, shown only now: ${code}`);
      out(`It is typed in at ${settings.baseUrl}${accountPath('register')}`);
      if (settings.registration !== 'invite') {
        out(
          `Registration is ${settings.registration}, so nobody is asked for it: --registration invite.`,
        );
      }
    });
}
