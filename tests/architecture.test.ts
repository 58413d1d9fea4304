// Keeps the house as it was drawn: who may import whom, how files are named, sized and opened.

import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '..');

interface Room {
  /** Other rooms that it may import. */
  rooms: readonly string[];
  /** Rooms that it may import types of. */
  types?: readonly string[];
  /** Where those types must come from, when not from anywhere in the room. */
  typesFrom?: string | readonly string[];
  /** Files and folders outside `src` that it may import. */
  outside?: readonly string[];
  /** The only packages that it may import, where that is restricted. */
  packages?: readonly string[];
}

/** A room that says what the service is about: it imports nobody, and knows no framework. */
const noun: Room = {
  rooms: ['lib'],
  packages: ['@sinclair/typebox', '@sinclair/typebox/compiler', 'node:crypto'],
};

const adapterTypes = ['servers', 'accounts', 'relay'];

/** A room that implements ports of the nouns' rooms. */
const adapter: Room = {
  rooms: ['lib'],
  types: adapterTypes,
  typesFrom: 'ports.ts',
};

const everything = 'config servers accounts relay store net mail http pages ops lib'.split(' ');

const rooms: Record<string, Room> = {
  'main.ts': { rooms: ['cli'] },
  'app.ts': { rooms: [...everything, 'app'] },
  // Parts of the composition root, for it alone.
  app: { rooms: everything },
  cli: {
    rooms: ['app.ts', 'config', 'store', 'ops', 'lib'],
    types: ['servers', 'accounts'],
  },
  config: { rooms: ['lib'] },
  // Its acts are logged in the same log as those about accounts.
  servers: { ...noun, types: ['accounts'], typesFrom: 'accounts/audit-ports.ts' },
  accounts: { ...noun, packages: [...(noun.packages ?? []), 'otpauth'] },
  relay: noun,
  store: { ...adapter, types: [...adapterTypes, 'mail'], outside: ['drizzle'] },
  net: adapter,
  mail: { ...adapter, types: ['accounts'], typesFrom: ['letters.ts', 'audit-ports.ts'] },
  http: {
    rooms: ['servers', 'accounts', 'relay', 'pages', 'ops', 'lib'],
  },
  pages: { rooms: ['lib'], types: ['servers', 'accounts', 'relay'] },
  ops: { rooms: ['lib'] },
  lib: { rooms: [], outside: ['package.json'] },
};

/** Imports that the table above forbids and that are better than what it would take to avoid them. */
const exceptions: Record<string, string> = {
  'src/cli/password-input.ts → accounts': 'the room that judges passwords also makes them up',
  'src/cli/version-command.ts → net': 'the embedded data is dated beside the data',
  'src/cli/checks.ts → net': '`muster check` opens the country file as the service would',
};

