// Checks the layout of src: what each file may import, its name, its first comment and its words, no cycles, no slivers, none too long.

import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { DEBTS, SLIVERS } from './architecture-debts.ts';
import {
  complainAboutImports,
  complainAboutLookups,
  complainAboutName,
  complainAboutOpening,
  complainAboutTime,
  complainAboutTypes,
  complainAboutWireNames,
  describeImport,
  findSlivers,
  floorOf,
  type Graph,
  graphOf,
  type Kind,
  listLoaded,
  SLIVER_LINES,
} from './support/layout.ts';
import { importsOf, readSources, type Source } from './support/source.ts';

/** A file with more lines is two; there are no exceptions. */
const MAX_LINES = 500;

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

/** Files that are too long, blank lines and comments counted. */
function findLong(sources: readonly Source[]): string[] {
  const linesOf = ({ text }: Source) => text.trimEnd().split('\n').length;
  return sources.filter((source) => linesOf(source) > MAX_LINES).map(({ path }) => path);
}

const sources = readSources();
const graph = graphOf(sources);

describe('the files', () => {
  const complaints = complainAboutImports(sources);

  test('there are imports to check', () => {
    expect(sources.length).toBeGreaterThan(400);
    expect([...graph.values()].flat().length).toBeGreaterThan(1_000);
  });

  test('stand in app, in a module with a floor, or in a folder of the platform', () => {
    const lost = sources.filter(({ path }) => floorOf(path) === undefined);
    expect(lost.map(({ path }) => path)).toEqual([]);
  });

  test.each(Object.keys(DEBTS) as Kind[])(
    '%s: every import is allowed or a known debt, and every debt is still there',
    (kind) => {
      const found = complaints.filter((it) => it.kind === kind).map(describeImport);
      expect(found.toSorted()).toEqual([...DEBTS[kind]]);
    },
  );

  test('no import closes a cycle, not even of types', () => {
    expect(findCycle(graph)).toEqual([]);
  });

  test('the command line starts without what the service is made of', () => {
    const loaded = listLoaded(sources, 'src/main.ts');
    expect(loaded).toContain('src/modules/moderation/ban-commands.ts');
    const heavy =
      /^(elysia|drizzle-orm)|-(api|page|store|emails)\.tsx?$|\/(module|open|service)\.ts$/;
    expect(loaded.filter((path) => heavy.test(path))).toEqual([]);
  });

  test(`none of less than ${SLIVER_LINES} lines of code stands beside its only importer`, () => {
    expect(findSlivers(sources)).toEqual([...SLIVERS]);
  });

  test(`none has more than ${MAX_LINES} lines`, () => {
    expect(findLong(sources)).toEqual([]);
  });

  test('tables know nothing but the ORM', () => {
    const tables = sources.filter(({ path }) => /(-tables|\/table-kit)\.ts$/.test(path));
    expect(tables.length).toBeGreaterThan(10);
    const found = tables.flatMap(({ text }) => importsOf(text).map(({ from }) => from));
    const isKnown =
      /^drizzle-orm(\/|$)|\/(tables|[a-z-]+-tables|table-kit|escaped-text|language)\.ts$/;
    expect(found.filter((from) => !isKnown.test(from))).toEqual([]);
    // Those of modules take everything from the kit.
    const ofModules = tables.filter(({ path }) => path.startsWith('src/modules/'));
    expect(ofModules.filter(({ text }) => text.includes(`'drizzle-orm`))).toEqual([]);
  });

  test.each([
    ['wire names stay in the compatible API', complainAboutWireNames],
    ['time comes from a clock that was handed in', complainAboutTime],
    ['host names are looked up in one place', complainAboutLookups],
    ['nothing goes around the type checker', complainAboutTypes],
    ['every file is named in kebab-case', complainAboutName],
    ['every file opens with a sentence on its job', complainAboutOpening],
  ])('%s', (_sentence, complain) => {
    expect(sources.flatMap(complain)).toEqual([]);
  });
});

