// `muster invite list`.

import type { Command } from 'commander';
import { formatMoment } from '../../lib/moment.ts';
import type { CommandContext } from '../context.ts';
import { withOffice } from '../office.ts';
import { formatTable, isoMoment } from '../output.ts';

async function listInvites(context: CommandContext, isJson: boolean): Promise<void> {
  const invites = await withOffice(context, (office) => office.invites.listInvites());
  if (isJson) {
    const rows = invites.map((invite) => ({
      ...invite,
      createdAt: isoMoment(invite.createdAt),
      expiresAt: isoMoment(invite.expiresAt),
    }));
    context.io.out(JSON.stringify(rows, null, 2));
    return;
  }
  const rows = invites.map((invite) => [
    String(invite.id),
    `${invite.usesLeft} of ${invite.uses}`,
    formatMoment(invite.createdAt),
    formatMoment(invite.expiresAt),
  ]);
  const heads = ['ID', 'USES LEFT', 'MADE (UTC)', 'GOOD UNTIL (UTC)'];
  for (const line of formatTable(heads, rows)) context.io.out(line);
}

/** Adds `muster invite list`. */
export function addInviteListCommand(parent: Command, context: CommandContext): void {
  parent
    .command('list')
    .description('List the invites, oldest first, used-up and expired ones too.')
    .option('--json', 'Write JSON for scripts.')
    .action((flags: { json?: boolean }) => listInvites(context, flags.json === true));
}
