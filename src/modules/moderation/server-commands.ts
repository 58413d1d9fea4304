// `muster server …` and `muster claim …`: live and claimed servers, and the actions on one of them.

import type { Command } from 'commander';
import { type CommandContext, commandLine, requireThere } from '../../platform/cli/context.ts';
import type { ReasonFlag } from '../../platform/cli/input.ts';
import { addNoun } from '../../platform/cli/noun.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import type { ServerModeration } from './moderation.ts';
import { SERVER_ACTION_NAMES, serverAction } from './server-actions.ts';

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
  addServerActions(add, 'server');
}

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

type AddCommand = ReturnType<typeof addNoun<{ moderation: ServerModeration }>>['add'];

const REASONS = {
  required: 'The reason; kept in the audit log.',
  notified: 'The reason; the operator of the game server sees it.',
};

/** Adds the commands of the actions on one server that stand below a noun. */
function addServerActions(add: AddCommand, noun: 'server' | 'claim'): void {
  for (const named of SERVER_ACTION_NAMES) {
    const { claim, value, help, instead, reason: kind } = serverAction(named);
    if (help === undefined || (claim !== undefined) !== (noun === 'claim')) continue;
    const usage = `${named.replace('claim-', '')} <hash>`;
    add(value === undefined ? usage : `${usage} <${value.field}>`, {
      help,
      ...(value && { argument: value.help }),
      ...(kind && { reason: REASONS[kind] }),
      async run({ moderation }, hash: string, ...rest: unknown[]) {
        const given = value === undefined ? ['', ...rest] : rest;
        const [typed, { reason }] = given as [string, ReasonFlag];
        const name = instead?.word === typed ? instead.action : named;
        const { sets, value: kept, done, unchanged } = serverAction(name);
        const isChanged = await moderation.actOnServer(name, commandLine, hash, reason, typed);
        const same = unchanged?.(hash) ?? '';
        if (sets === undefined) requireThere(isChanged, same);
        return isChanged ? done(hash, kept?.read(typed) ?? '') : same;
      },
    });
  }
}
