// What a ban command is about: an address or range, a name, or one server.

import type { Command } from 'commander';
import { parseRange } from '../../lib/address.ts';
import type { Ban, BanKind, BanTarget } from '../../servers/moderation/ports.ts';
import { UsageError } from '../usage-error.ts';

/** The flags beside the range. */
export interface TargetFlags {
  name?: string;
  server?: string;
}

/** Adds the argument and the flags that name what is banned. */
export function addTarget(command: Command): Command {
  return command
    .argument('[range]', 'address, or range such as 203.0.113.0/24')
    .option('--name <pattern>', 'Servers with such a name; * stands for any text.')
    .option('--server <hash>', 'One server, by its hash.');
}

/**
 * Reads what is banned. Throws `UsageError` unless it is named in exactly one way, and
 * `invalid` for a range that cannot be read.
 */
export function readTarget(range: string | undefined, { name, server }: TargetFlags): BanTarget {
  const named: [BanKind, string | undefined][] = [
    ['range', range === undefined ? undefined : parseRange(range)],
    ['name', name],
    ['server', server],
  ];
  const given = named.flatMap(([kind, subject]) =>
    subject === undefined ? [] : [{ kind, subject }],
  );
  const [target, ...others] = given;
  if (target !== undefined && others.length === 0) return target;
  throw new UsageError('Name what is meant: an address or range, or --name, or --server.');
}

/** Whose heartbeats are meant, within a sentence. */
export function describeTarget({ kind, subject }: Pick<Ban, 'kind' | 'subject'>): string {
  const before = { range: '', name: 'servers named ', server: 'the server ' };
  return `${before[kind]}${subject}`;
}
