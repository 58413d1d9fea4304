// `muster invite list`.

import type { Command } from 'commander';
import type { Invite } from '../../accounts/registration-ports.ts';
import { formatMoment } from '../../lib/moment.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { isoMoment, writeList } from '../output.ts';

const HEADS = ['ID', 'USES LEFT', 'MADE (UTC)', 'GOOD UNTIL (UTC)'];

function toRow({ id, usesLeft, uses, createdAt, expiresAt }: Invite): string[] {
  return [`${id}`, `${usesLeft} of ${uses}`, formatMoment(createdAt), formatMoment(expiresAt)];
}

function toJson(invite: Invite): Record<string, unknown> {
  const { createdAt, expiresAt } = invite;
  return { ...invite, createdAt: isoMoment(createdAt), expiresAt: isoMoment(expiresAt) };
}

async function listInvites(context: CommandContext, json: boolean | undefined): Promise<void> {
  const invites = await withDataFolder(context, (admin) => admin.invites.listInvites());
  writeList(context.io, invites, { heads: HEADS, toRow, toJson, json });
}

/** Adds `muster invite list`. */
export function addInviteListCommand(parent: Command, context: CommandContext): void {
  parent
    .command('list')
    .description('List the invites, oldest first, used-up and expired ones too.')
    .option('--json', 'Write JSON for scripts.')
    .action(({ json }: { json?: boolean }) => listInvites(context, json));
}
