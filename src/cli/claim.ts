// `muster claim …`: servers that their operators claimed.

import type { Command } from 'commander';
import { Failure } from '../lib/failure.ts';
import { formatMoment } from '../lib/moment.ts';
import type { Claim } from '../servers/claims/ports.ts';
import { type CommandContext, commandLine, withDataFolder } from './context.ts';
import { type JsonFlag, jsonOption } from './input.ts';
import { isoMoment, type ListForm, writeList } from './output.ts';

const LIST: ListForm<Claim> = {
  heads: ['HASH', 'ACCOUNT', 'SINCE (UTC)', 'JOINED ON', 'COUNTRY', 'TAGS', 'LINKS', 'DESCRIPTION'],
  toRow: (claim) => [
    claim.hash,
    claim.accountName,
    formatMoment(claim.claimedAt),
    claim.joinIp === null ? `${claim.joinPort ?? ''}` : `${claim.joinIp}:${claim.joinPort}`,
    claim.country ?? '',
    claim.tags.join(' '),
    claim.links.join(' '),
    claim.description.replaceAll('\n', ' '),
  ],
  toJson: ({ accountId: _accountId, ...claim }) => ({
    ...claim,
    claimedAt: isoMoment(claim.claimedAt),
  }),
};

function addList(parent: Command, context: CommandContext): void {
  parent
    .command('list')
    .description('List the claimed servers, oldest claim first.')
    .addOption(jsonOption())
    .action(async ({ json }: JsonFlag) => {
      const claims = await withDataFolder(context, ({ moderation }) => moderation.listClaims());
      writeList(context.io, claims, { ...LIST, json });
    });
}

function addClear(parent: Command, context: CommandContext): void {
  parent
    .command('clear')
    .argument('<hash>')
    .description('Clear the description, links, tags and join address of a claimed server.')
    .requiredOption('--reason <text>', 'The reason; kept in the audit log.')
    .action(async (hash: string, { reason }: { reason: string }) => {
      const wasClaimed = await withDataFolder(context, ({ moderation }) =>
        moderation.clearClaimTexts(commandLine, hash, reason),
      );
      if (!wasClaimed) throw new Failure('not_found', `Server ${hash} is not claimed.`);
      context.io.out(`Description, links, tags and join address of server ${hash} were cleared.`);
    });
}

function addRemove(parent: Command, context: CommandContext): void {
  parent
    .command('remove')
    .argument('<hash>')
    .description('Remove the claim on a server.')
    .requiredOption('--reason <text>', 'The reason; kept in the audit log.')
    .action(async (hash: string, { reason }: { reason: string }) => {
      const wasClaimed = await withDataFolder(context, ({ moderation }) =>
        moderation.removeClaim(commandLine, hash, reason),
      );
      if (!wasClaimed) throw new Failure('not_found', `Server ${hash} is not claimed.`);
      context.io.out(`Server ${hash} is no longer claimed.`);
    });
}

export function addClaimCommands(program: Command, context: CommandContext): void {
  const claim = program
    .command('claim')
    .description('See who claimed which server, and what they wrote about it.');
  addList(claim, context);
  addClear(claim, context);
  addRemove(claim, context);
}
