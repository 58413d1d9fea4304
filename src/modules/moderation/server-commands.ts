// `muster server …`: live servers and their listing.

import type { Command } from 'commander';
import { type CommandContext, commandLine, requireThere } from '../../platform/cli/context.ts';
import type { ReasonFlag, RequiredReason } from '../../platform/cli/input.ts';
import { addNoun } from '../../platform/cli/noun.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import type { ServerModeration } from './moderation.ts';

export function addServerCommands(
  program: Command,
  context: CommandContext<{ moderation: ServerModeration }>,
): void {
  const description = 'See live servers, and change how they are listed.';
  const { add, addList } = addNoun(program, context, 'server', description);
  addList({
    help: 'List the live servers, including private ones.',
    read: ({ moderation }) => moderation.listServers(),
    columns: [
      ['HASH', 'hash'],
      ['ADDRESS', ({ ip, port }) => `${ip}:${port}`],
      ['PLAYERS', ({ players, maxPlayers }) => `${players}/${maxPlayers}`],
      ['PUBLIC', 'isPublic'],
      ['FEATURED', 'isFeatured'],
      ['UNLISTED', 'isUnlisted'],
      ['COUNTRY', 'country'],
      ['LAST HEARTBEAT (UTC)', 'lastBeatAt'],
      ['NAME', ({ name }) => stripColourCodes(name)],
      ['SOFTWARE', ({ software }) => stripColourCodes(software)],
    ],
  });
  add('feature <hash>', {
    help: 'Feature a server at the top of the list.',
    async run({ moderation }, hash: string, { reason }: ReasonFlag) {
      const isNew = await moderation.featureServer(commandLine, hash, reason);
      return isNew ? `Server ${hash} is now featured.` : `Server ${hash} is already featured.`;
    },
  });
  add('unfeature <hash>', {
    help: 'Stop featuring a server.',
    async run({ moderation }, hash: string, { reason }: ReasonFlag) {
      const wasFeatured = await moderation.unfeatureServer(commandLine, hash, reason);
      requireThere(wasFeatured, `Server ${hash} is not featured.`);
      return `Server ${hash} is no longer featured.`;
    },
  });
  add('unlist <hash>', {
    help: 'Keep a server off the public list. Players can still join with its address.',
    reason: 'The reason; the operator of the game server sees it.',
    async run({ moderation }, hash: string, { reason }: RequiredReason) {
      await moderation.unlistServer(commandLine, hash, reason);
      return `Server ${hash} is kept off the public list.`;
    },
  });
  add('relist <hash>', {
    help: 'Allow a server on the public list again.',
    async run({ moderation }, hash: string, { reason }: ReasonFlag) {
      const wasUnlisted = await moderation.relistServer(commandLine, hash, reason);
      requireThere(wasUnlisted, `Server ${hash} is not unlisted.`);
      return `Server ${hash} will be listed again after its next heartbeat.`;
    },
  });
  add('country <hash> <country>', {
    help: 'Set the country that a server is shown with.',
    argument: 'two letters such as NZ, or auto for the country of its address',
    async run({ moderation }, hash: string, country: string, { reason }: ReasonFlag) {
      if (country !== 'auto') {
        const set = await moderation.setCountry(commandLine, hash, country, reason);
        return `Server ${hash} is shown with country ${set}.`;
      }
      const wasSet = await moderation.resetCountry(commandLine, hash, reason);
      requireThere(wasSet, `No country was set for server ${hash}.`);
      return `Server ${hash} is shown with the country of its address.`;
    },
  });
}
