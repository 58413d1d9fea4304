// `muster server list`.

import type { Command } from 'commander';
import { formatMoment } from '../../lib/moment.ts';
import type { ListedServer } from '../../servers/moderation/moderation.ts';
import type { CommandContext } from '../context.ts';
import { withOffice } from '../office.ts';
import { formatTable, isoMoment, yesNo } from '../output.ts';

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

async function listServers(context: CommandContext, isJson: boolean): Promise<void> {
  const servers = await withOffice(context, ({ moderation }) => moderation.listServers());
  if (isJson) {
    context.io.out(JSON.stringify(servers.map(toJson), null, 2));
    return;
  }
  for (const line of formatTable(HEADS, servers.map(toRow))) context.io.out(line);
}

/** Adds `muster server list`. */
export function addServerListCommand(parent: Command, context: CommandContext): void {
  parent
    .command('list')
    .description('List the live servers, private ones too.')
    .option('--json', 'Write JSON for scripts.')
    .action((flags: { json?: boolean }) => listServers(context, flags.json === true));
}
