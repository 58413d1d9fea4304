// Checks each file of src: which modules and packages it may import, its name, its first comment and its words.

import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  codeOf,
  type Import,
  importsOf,
  moduleOf,
  readSources,
  type Source,
} from './support/source.ts';

interface Module {
  /** Other modules that it may import. */
  modules: readonly string[];
  /** Modules that it may import types of. */
  types?: readonly string[];
  /** Files that those types must come from, unless any file of the module will do. */
  typesFrom?: string | readonly string[];
  /** Files and folders outside `src` that it may import. */
  outside?: readonly string[];
  /** The only packages that it may import; any when left out. */
  packages?: readonly string[];
}

/** A domain module: it imports only lib and messages, and no framework. */
const domain: Module = {
  modules: ['lib', 'messages'],
  packages: ['@sinclair/typebox', '@sinclair/typebox/compiler', 'node:crypto'],
};

const adapterTypes = ['servers', 'accounts', 'relay', 'site'];

/** A module that implements ports of the domain modules. */
const adapter: Module = {
  modules: ['lib', 'messages'],
  types: adapterTypes,
  typesFrom: 'ports.ts',
};

const everything =
  'config servers accounts relay site store net email http views ops messages lib'.split(' ');

const modules: Record<string, Module> = {
  'main.ts': { modules: ['cli'] },
  'app.ts': { modules: [...everything, 'app'] },
  // Parts of the composition root, for it alone.
  app: { modules: everything },
  cli: {
    modules: ['app.ts', 'config', 'doctor', 'store', 'ops', 'messages', 'lib'],
    types: ['servers', 'accounts'],
  },
  // Looks at what the service would use, as the service would: it opens the modules that do.
  doctor: { modules: ['app.ts', 'config', 'site', 'store', 'net', 'ops', 'messages', 'lib'] },
  // What a site may be called and look like is read the same from settings and forms.
  config: { modules: ['lib', 'site', 'messages'] },
  // Its actions are entries of the same audit log as those about accounts.
  servers: { ...domain, types: ['accounts'], typesFrom: 'accounts/audit-ports.ts' },
  accounts: { ...domain, packages: [...(domain.packages ?? []), 'otpauth'] },
  relay: domain,
  // Its actions are entries of the same audit log as those about accounts.
  site: { ...domain, types: ['accounts'], typesFrom: 'accounts/audit-ports.ts' },
  store: {
    ...adapter,
    types: [...adapterTypes, 'email'],
    typesFrom: ['ports.ts', 'email-messages.ts'],
    outside: ['drizzle'],
  },
  net: adapter,
  email: { ...adapter, types: ['accounts'], typesFrom: ['email-messages.ts', 'audit-ports.ts'] },
  http: {
    modules: ['servers', 'accounts', 'relay', 'site', 'views', 'ops', 'messages', 'lib'],
  },
  views: { modules: ['messages', 'lib'], types: ['servers', 'accounts', 'relay', 'site'] },
  // The areas of the log are one of the settings.
  ops: { modules: ['lib'], types: ['config'], typesFrom: 'log-areas.ts' },
  // What modules say to people; a few things of lib say something, too.
  messages: { modules: ['lib'] },
  lib: { modules: ['messages'], outside: ['package.json'] },
};

/** Imports that the table above forbids, each with the reason why avoiding it would be worse. */
const exceptions: Record<string, string> = {
  'src/cli/input.ts → accounts': 'the module that checks passwords also generates them',
  'src/cli/version.ts → net': 'the embedded data is dated beside the data',
};

