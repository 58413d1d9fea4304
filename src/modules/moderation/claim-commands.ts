// `muster claim …`: servers that operators claimed.

import type { Command } from 'commander';
import type { CommandContext } from '../../platform/cli/context.ts';
import { addNoun } from '../../platform/cli/noun.ts';
import type { ServerModeration } from './moderation.ts';
import { addServerActions } from './server-commands.ts';

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
  addServerActions(add, 'claim');
}
