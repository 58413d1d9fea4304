// Checks how the files of src belong together: no import cycles, no import past a module's public face, no slivers, none too long.

import { describe, expect, test } from 'bun:test';
import { dirname, join } from 'node:path';
import { codeOf, importsOf, moduleOf, readSources, type Source } from './support/source.ts';

/**
 * The files of each module that other modules may import; files of ports (`ports.ts`, `…-ports.ts`) may
 * be imported from everywhere. A module that is not named here has no face: each of its files is a
 * thing of its own (`lib`: small packages; `net`: one adapter a file; `ops`: the log and the metrics by
 * topic; `views`: one page a file; `config`, `http`: for the composition root).
 */
const faces: Record<string, readonly string[]> = {
  servers: [
    'servers.ts',
    'moderation/moderation.ts',
    'claims/claims.ts',
    'history/history.ts',
    // The table of the heartbeat's fields, which its route and /openapi.json are made from.
    'heartbeat.ts',
    'webhooks/webhooks.ts',
  ],
  accounts: ['accounts.ts', 'registration/registration.ts', 'administration/administration.ts'],
  relay: ['relay.ts'],
  site: ['site.ts', 'web-client-address.ts'],
  store: ['store.ts'],
  email: ['email.ts'],
  messages: [
    'messages.ts',
    'end-time.ts',
    'plain-line.ts',
    'language.ts',
    'audit-details.ts',
    'event-text.ts',
    'paths.ts',
  ],
  app: [],
  cli: ['run.ts'],
};

/** Imports past a public face, by the file that is imported. */
const faceExceptions: Record<string, string> = {
  'src/app/': 'parts of the composition root, for `app.ts` alone',
  'src/accounts/audit.ts': 'the audit log, which moderation of servers uses as well',
  'src/accounts/email-messages.ts': 'the port of emails: what `email` implements',
  'src/accounts/registration/invites.ts': 'the command line makes invites without a service',
  'src/accounts/account.ts': 'the hash of a name for a migration of stored names',
  'src/accounts/roles.ts': 'the list of roles',
};

/** Below this many lines of code, a file with one importer beside it belongs into the importer. */
const SLIVER_LINES = 40;

/** A file with more lines is two; there are no exceptions. */
const MOST_LINES = 500;

/** Slivers by the beginning of their path, each with the reason why it stands alone. */
const sliverExceptions: Record<string, string> = {
  'src/cli/': 'a command is a file',
  'src/messages/': 'the sentences of a topic are a file',
  'src/views/': 'a part of pages is a file',
};

/** Which files each file imports. */
type Graph = ReadonlyMap<string, readonly string[]>;

function graphOf(sources: readonly Source[]): Graph {
  const paths = new Set(sources.map(({ path }) => path));
  return new Map(
    sources.map(({ path, text }) => {
      const targets = importsOf(text)
        .filter(({ from }) => from.startsWith('.'))
        .map(({ from }) => join(dirname(path), from));
      return [path, [...new Set(targets)].filter((target) => paths.has(target))];
    }),
  );
}

const edge = (from: string, to: string): string => `${from} → ${to}`;

/** One cycle, its first file repeated at the end; empty when there is none. */
function findCycle(graph: Graph): string[] {
  const left = new Map(graph);
  const nextOf = (path: string) => left.get(path)?.find((target) => left.has(target));
  // Remove what imports nothing that is left, until each file that is left leads to a cycle.
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const path of [...left.keys()]) if (nextOf(path) === undefined) left.delete(path);
  }
  const walk: string[] = [];
  let [at] = left.keys();
  while (at !== undefined && !walk.includes(at)) {
    walk.push(at);
    at = nextOf(at);
  }
  return at === undefined ? [] : [...walk.slice(walk.indexOf(at)), at];
}

/** The imports of other modules past their public faces. */
function findInnerImports(graph: Graph): { from: string; to: string }[] {
  return [...graph].flatMap(([from, targets]) =>
    targets
      .filter((to) => {
        const module = moduleOf(to);
        const face = faces[module];
        if (face === undefined || module === moduleOf(from)) return false;
        return !/(^|[/-])ports\.ts$/.test(to) && !face.includes(to.split('/').slice(2).join('/'));
      })
      .map((to) => ({ from, to })),
  );
}

/** Files that are too small to stand alone beside the one file that imports them. */
function findSlivers(sources: readonly Source[]): string[] {
  const importers = new Map<string, string[]>();
  for (const [from, targets] of graphOf(sources)) {
    for (const to of targets) importers.set(to, [...(importers.get(to) ?? []), from]);
  }
  return sources
    .filter(({ path, text }) => {
      const [importer, ...others] = importers.get(path) ?? [];
      const isBeside = importer !== undefined && dirname(importer) === dirname(path);
      return isBeside && others.length === 0 && countLines(text) < SLIVER_LINES;
    })
    .map(({ path }) => path);
}

/** Files that are too long, blank lines and comments counted. */
function findLong(sources: readonly Source[]): string[] {
  const linesOf = ({ text }: Source) => text.trimEnd().split('\n').length;
  return sources.filter((source) => linesOf(source) > MOST_LINES).map(({ path }) => path);
}

/** Lines of code: neither blank nor comment. */
function countLines(text: string): number {
  return codeOf(text)
    .split('\n')
    .filter((line) => line.trim() !== '').length;
}

const isBelow = (path: string) => (beginning: string) => path.startsWith(beginning);