/** Packages that only one module may import. */
const owners: readonly (readonly [RegExp, string])[] = [
  [/^(elysia|@elysiajs\/.+)(\/|$)/, 'http'],
  [/^(drizzle-orm|bun:sqlite)(\/|$)/, 'store'],
  [/^commander(\/|$)/, 'cli'],
  [/^@logtape\//, 'ops'],
  [/^(@maxmind\/|mmdb-lib|@ip-location-db\/)/, 'net'],
  [/^nodemailer(\/|$)/, 'email'],
  // In the thread alone: what people upload may keep a decoder busy.
  [/^(fast-png|jpeg-js)$/, 'lib'],
];

function complainAboutImport(path: string, { from, isTypeOnly }: Import): string | undefined {
  const name = moduleOf(path);
  const module = modules[name];
  if (module === undefined) return `${path}: ${name} is no module`;
  if (!from.startsWith('.')) {
    const owner = owners.find(([pattern]) => pattern.test(from))?.[1];
    if (owner !== undefined && owner !== name) return `${path}: ${from} belongs to ${owner}`;
    if (module.packages && !module.packages.includes(from))
      return `${path}: may not import ${from}`;
    return undefined;
  }
  const target = join(path, '..', from);
  if (!target.startsWith('src/')) {
    const isAllowed = module.outside?.includes(target.split('/')[0] ?? '');
    return isAllowed ? undefined : `${path}: may not import ${target}`;
  }
  const other = moduleOf(target);
  if (other === name || module.modules.includes(other)) return undefined;
  const isTypeAllowed = isTypeOnly && module.types?.includes(other);
  const sources = [module.typesFrom ?? ''].flat();
  if (isTypeAllowed && sources.some((source) => target.endsWith(source))) return undefined;
  return `${path} → ${other}`;
}

function complainAboutImports({ path, text }: Source): string[] {
  const complaints = importsOf(text).map((found) => complainAboutImport(path, found));
  return complaints.filter((complaint) => complaint !== undefined);
}

/** Compatibility: names of the compatible API that only its own folder may use. */
function complainAboutWireNames({ path, text }: Source): string[] {
  if (path.startsWith('src/http/api/')) return [];
  // `mppass` is also the usual word for the value, so only the key of an answer is refused.
  const names = codeOf(text).match(/\b(maxplayers|country_abbr)\b|(\\?['"`])mppass\2/g);
  return (names ?? []).map((name) => `${path}: uses the wire name ${name}`);
}

/** getaddrinfo and the runtime's `fetch` wait for DNS in the threads that hash passwords and compress lists. */
function complainAboutLookups({ path, text }: Source): string[] {
  if (path.startsWith('src/views/client/') || path === 'src/lib/name-lookup.ts') return [];
  const calls = codeOf(text).match(/(?<![.\w])fetch\(|dns\.lookup/g) ?? [];
  const imports = importsOf(text).filter(({ from }) => /^(node:)?dns(\/|$)/.test(from));
  // The doctor asks for TXT records, which is c-ares too.
  const others = imports.filter(
    ({ isTypeOnly }) => !isTypeOnly && path !== 'src/doctor/network.ts',
  );
  return [...calls, ...others.map(({ from }) => from)].map(
    (what) => `${path}: looks up names (${what})`,
  );
}

function complainAboutTime({ path, text }: Source): string[] {
  if (!/^src\/(servers|accounts|relay|site)\//.test(path)) return [];
  const found = codeOf(text).match(/\bDate\.now\b|\bnew Date\(\s*\)|\bDate\(\)/g) ?? [];
  return found.map((use) => `${path}: takes the time from ${use}, not from its clock`);
}

function complainAboutTypes({ path, text }: Source): string[] {
  const found = text.match(/\bas any\b|<any>|@ts-(ignore|nocheck|expect-error)/g) ?? [];
  return found.map((trick) => `${path}: goes around the type checker with ${trick}`);
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

const sources = readSources();

describe('the modules', () => {
  const importComplaints = sources.flatMap(complainAboutImports);

  test('there are files to check', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(sources.flatMap(({ text }) => importsOf(text)).length).toBeGreaterThan(150);
  });

  test('every import is one that its module may have', () => {
    expect(importComplaints.filter((complaint) => !(complaint in exceptions))).toEqual([]);
  });

  test('every exception is still needed', () => {
    expect(Object.keys(exceptions).filter((it) => !importComplaints.includes(it))).toEqual([]);
  });

  test('the schema of the database knows nothing but the ORM', () => {
    const schema = readSources('drizzle/**/*.ts');
    expect(schema.length).toBeGreaterThan(0);
    const found = schema.flatMap(({ text }) => importsOf(text).map(({ from }) => from));
    expect(found.filter((from) => !/^(drizzle-orm(\/|$)|\.\/)/.test(from))).toEqual([]);
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
    ['src/cli/a.ts', `import { computeMppass } from '../servers/player-list.ts';`],
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
    ['a wire name in quotes', complainAboutWireNames, 'views/a.ts', `row['country_abbr']`],
    ['the key mppass', complainAboutWireNames, 'servers/a.ts', `const key = 'mppass';`],
    ['mppass in ready JSON', complainAboutWireNames, 'servers/a.ts', `text + ',\\"mppass\\":'`],
    ['the wall clock', complainAboutTime, 'relay/a.ts', 'const at = Date.now();'],
    ['the wall clock as a date', complainAboutTime, 'accounts/a.ts', 'const at = new Date();'],
    ['the runtime’s fetch', complainAboutLookups, 'net/a.ts', 'await fetch(url)'],
    ['getaddrinfo', complainAboutLookups, 'net/a.ts', `import { lookup } from 'node:dns';`],
    ['any', complainAboutTypes, 'lib/a.ts', 'return value as any;'],
    ['a silenced error', complainAboutTypes, 'lib/a.ts', '// @ts-ignore'],
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
    ['a handler called fetch', complainAboutLookups, 'http/a.ts', 'app.fetch(request)'],
    ['a given date', complainAboutTime, 'servers/a.ts', 'new Date(clock.now())'],
    ['an opening of two lines', complainAboutOpening, 'lib/a.ts', '// One thing,\n// and why.\n'],
    ['an opening in stars', complainAboutOpening, 'lib/a.ts', '/** Does one thing. */\n'],
  ])('but %s', (_what, complain, path, text) => {
    expect(complain({ path: `src/${path}`, text })).toEqual([]);
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
