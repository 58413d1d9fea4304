// `muster server list`.

import type { Command } from 'commander';
import { formatMoment } from '../../lib/moment.ts';
import type { ListedServer } from '../../servers/moderation/moderation.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { isoMoment, writeList, yesNo } from '../output.ts';

const HEADS = [
  'HASH',
  'ADDRESS',
  'PLAYERS',
  'PUBLIC',
  'FEATURED',
  'UNLISTED',
  'COUNTRY',
  'LAST BEAT (UTC)',
  'NAME',
  'SOFTWARE',
];

function toRow(server: ListedServer): string[] {
  return [
    server.hash,
    `${server.ip}:${server.port}`,
    `${server.players}/${server.maxPlayers}`,
    yesNo(server.isPublic),
    yesNo(server.isFeatured),
    yesNo(server.isUnlisted),
    server.country,
    formatMoment(server.lastBeatAt),
    server.name,
    server.software,
  ];
}

function toJson(server: ListedServer): Record<string, unknown> {
  const { startedAt, lastBeatAt } = server;
  return { ...server, startedAt: isoMoment(startedAt), lastBeatAt: isoMoment(lastBeatAt) };
}

async function listServers(context: CommandContext, json: boolean | undefined): Promise<void> {
  const servers = await withDataFolder(context, ({ moderation }) => moderation.listServers());
  writeList(context.io, servers, { heads: HEADS, toRow, toJson, json });
}

/** Adds `muster server list`. */
export function addServerListCommand(parent: Command, context: CommandContext): void {
  parent
    .command('list')
    .description('List the live servers, private ones too.')
    .option('--json', 'Write JSON for scripts.')
    .action(({ json }: { json?: boolean }) => listServers(context, json));
}
