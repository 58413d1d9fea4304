// `muster ban …`: bans on the heartbeats of addresses, names and servers.

import { type Command, Option } from 'commander';
import { type CommandContext, commandLine, requireThere } from '../../platform/cli/context.ts';
import {
  confirm,
  type ReasonFlag,
  type RequiredReason,
  type UntilFlag,
  UsageError,
  untilOption,
} from '../../platform/cli/input.ts';
import { addNoun } from '../../platform/cli/noun.ts';
import { nameActor } from '../../platform/cli/output.ts';
import { parseRange } from '../../platform/lib/address.ts';
import { formatEnd } from '../../platform/lib/moment.ts';
import { plural } from '../../platform/lib/text.ts';
import type { ServerModeration } from './moderation.ts';
import type { Ban, BanKind, BanTarget } from './moderation-ports.ts';

interface TargetFlags {
  name?: string;
  server?: string;
}

type AddFlags = TargetFlags & UntilFlag & RequiredReason & { yes?: boolean };

const TARGET = {
  argument: 'address, or range such as 203.0.113.0/24',
  options: [
    new Option('--name <pattern>', 'Servers whose name matches; * matches any text.'),
    new Option('--server <hash>', 'One server, by its hash.'),
  ],
  check: (range: string | undefined, flags: TargetFlags) => void readTarget(range, flags),
};

/** Reads the one target. Throws `UsageError` unless exactly one is named, `invalid` for an unreadable range. */
function readTarget(range: string | undefined, { name, server }: TargetFlags): BanTarget {
  const named: [BanKind, string | undefined][] = [
    ['range', range === undefined ? undefined : parseRange(range)],
    ['name', name],
    ['server', server],
  ];
  const [target, ...others] = named.flatMap(([kind, subject]) =>
    subject === undefined ? [] : [{ kind, subject }],
  );
  if (target !== undefined && others.length === 0) return target;
  throw new UsageError('Give exactly one of these: an address or range, --name, or --server.');
}

function describeTarget({ kind, subject }: Pick<Ban, 'kind' | 'subject'>): string {
  const before = { range: '', name: 'servers named ', server: 'the server ' };
  return `${before[kind]}${subject}`;
}

export function addBanCommands(
  program: Command,
  context: CommandContext<{ moderation: ServerModeration }>,
): void {
  const description = 'Ban addresses, server names and servers.';
  const { add, addList } = addNoun(program, context, 'ban', description);
  add('add [range]', {
    ...TARGET,
    help: 'Refuse heartbeats from an address or range, from servers with a name, or from one server.',
    options: [
      ...TARGET.options,
      untilOption(),
      new Option('--yes', 'Do not ask about a range wider than /16 (IPv6: /32).'),
    ],
    reason: 'The reason; the operator of the game server sees it.',
    async run({ moderation }, range: string | undefined, flags: AddFlags) {
      const target = readTarget(range, flags);
      const { isWide, servers, sentence } = await moderation.findBanHits(target);
      if (isWide && !flags.yes) {
        await confirm(context.io, target.subject, {
          what: `${target.subject} is wider than a /16 (IPv6: /32) and would hit ${plural(servers.length, 'live server')} now`,
          question: `${sentence} Type ${target.subject} to ban it: `,
          refusal: 'The range did not match. Nothing was banned.',
        });
      }
      const how = { reason: flags.reason, lasts: flags.until ?? '', isConfirmed: true };
      const ban = await moderation.addBan(commandLine, target, how);
      const isSaid = target.kind !== 'server' && servers.length > 0;
      const hits = isSaid ? ` Live servers that it hits: ${servers.length}.` : '';
      const until = ban.expiresAt === null ? '' : ` until ${formatEnd(ban.expiresAt)} UTC`;
      return `Heartbeats from ${describeTarget(ban)} are refused${until}.${hits}`;
    },
  });
  addList({
    help: 'List the bans, oldest first, including expired ones.',
    read: ({ moderation }) => moderation.listBans(),
    columns: [
      ['KIND', 'kind'],
      ['BANNED', 'subject'],
      ['SINCE (UTC)', 'createdAt'],
      ['UNTIL (UTC)', ({ expiresAt: at }) => (at === null ? 'permanent' : formatEnd(at))],
      ['BY', ({ author }) => nameActor(author)],
      ['REASON', 'reason'],
    ],
    toJson: ({ kind, subject, reason, author, createdAt, expiresAt }) => ({
      kind,
      [kind]: subject,
      reason,
      author: nameActor(author),
      createdAt,
      expiresAt,
    }),
  });
  add('remove [range]', {
    ...TARGET,
    help: 'Remove a ban. Give the address, range, name or server as it was banned.',
    async run({ moderation }, range: string | undefined, flags: TargetFlags & ReasonFlag) {
      const target = readTarget(range, flags);
      const wasBanned = await moderation.removeBan(commandLine, target, flags.reason);
      requireThere(wasBanned, `${target.subject} is not banned. muster ban list shows the bans.`);
      return `Heartbeats from ${describeTarget(target)} are accepted again.`;
    },
  });
}
