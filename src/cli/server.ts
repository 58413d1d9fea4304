// `muster server …`: live servers, and how they are listed.

import type { Command } from 'commander';
import { Failure } from '../lib/failure.ts';
import { formatMoment } from '../lib/moment.ts';
import type { ListedServer } from '../servers/moderation/moderation.ts';
import { type CommandContext, commandLine, withDataFolder } from './context.ts';
import { type JsonFlag, jsonOption, type ReasonFlag, reasonOption } from './input.ts';
import { isoMoment, type ListForm, writeList, yesNo } from './output.ts';

const LIST: ListForm<ListedServer> = {
  heads: [
    'HASH',
    'ADDRESS',
    'PLAYERS',
    'PUBLIC',
    'FEATURED',
    'UNLISTED',
    'COUNTRY',
    'LAST HEARTBEAT (UTC)',
    'NAME',
    'SOFTWARE',
  ],
  toRow: (server) => [
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
  ],
  toJson: (server) => ({
    ...server,
    startedAt: isoMoment(server.startedAt),
    lastBeatAt: isoMoment(server.lastBeatAt),
  }),
};

function addList(parent: Command, context: CommandContext): void {
  parent
    .command('list')
    .description('List the live servers, including private ones.')
    .addOption(jsonOption())
    .action(async ({ json }: JsonFlag) => {
      const servers = await withDataFolder(context, ({ moderation }) => moderation.listServers());
      writeList(context.io, servers, { ...LIST, json });
    });
}

function addFeature(parent: Command, context: CommandContext): void {
  parent
    .command('feature')
    .argument('<hash>')
    .description('Feature a server at the top of the list.')
    .addOption(reasonOption())
    .action(async (hash: string, { reason }: ReasonFlag) => {
      const isNew = await withDataFolder(context, ({ moderation }) =>
        moderation.featureServer(commandLine, hash, reason),
      );
      context.io.out(
        isNew ? `Server ${hash} is now featured.` : `Server ${hash} is already featured.`,
      );
    });
}

function addUnfeature(parent: Command, context: CommandContext): void {
  parent
    .command('unfeature')
    .argument('<hash>')
    .description('Stop featuring a server.')
    .addOption(reasonOption())
    .action(async (hash: string, { reason }: ReasonFlag) => {
      const wasFeatured = await withDataFolder(context, ({ moderation }) =>
        moderation.unfeatureServer(commandLine, hash, reason),
      );
      if (!wasFeatured) throw new Failure('not_found', `Server ${hash} is not featured.`);
      context.io.out(`Server ${hash} is no longer featured.`);
    });
}

function addUnlist(parent: Command, context: CommandContext): void {
  parent
    .command('unlist')
    .argument('<hash>')
    .description('Keep a server off the public list. Players can still join with its address.')
    .requiredOption('--reason <text>', 'The reason; the operator of the game server sees it.')
    .action(async (hash: string, { reason }: { reason: string }) => {
      await withDataFolder(context, ({ moderation }) =>
        moderation.unlistServer(commandLine, hash, reason),
      );
      context.io.out(`Server ${hash} is kept off the public list.`);
    });
}

function addRelist(parent: Command, context: CommandContext): void {
  parent
    .command('relist')
    .argument('<hash>')
    .description('Allow a server on the public list again.')
    .addOption(reasonOption())
    .action(async (hash: string, { reason }: ReasonFlag) => {
      const wasUnlisted = await withDataFolder(context, ({ moderation }) =>
        moderation.relistServer(commandLine, hash, reason),
      );
      if (!wasUnlisted) throw new Failure('not_found', `Server ${hash} is not unlisted.`);
      context.io.out(`Server ${hash} will be listed again after its next heartbeat.`);
    });
}

async function setCountry(
  context: CommandContext,
  hash: string,
  country: string,
  reason: string | undefined,
): Promise<void> {
  if (country !== 'auto') {
    const set = await withDataFolder(context, ({ moderation }) =>
      moderation.setCountry(commandLine, hash, country, reason),
    );
    context.io.out(`Server ${hash} is shown with country ${set}.`);
    return;
  }
  const wasSet = await withDataFolder(context, ({ moderation }) =>
    moderation.resetCountry(commandLine, hash, reason),
  );
  if (!wasSet) throw new Failure('not_found', `No country was set for server ${hash}.`);
  context.io.out(`Server ${hash} is shown with the country of its address.`);
}

function addCountry(parent: Command, context: CommandContext): void {
  parent
    .command('country')
    .argument('<hash>')
    .argument('<country>', 'two letters such as NZ, or auto for the country of its address')
    .description('Set the country that a server is shown with.')
    .addOption(reasonOption())
    .action((hash: string, country: string, { reason }: ReasonFlag) =>
      setCountry(context, hash, country, reason),
    );
}

export function addServerCommands(program: Command, context: CommandContext): void {
  const server = program
    .command('server')
    .description('See live servers, and change how they are listed.');
  addList(server, context);
  addFeature(server, context);
  addUnfeature(server, context);
  addUnlist(server, context);
  addRelist(server, context);
  addCountry(server, context);
}