/** Packages that are one room's problem. */
const owners: readonly (readonly [RegExp, string])[] = [
  [/^(elysia|@elysiajs\/.+)(\/|$)/, 'http'],
  [/^(drizzle-orm|bun:sqlite)(\/|$)/, 'store'],
  [/^commander(\/|$)/, 'cli'],
  [/^@logtape\//, 'ops'],
  [/^(@maxmind\/|mmdb-lib|@ip-location-db\/)/, 'net'],
  [/^nodemailer(\/|$)/, 'mail'],
  [/^prom-client(\/|$)/, 'ops'],
];

interface Source {
  /** From the repository's root, such as `src/lib/clock.ts`. */
  path: string;
  text: string;
}

interface Import {
  from: string;
  isTypeOnly: boolean;
}

/** The text without lines that are only comment. */
function codeOf(text: string): string {
  return text.replace(/^\s*(\/\/|\/\*|\*).*$/gm, '');
}

function importsOf(text: string): Import[] {
  const code = codeOf(text);
  const statements = code.matchAll(
    /^\s*(?:import|export)\b(\s+type\b(?!\s*from\b))?([\w$*{},\s]*?)(?:\bfrom\s*)?['"]([^'"]+)['"]/gm,
  );
  const calls = code.matchAll(/\b(?:import|require)\(\s*['"`]([^'"`]+)['"`]/g);
  return [
    ...[...statements].map(([, type, names = '', from = '']) => ({
      from,
      isTypeOnly: type !== undefined || /^\s*\{(\s*type\s[^,{}]+,?)+\s*\}\s*$/.test(names),
    })),
    ...[...calls].map(([, from = '']) => ({ from, isTypeOnly: false })),
  ];
}

const roomOf = (path: string): string => path.split('/')[1] ?? '';

function complainAboutImport(path: string, { from, isTypeOnly }: Import): string | undefined {
  const name = roomOf(path);
  const room = rooms[name];
  if (room === undefined) return `${path}: ${name} is not a room of the house`;
  if (!from.startsWith('.')) {
    const owner = owners.find(([pattern]) => pattern.test(from))?.[1];
    if (owner !== undefined && owner !== name) return `${path}: ${from} belongs to ${owner}`;
    if (room.packages && !room.packages.includes(from)) return `${path}: may not import ${from}`;
    return undefined;
  }
  const target = join(path, '..', from);
  if (!target.startsWith('src/')) {
    const isAllowed = room.outside?.includes(target.split('/')[0] ?? '');
    return isAllowed ? undefined : `${path}: may not import ${target}`;
  }
  const other = roomOf(target);
  if (other === name || room.rooms.includes(other)) return undefined;
  const isTypeAllowed = isTypeOnly && room.types?.includes(other);
  const sources = [room.typesFrom ?? ''].flat();
  if (isTypeAllowed && sources.some((source) => target.endsWith(source))) return undefined;
  return `${path} → ${other}`;
}

function complainAboutImports({ path, text }: Source): string[] {
  const complaints = importsOf(text).map((found) => complainAboutImport(path, found));
  return complaints.filter((complaint) => complaint !== undefined);
}

/** Compatibility: names of the compatible API that nothing but its own folder may speak. */
function complainAboutWireNames({ path, text }: Source): string[] {
  if (path.startsWith('src/http/api/')) return [];
  // `mppass` is the field's word for the value too, so only the key of an answer is meant.
  const names = codeOf(text).match(/\b(maxplayers|country_abbr)\b|(\\?['"`])mppass\2/g);
  return (names ?? []).map((name) => `${path}: speaks the wire name ${name}`);
}

function complainAboutTime({ path, text }: Source): string[] {
  if (!/^src\/(servers|accounts|relay)\//.test(path)) return [];
  const found = codeOf(text).match(/\bDate\.now\b|\bnew Date\(\s*\)|\bDate\(\)/g) ?? [];
  return found.map((use) => `${path}: takes the time from ${use}, not from its clock`);
}

function complainAboutTypes({ path, text }: Source): string[] {
  const found = text.match(/\bas any\b|<any>|@ts-(ignore|nocheck|expect-error)/g) ?? [];
  return found.map((trick) => `${path}: goes around the type checker with ${trick}`);
}

function complainAboutSize({ path, text }: Source): string[] {
  const lines = text.split('\n').length - 1;
  const isLongByNature = /(^|\/)(schema|words|generated)(\/|\.|-)/.test(path);
  return lines > 300 && !isLongByNature ? [`${path}: ${lines} lines`] : [];
}

function complainAboutName({ path }: Source): string[] {
  const parts = path.split('/').slice(1);
  const isKebab = parts.every((part) => /^[a-z0-9]+(-[a-z0-9]+)*(\.d)?(\.tsx?)?$/.test(part));
  return isKebab ? [] : [`${path}: not in kebab-case`];
}

function complainAboutOpening({ path, text }: Source): string[] {
  const opening = /^(?:\/\/[^\n]*\n)+|^\/\*\*[\s\S]*?\*\//.exec(text)?.[0] ?? '';
  const words = opening.replace(/^\s*(\/\/|\/\*\*|\*\/|\*)|\*\/$/gm, '').trim();
  return /^\S+ .+\.$/s.test(words) ? [] : [`${path}: does not open with a sentence on its job`];
}

const sources = [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync(root)].sort().map(readSource);

function readSource(path: string): Source {
  return { path, text: readFileSync(join(root, path), 'utf8') };
}

describe('the house', () => {
  const importComplaints = sources.flatMap(complainAboutImports);

  test('there is something to judge', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(sources.flatMap(({ text }) => importsOf(text)).length).toBeGreaterThan(150);
  });

  test('every import is one that its room may have', () => {
    expect(importComplaints.filter((complaint) => !(complaint in exceptions))).toEqual([]);
  });

  test('every exception is still needed', () => {
    expect(Object.keys(exceptions).filter((it) => !importComplaints.includes(it))).toEqual([]);
  });

  test('the schema of the database knows nothing but the ORM', () => {
    const schema = [...new Bun.Glob('drizzle/**/*.ts').scanSync(root)].map(readSource);
    expect(schema.length).toBeGreaterThan(0);
    const found = schema.flatMap(({ text }) => importsOf(text).map(({ from }) => from));
    expect(found.filter((from) => !/^(drizzle-orm(\/|$)|\.\/)/.test(from))).toEqual([]);
  });

  test.each([
    ['wire names stay in the compatible API', complainAboutWireNames],
    ['time comes from a clock that was handed in', complainAboutTime],
    ['nothing goes around the type checker', complainAboutTypes],
    ['no file is longer than 300 lines', complainAboutSize],
    ['every file is named in kebab-case', complainAboutName],
    ['every file opens with a sentence on its job', complainAboutOpening],
  ])('%s', (_sentence, complain) => {
    expect(sources.flatMap(complain)).toEqual([]);
  });

  test('the linter restricts the imports of every room that has been built', () => {
    const { overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
    const restricted = new Set<string>(
      overrides.flatMap((it: { includes: string[]; linter?: { rules: { style?: object } } }) =>
        it.linter?.rules.style && 'noRestrictedImports' in it.linter.rules.style ? it.includes : [],
      ),
    );
    const built = new Set(sources.map(({ path }) => roomOf(path)));
    built.delete('app.ts');
    built.delete('app');
    const includeOf = (name: string) => (name.endsWith('.ts') ? `src/${name}` : `src/${name}/**`);
    expect([...built].map(includeOf).filter((include) => !restricted.has(include))).toEqual([]);
  });
});

describe('what the house would not let in', () => {
  test.each([
    ['src/servers/a.ts', `import { Elysia } from 'elysia';`],
    ['src/servers/a.ts', `import type { Elysia } from 'elysia';`],
    ['src/servers/a.ts', `import { Database } from 'bun:sqlite';`],
    ['src/servers/a.ts', `import { $ } from 'bun';`],
    ['src/servers/a.ts', `import type { Account } from '../accounts/ports.ts';`],
    ['src/servers/a.ts', `import { AUDIT_ACTS } from '../accounts/audit-ports.ts';`],
    ['src/accounts/deep/a.ts', `export * from '../../store/accounts.ts';`],
    ['src/http/a.ts', `import {\n  type A,\n  b,\n} from '../store/accounts.ts';`],
    ['src/http/a.ts', `export type { Store } from '../store/open-store.ts';`],
    ['src/http/a.ts', `const { eq } = await import('drizzle-orm');`],
    ['src/http/a.ts', `type Db = import('drizzle-orm/bun-sqlite').BunSQLiteDatabase;`],
    ['src/store/a.ts', `import '../http/http.ts';`],
    ['src/store/a.ts', `import { createServers } from '../servers/servers.ts';`],
    ['src/store/a.ts', `import { rule } from '../servers/ports.ts';`],
    ['src/lib/a.ts', `import type { Settings } from '../config/settings.ts';`],
    ['src/cli/a.ts', `import { createHttp } from '../http/http.ts';`],
    ['src/cli/a.ts', `import { computeMppass } from '../servers/mppass.ts';`],
    ['src/main.ts', `import { startService } from './app.ts';`],
    ['src/config/a.ts', `import { help } from '../../tests/help.ts';`],
    ['src/attic/a.ts', `import { now } from '../lib/clock.ts';`],
  ])('%s: %s', (path, text) => {
    expect(complainAboutImports({ path, text })).toHaveLength(1);
  });

  test.each([
    ['src/servers/a.ts', `import { Type } from '@sinclair/typebox';`],
    ['src/servers/a.ts', `// import { Elysia } from 'elysia';`],
    ['src/store/a.ts', `import type { ServerStore } from '../servers/ports.ts';`],
    ['src/store/a.ts', `import { type A, type B } from '../servers/ports.ts';`],
    ['src/servers/a.ts', `import type { Actor } from '../accounts/audit-ports.ts';`],
    ['src/cli/deep/a.ts', `import type { Account } from '../../accounts/ports.ts';`],
    ['src/lib/a.ts', `import { version } from '../../package.json' with { type: 'json' };`],
  ])('but %s: %s', (path, text) => {
    expect(complainAboutImports({ path, text })).toEqual([]);
  });

  test.each([
    [
      'a wire name as a key',
      complainAboutWireNames,
      'servers/a.ts',
      'const it = { maxplayers: 1 };',
    ],
    ['a wire name in quotes', complainAboutWireNames, 'pages/a.ts', `row['country_abbr']`],
    ['the key mppass', complainAboutWireNames, 'servers/a.ts', `const key = 'mppass';`],
    ['mppass in ready JSON', complainAboutWireNames, 'servers/a.ts', `text + ',\\"mppass\\":'`],
    ['the wall clock', complainAboutTime, 'relay/a.ts', 'const at = Date.now();'],
    ['the wall clock as a date', complainAboutTime, 'accounts/a.ts', 'const at = new Date();'],
    ['any', complainAboutTypes, 'lib/a.ts', 'return value as any;'],
    ['a silenced error', complainAboutTypes, 'lib/a.ts', '// @ts-ignore'],
    ['a long file', complainAboutSize, 'lib/a.ts', 'x\n'.repeat(301)],
    ['a camel', complainAboutName, 'lib/fakeClock.ts', ''],
    ['a folder in capitals', complainAboutName, 'Lib/clock.ts', ''],
    ['no opening', complainAboutOpening, 'lib/a.ts', `import './b.ts';\n// Later is too late.\n`],
    ['an opening that says nothing', complainAboutOpening, 'lib/a.ts', '// todo\n'],
  ])('%s', (_what, complain, path, text) => {
    expect(complain({ path: `src/${path}`, text })).toHaveLength(1);
  });

  test.each([
    ['the word in a name', complainAboutWireNames, 'servers/a.ts', 'computeMppass(salt, name)'],
    ['a comment', complainAboutWireNames, 'servers/a.ts', '// What `maxplayers` says.'],
    ['the compatible API', complainAboutWireNames, 'http/api/a.ts', '({ maxplayers })'],
    ['a given date', complainAboutTime, 'servers/a.ts', 'new Date(clock.now())'],
    ['the last line allowed', complainAboutSize, 'lib/a.ts', 'x\n'.repeat(300)],
    ['a schema', complainAboutSize, 'store/schema.ts', 'x\n'.repeat(301)],
    ['an opening of two lines', complainAboutOpening, 'lib/a.ts', '// One thing,\n// and why.\n'],
    ['an opening in stars', complainAboutOpening, 'lib/a.ts', '/** Does one thing. */\n'],
  ])('but %s', (_what, complain, path, text) => {
    expect(complain({ path: `src/${path}`, text })).toEqual([]);
  });
});
