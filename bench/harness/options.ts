// The words after `bun run bench --`.

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** The groups of measures, in the order in which they run. */
export const GROUPS = ['list', 'players', 'heartbeat', 'footprint', 'flood', 'relay'] as const;

export type Group = (typeof GROUPS)[number];

/** How long and how often both sides of a comparison are put under load. */
export interface Pace {
  rounds: number;
  roundSeconds: number;
  warmUpSeconds: number;
  /** How many times the start is timed. */
  starts: number;
  /** How long lists are timed while hostile relays are open. */
  floodSeconds: number;
  /** Of how many servers the public list is measured. */
  listSizes: readonly number[];
}

export interface BenchOptions {
  groups: ReadonlySet<Group>;
  pace: Pace;
  /** Absolute path of the compiled binary. */
  binary: string;
  /** Measures so many replicas over PostgreSQL, in place of the groups. */
  replicas: number | undefined;
  /** Absolute path of a file whose `<!-- bench -->` section gets the table. */
  page: string | undefined;
}

const FULL: Pace = {
  rounds: 5,
  roundSeconds: 1,
  warmUpSeconds: 1,
  starts: 9,
  floodSeconds: 15,
  listSizes: [100, 1_000, 10_000],
};
const QUICK: Pace = { ...FULL, rounds: 3, starts: 3 };
/** Shows that each measure still works; its figures mean nothing. */
const ONCE: Pace = {
  rounds: 1,
  roundSeconds: 1,
  warmUpSeconds: 0,
  starts: 1,
  floodSeconds: 1,
  listSizes: [100],
};

export const USAGE = `bun run bench -- [--quick | --once] [--only ${GROUPS.join(',')}] [--replicas N] [--write-docs] [--binary FILE]`;

/** Reads the words; paths count from `root`. Throws an `Error` whose message says what is wrong. */
export function parseOptions(words: readonly string[], root: string): BenchOptions {
  const { values } = parseArgs({
    args: [...words],
    options: {
      quick: { type: 'boolean', default: false },
      once: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      replicas: { type: 'string' },
      'write-docs': { type: 'boolean', default: false },
      binary: { type: 'string', default: 'dist/muster' },
    },
  });
  return {
    groups: parseGroups(values.only),
    replicas: parseReplicas(values.replicas),
    pace: values.once ? ONCE : values.quick ? QUICK : FULL,
    binary: resolve(root, values.binary),
    page: values['write-docs']
      ? resolve(root, values.replicas === undefined ? 'docs/benchmark.md' : 'docs/scaling.md')
      : undefined,
  };
}

function parseReplicas(text: string | undefined): number | undefined {
  if (text === undefined || /^[1-8]$/.test(text)) return text === undefined ? text : Number(text);
  throw new Error(`--replicas takes a number from 1 to 8, not "${text}".`);
}

function parseGroups(lists: readonly string[] | undefined): ReadonlySet<Group> {
  if (lists === undefined) return new Set(GROUPS);
  const names = lists.flatMap((list) => list.split(',')).map((name) => name.trim());
  return new Set(names.map(parseGroup));
}

function parseGroup(name: string): Group {
  const group = GROUPS.find((known) => known === name);
  if (group === undefined) {
    throw new Error(`There is no group of measures "${name}". Name some of: ${GROUPS.join(', ')}.`);
  }
  return group;
}