describe('the files', () => {
  const sources = readSources();
  const graph = graphOf(sources);
  const innerImports = findInnerImports(graph);
  const slivers = findSlivers(sources);

  test('there are imports to check', () => {
    expect([...graph.values()].flat().length).toBeGreaterThan(1_000);
  });

  test('no import closes a cycle, not even of types', () => {
    expect(findCycle(graph)).toEqual([]);
  });

  test('other modules are imported by their public faces', () => {
    const excepted = Object.keys(faceExceptions);
    const found = innerImports.filter(({ to }) => !excepted.some(isBelow(to)));
    expect(found.map(({ from, to }) => edge(from, to))).toEqual([]);
  });

  test(`no file of less than ${SLIVER_LINES} lines of code stands beside its only importer`, () => {
    const excepted = Object.keys(sliverExceptions);
    expect(slivers.filter((path) => !excepted.some(isBelow(path)))).toEqual([]);
  });

  test(`no file has more than ${MOST_LINES} lines`, () => {
    expect(findLong(sources)).toEqual([]);
  });

  test('every exception is still needed', () => {
    const unneeded = [
      ...Object.keys(faceExceptions).filter(
        (it) => !innerImports.some(({ to }) => to.startsWith(it)),
      ),
      ...Object.keys(sliverExceptions).filter((it) => !slivers.some((path) => path.startsWith(it))),
    ];
    expect(unneeded).toEqual([]);
  });
});

/** Sources by path, for samples. */
function sourcesOf(texts: Record<string, string>): Source[] {
  return Object.entries(texts).map(([path, text]) => ({ path, text }));
}

describe('what the checks refuse', () => {
  test.each([
    ['two files that import each other', ['./b.ts'], ['./a.ts'], ['a', 'b', 'a']],
    ['a file that imports itself', ['./a.ts'], [], ['a', 'a']],
    ['but not one way alone', ['./b.ts'], [], []],
  ])('%s', (_what, ofA, ofB, cycle) => {
    const text = (targets: string[]) => targets.map((to) => `import '${to}';`).join('\n');
    const sources = sourcesOf({ 'src/lib/a.ts': text(ofA), 'src/lib/b.ts': text(ofB) });
    expect(findCycle(graphOf(sources))).toEqual(cycle.map((name) => `src/lib/${name}.ts`));
  });

  test('a cycle of types through a third file, without what hangs on it', () => {
    const sources = sourcesOf({
      'src/lib/whole.ts': `import { part } from './part.ts';`,
      'src/lib/part.ts': `import type { Detail } from './detail.ts';`,
      'src/lib/detail.ts': `export type { Part } from './part.ts';\nimport './leaf.ts';`,
      'src/lib/leaf.ts': '',
    });
    const graph = graphOf(sources);
    expect(findCycle(graph)).toEqual(['part', 'detail', 'part'].map((it) => `src/lib/${it}.ts`));
  });

  test.each([
    ['a file inside another module', 'src/http/a.ts', 'src/servers/registry.ts', true],
    ['a type of one', 'src/views/a.ts', 'src/relay/pump.ts', true],
    ['a file in a folder, named like its face', 'src/http/a.ts', 'src/relay/deep/relay.ts', true],
    ['but not the face', 'src/http/a.ts', 'src/servers/servers.ts', false],
    ['but not the face of a folder', 'src/http/a.ts', 'src/servers/claims/claims.ts', false],
    ['but not ports', 'src/store/a.ts', 'src/servers/claims/ports.ts', false],
    ['but not other ports', 'src/store/a.ts', 'src/accounts/audit-ports.ts', false],
    ['but not a file of its own module', 'src/servers/a.ts', 'src/servers/registry.ts', false],
    ['but not one of lib', 'src/servers/a.ts', 'src/lib/clock.ts', false],
  ])('%s', (_what, from, to, isRefused) => {
    const path = `${'../'.repeat(from.split('/').length - 1)}${to}`;
    const sources = sourcesOf({ [from]: `import type { A } from '${path}';`, [to]: '' });
    expect(findInnerImports(graphOf(sources))).toEqual(isRefused ? [{ from, to }] : []);
  });

  const small = '// Comments and blank lines are no code.\n\nexport const one = 1;\n'.repeat(39);
  const enough = `${small}export const more = 1;\n`;
  const uses = `import { one } from './small.ts';`;
  test.each([
    ['39 lines of code with one importer', small, { 'src/lib/a.ts': uses }, true],
    ['but not 40', enough, { 'src/lib/a.ts': uses }, false],
    ['but not with two importers', small, { 'src/lib/a.ts': uses, 'src/lib/b.ts': uses }, false],
    [
      'but not with its importer in another folder',
      small,
      { 'src/cli/a.ts': `import { one } from '../lib/small.ts';` },
      false,
    ],
    ['but not without an importer', small, {}, false],
  ])('%s', (_what, text, others, isRefused) => {
    const sources = sourcesOf({ 'src/lib/small.ts': text, ...others });
    expect(findSlivers(sources)).toEqual(isRefused ? ['src/lib/small.ts'] : []);
  });

  test.each([
    ['501 lines', 501, ['src/lib/long.ts']],
    ['but not 500', 500, []],
  ])('%s', (_what, lines, refused) => {
    expect(findLong(sourcesOf({ 'src/lib/long.ts': '// Why.\n'.repeat(lines) }))).toEqual(refused);
  });
});
