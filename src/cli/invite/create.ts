// `muster invite create`.

import type { Command } from 'commander';
import { accountPath } from '../../lib/account-paths.ts';
import { formatMoment } from '../../lib/moment.ts';
import type { CommandContext } from '../context.ts';
import { withOffice } from '../office.ts';
import { UsageError } from '../usage-error.ts';

const UNITS_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function parseUses(text: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text);
  throw new UsageError('--uses takes a whole number from 1, such as 10.');
}

function parseValidMs(text: string): number {
  const match = /^([1-9][0-9]{0,5})([mhd])$/.exec(text);
  if (match === null)
    throw new UsageError('--valid takes a time with m, h or d, such as 12h or 7d.');
  return Number(match[1]) * UNITS_MS[match[2] as keyof typeof UNITS_MS];
}

/** Adds `muster invite create`. */
export function addInviteCreateCommand(parent: Command, context: CommandContext): void {
  parent
    .command('create')
    .description('Make an invite; its code is shown only now.')
    .option('--uses <number>', 'How many may register with it.', '1')
    .option('--valid <time>', 'How long it is good (m, h or d).', '7d')
    .action(async (flags: { uses: string; valid: string }) => {
      const request = { uses: parseUses(flags.uses), validMs: parseValidMs(flags.valid) };
      const { invite, code } = await withOffice(context, ({ invites }) =>
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
