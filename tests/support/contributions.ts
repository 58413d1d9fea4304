// What modules give to the tests of the whole service, from the file `contributions.ts` in the folder of their own tests.

import { join } from 'node:path';
import type { OptionKey, Settings } from '../../src/app/options.ts';
import type { AnyEmail } from './fake-mailer.ts';

/** What the tests of one module know that a test of everything needs. */
export interface Contributions {
  /** Settings with which a walk over every route meets all its routes. */
  settings?: Partial<Omit<Settings, 'tls'>>;
  /** Links that lead to another site. */
  waysOut?: readonly string[];
  /** Its commands, with arguments. */
  commands?: Readonly<Record<string, readonly string[]>>;
  /** Good values of its settings, and what follows from each. */
  goodSettings?: readonly [OptionKey, text: string, Partial<Settings>][];
  /** Bad values of its settings, and a part of the problem of each. */
  badSettings?: readonly [OptionKey, text: string, problem: string][];
  /** Its jobs, with their intervals; those that only the leader runs stand apart. */
  jobs?: Readonly<Record<string, number>>;
  leaderJobs?: Readonly<Record<string, number>>;
  /** One email of each kind, to Alice. */
  emails?: readonly AnyEmail[];
  /** By kind: what the text of that email contains. */
  emailTexts?: readonly [kind: AnyEmail['kind'], texts: readonly string[]][];
  /** Its tables with the hash of a server, and what happens to their rows when the server moves. */
  moves?: Readonly<Record<string, string>>;
  /** Answers that `/openapi.json` describes: the path there, a target, and the status. */
  answers?: readonly [path: string, target: string, status: number][];
  /** Paths for a walk over every route, which knows one server. */
  listPaths?(hash: string): string[];
  /** By file: its rate limits, as docs/scaling.md calls them. */
  limits?: Readonly<Record<string, { shared?: readonly string[]; own?: readonly string[] }>>;
}

const files = [...new Bun.Glob('*/contributions.ts').scanSync(join(import.meta.dir, '../modules'))];
const all = await Promise.all(
  files.toSorted().map(async (file): Promise<Contributions> => {
    const { contributions } = await import(`../modules/${file}`);
    return contributions;
  }),
);

/** What all modules give, together. */
export const contributions = {
  settings: Object.assign({}, ...all.map((one) => one.settings)) as Contributions['settings'],
  waysOut: all.flatMap(({ waysOut = [] }) => waysOut),
  commands: joined(({ commands }) => commands),
  goodSettings: all.flatMap(({ goodSettings = [] }) => goodSettings),
  badSettings: all.flatMap(({ badSettings = [] }) => badSettings),
  jobs: joined(({ jobs, leaderJobs }) => ({ ...jobs, ...leaderJobs })),
  leaderJobs: joined(({ leaderJobs }) => leaderJobs),
  emails: all.flatMap(({ emails = [] }) => emails),
  emailTexts: all.flatMap(({ emailTexts = [] }) => emailTexts),
  moves: joined(({ moves }) => moves),
  answers: all.flatMap(({ answers = [] }) => answers),
  listPaths: (hash: string) => all.flatMap(({ listPaths }) => listPaths?.(hash) ?? []),
  limits: joined(({ limits }) => limits),
};

function joined<Value>(read: (one: Contributions) => Readonly<Record<string, Value>> | undefined) {
  return Object.assign({}, ...all.map(read)) as Record<string, Value>;
}
