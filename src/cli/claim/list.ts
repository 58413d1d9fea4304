// `muster claim list`.

import type { Command } from 'commander';
import { formatMoment } from '../../lib/moment.ts';
import type { Claim } from '../../servers/claims/ports.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { isoMoment, writeList } from '../output.ts';

const HEADS = [
  'HASH',
  'ACCOUNT',
  'SINCE (UTC)',
  'JOINED ON',
  'COUNTRY',
  'TAGS',
  'LINKS',
  'DESCRIPTION',
];

function toRow(claim: Claim): string[] {
  return [
    claim.hash,
    claim.accountName,
    formatMoment(claim.claimedAt),
    claim.joinIp === null ? `${claim.joinPort ?? ''}` : `${claim.joinIp}:${claim.joinPort}`,
    claim.country ?? '',
    claim.tags.join(' '),
    claim.links.join(' '),
    claim.description.replaceAll('\n', ' '),
  ];
}

function toJson({ accountId: _accountId, ...claim }: Claim): Record<string, unknown> {
  return { ...claim, claimedAt: isoMoment(claim.claimedAt) };
}

async function listClaims(context: CommandContext, json: boolean | undefined): Promise<void> {
  const claims = await withDataFolder(context, ({ moderation }) => moderation.listClaims());
  writeList(context.io, claims, { heads: HEADS, toRow, toJson, json });
}

/** Adds `muster claim list`. */
export function addClaimListCommand(parent: Command, context: CommandContext): void {
  parent
    .command('list')
    .description('List the claimed servers, the oldest claim first.')
    .option('--json', 'Write JSON for scripts.')
    .action(({ json }: { json?: boolean }) => listClaims(context, json));
}
