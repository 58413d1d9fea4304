// `muster claim …`: servers that operators claimed.

import type { Command } from 'commander';
import { type CommandContext, commandLine, requireThere } from '../../platform/cli/context.ts';
import type { RequiredReason } from '../../platform/cli/input.ts';
import { addNoun } from '../../platform/cli/noun.ts';
import type { ServerModeration } from './moderation.ts';

export function addClaimCommands(
  program: Command,
  context: CommandContext<{ moderation: ServerModeration }>,
): void {
  const description = 'See who claimed which server, and what they wrote about it.';
  const { add, addList } = addNoun(program, context, 'claim', description);
  addList({
    help: 'List the claimed servers, oldest claim first.',
    read: ({ moderation }) => moderation.listClaims(),
    columns: async () => [
      ['HASH', 'hash'],
      ['ACCOUNT', 'accountName'],
      ['SINCE (UTC)', 'claimedAt'],
      [
        'JOINED ON',
        ({ joinIp: ip, joinPort }) => `${ip === null ? '' : `${ip}:`}${joinPort ?? ''}`,
      ],
      ...(await import('../claims/index.ts')).CLAIM_COLUMNS,
    ],
    toJson: ({ accountId: _accountId, ...claim }) => claim,
  });
  const reason = 'The reason; kept in the audit log.';
  add('clear <hash>', {
    help: 'Clear the description, links, tags and join address of a claimed server.',
    reason,
    async run({ moderation }, hash: string, { reason }: RequiredReason) {
      const wasClaimed = await moderation.clearClaimTexts(commandLine, hash, reason);
      requireThere(wasClaimed, `Server ${hash} is not claimed.`);
      return `Description, links, tags and join address of server ${hash} were cleared.`;
    },
  });
  add('remove <hash>', {
    help: 'Remove the claim on a server.',
    reason,
    async run({ moderation }, hash: string, { reason }: RequiredReason) {
      const wasClaimed = await moderation.removeClaim(commandLine, hash, reason);
      requireThere(wasClaimed, `Server ${hash} is not claimed.`);
      return `Server ${hash} is no longer claimed.`;
    },
  });
}