describe('what the checks refuse', () => {
  const face = { path: 'src/modules/site/index.ts', text: '' };
  const judge = (path: string, text: string) =>
    complainAboutImports([{ path: `src/${path}`, text }, face]).map(({ kind }) => kind);

  test.each([
    ['modules/list/a.ts', `import { Elysia } from 'elysia';`, 'packages'],
    ['modules/list/a.ts', `import type { Elysia } from 'elysia';`, 'packages'],
    ['modules/list/a.ts', `import { $ } from 'bun';`, 'packages'],
    ['modules/list/a-page.tsx', `import { Database } from 'bun:sqlite';`, 'packages'],
    ['modules/list/a-page.tsx', `const { eq } = await import('drizzle-orm');`, 'packages'],
    ['modules/list/a-store.ts', `type C = import('commander').Command;`, 'packages'],
    ['modules/list/a.ts', `import type { View } from '../two-factor/a.ts';`, 'floors'],
    ['modules/list/a.ts', `export * from '../overview/a.ts';`, 'floors'],
    ['modules/list/a.ts', `import type { A } from '../../app/service.ts';`, 'floors'],
    ['modules/list/a.ts', `import type { A } from '../attic/a.ts';`, 'floors'],
    ['modules/attic/a.ts', `import type { A } from './b.ts';`, 'floors'],
    ['platform/lib/a.ts', `import type { A } from '../../modules/audit/a.ts';`, 'floors'],
    ['platform/attic/a.ts', `import { now } from '../lib/clock.ts';`, 'floors'],
    ['app/a.ts', `import { main } from '../main.ts';`, 'floors'],
    ['platform/lib/a.ts', `import type { Settings } from '../config/settings.ts';`, 'roles'],
    ['platform/ops/a.ts', `import { help } from '../../../tests/help.ts';`, 'roles'],
    ['modules/list/a.ts', `import { pages } from '../../platform/http/page.ts';`, 'roles'],
    ['modules/list/a.ts', `import { rows } from './a-store.ts';`, 'roles'],
    ['modules/list/a-api.ts', `import { rows } from './a-store.ts';`, 'roles'],
    ['modules/list/a-store.ts', `import { page } from './a-page.tsx';`, 'roles'],
    ['modules/list/a-store.ts', `import { lists } from '../../../drizzle/schema.ts';`, 'roles'],
    ['modules/list/a.ts', `import { lists } from './a-tables.ts';`, 'roles'],
    ['modules/list/a-tables.ts', `import { bans } from '../moderation/ban-tables.ts';`, 'doors'],
    ['modules/list/a.ts', `import { site } from '../site/site.ts';`, 'doors'],
    ['modules/list/a.ts', `import { Frame } from '../site/frame-parts.tsx';`, 'doors'],
    ['modules/list/a-store.ts', `import { site } from '../site/index.js';`, 'doors'],
    ['modules/list/a-store.ts', `import { ban } from '../moderation/bans.ts';`, 'doors'],
    ['modules/list/a-page.tsx', `import { bans } from '../moderation/bans-page.tsx';`, 'doors'],
  ] as const)('%s: %s', (path, text, kind) => {
    expect(judge(path, text)).toEqual([kind]);
  });

  test.each([
    ['modules/list/a.ts', `import { Type } from '@sinclair/typebox';`],
    ['modules/list/a.ts', `// import { Elysia } from 'elysia';`],
    ['modules/list/a.ts', `import { site } from '../site/index.ts';`],
    ['modules/list/a.ts', `import { now } from '../../platform/lib/clock.ts';`],
    ['modules/list/a.ts', `import type { Report } from '../../platform/ops/events.ts';`],
    ['modules/list/a.ts', `import { ban } from '../moderation/bans.ts';`],
    ['modules/list/a-page.tsx', `import { Ban } from '../moderation/ban-parts.tsx';`],
    ['modules/list/a-page.tsx', `import { Elysia } from 'elysia';`],
    ['modules/list/a-store.ts', `import { bans } from '../moderation/moderation-store.ts';`],
    ['modules/list/a-store.ts', `import type { Ban } from '../moderation/bans.ts';`],
    ['platform/store/a.ts', `import first from '../../../drizzle/0000_initial.sql';`],
    ['modules/audit/a-tables.ts', `import type { Bans } from '../moderation/ban-tables.ts';`],
    ['app/a.ts', `import { pages } from '../modules/list/list-page.ts';`],
    ['platform/lib/a.ts', `import { version } from '../../../package.json';`],
  ])('but %s: %s', (path, text) => {
    expect(judge(path, text)).toEqual([]);
  });

  test.each([
    ['wire', complainAboutWireNames, 'list/a.ts', 'const it = { maxplayers: 1 };'],
    ['a wire name in quotes', complainAboutWireNames, 'list/a-page.tsx', `row['country_abbr']`],
    ['the key mppass', complainAboutWireNames, 'list/a.ts', `const key = 'mppass';`],
    ['mppass in ready JSON', complainAboutWireNames, 'list/a.ts', `text + ',\\"mppass\\":'`],
    ['the wall clock', complainAboutTime, 'relay/a.ts', 'const at = Date.now();'],
    ['the wall clock as a date', complainAboutTime, 'login/a.ts', 'const at = new Date();'],
    ['the runtime’s fetch', complainAboutLookups, 'relay/a.ts', 'await fetch(url)'],
    ['getaddrinfo', complainAboutLookups, 'relay/a.ts', `import { lookup } from 'node:dns';`],
    ['any', complainAboutTypes, 'list/a.ts', 'return value as any;'],
    ['a silenced error', complainAboutTypes, 'list/a.ts', '// @ts-ignore'],
    ['a camel', complainAboutName, 'list/fakeClock.ts', ''],
    ['a folder in capitals', complainAboutName, 'List/clock.ts', ''],
    ['no opening', complainAboutOpening, 'list/a.ts', `import './b.ts';\n// Later is too late.\n`],
    ['an opening that says nothing', complainAboutOpening, 'list/a.ts', '// todo\n'],
  ])('%s', (_what, complain, path, text) => {
    expect(complain({ path: `src/modules/${path}`, text })).toHaveLength(1);
  });

  test.each([
    ['the word in a name', complainAboutWireNames, 'list/a.ts', 'computeMppass(salt, name)'],
    ['a comment', complainAboutWireNames, 'list/a.ts', '// What `maxplayers` says.'],
    ['the compatible API', complainAboutWireNames, 'list/a-api.ts', '({ maxplayers })'],
    ['a handler called fetch', complainAboutLookups, 'list/a.ts', 'app.fetch(request)'],
    ['a given date', complainAboutTime, 'list/a.ts', 'new Date(clock.now())'],
    ['a language', complainAboutName, 'list/list.de.ts', ''],
    ['an opening of two lines', complainAboutOpening, 'list/a.ts', '// One thing,\n// and why.\n'],
    ['an opening in stars', complainAboutOpening, 'list/a.ts', '/** Does one thing. */\n'],
  ])('but %s', (_what, complain, path, text) => {
    expect(complain({ path: `src/modules/${path}`, text })).toEqual([]);
  });

  /** Sources by path, for samples. */
  const sourcesOf = (texts: Record<string, string>): Source[] =>
    Object.entries(texts).map(([path, text]) => ({ path, text }));

  test.each([
    ['two files that import each other', ['./b.ts'], ['./a.ts'], ['a', 'b', 'a']],
    ['a file that imports itself', ['./a.ts'], [], ['a', 'a']],
    ['but not one way alone', ['./b.ts'], [], []],
  ])('%s', (_what, ofA, ofB, cycle) => {
    const text = (targets: string[]) => targets.map((to) => `import '${to}';`).join('\n');
    const pair = sourcesOf({ 'src/lib/a.ts': text(ofA), 'src/lib/b.ts': text(ofB) });
    expect(findCycle(graphOf(pair))).toEqual(cycle.map((name) => `src/lib/${name}.ts`));
  });

  test('a cycle of types through a third file, without what hangs on it', () => {
    const samples = sourcesOf({
      'src/lib/whole.ts': `import { part } from './part.ts';`,
      'src/lib/part.ts': `import type { Detail } from './detail.ts';`,
      'src/lib/detail.ts': `export type { Part } from './part.ts';\nimport './leaf.ts';`,
      'src/lib/leaf.ts': '',
    });
    const cycle = ['part', 'detail', 'part'].map((it) => `src/lib/${it}.ts`);
    expect(findCycle(graphOf(samples))).toEqual(cycle);
  });

  const small = '// Comments and blank lines are no code.\n\nexport const one = 1;\n'.repeat(39);
  const enough = `${small}export const more = 1;\n`;
  const uses = `import { one } from './small.ts';`;
  const elsewhere = `import { one } from '../lib/small.ts';`;
  test.each([
    ['39 lines of code with one importer', small, { 'src/lib/a.ts': uses }, true],
    ['but not 40', enough, { 'src/lib/a.ts': uses }, false],
    ['but not with two importers', small, { 'src/lib/a.ts': uses, 'src/lib/b.ts': uses }, false],
    ['but not with its importer in another folder', small, { 'src/cli/a.ts': elsewhere }, false],
    ['but not without an importer', small, {}, false],
  ])('%s', (_what, text, others, isRefused) => {
    const samples = sourcesOf({ 'src/lib/small.ts': text, ...others });
    expect(findSlivers(samples)).toEqual(isRefused ? ['src/lib/small.ts'] : []);
  });

  test.each([
    ['501 lines', 501, ['src/lib/long.ts']],
    ['but not 500', 500, []],
  ])('%s', (_what, lines, refused) => {
    expect(findLong(sourcesOf({ 'src/lib/long.ts': '// Why.\n'.repeat(lines) }))).toEqual(refused);
  });
});

test('package scripts begin before any package is installed: they import only Node and each other', () => {
  const folder = new URL('../scripts/', import.meta.url);
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
  const strangers = scripts.flatMap((name) =>
    [
      ...readFileSync(new URL(name, folder), 'utf8').matchAll(
        /^(?:import|\}).* from '([^.'][^']*)'/gm,
      ),
    ]
      .map(([, from = '']) => from)
      .filter((from) => !from.startsWith('node:'))
      .map((from) => `${name}: ${from}`),
  );
  expect(strangers).toEqual([]);
});
