// README and docs say what is so: tables, links, paths, settings and commands name what there is.

import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import packageFacts from '../package.json' with { type: 'json' };
import { OPTIONS } from '../src/app/options.ts';
import { createProgram } from '../src/app/program.ts';
import { createProcessIo } from '../src/platform/cli/io.ts';
import { envName, fileEnvName, flagName } from '../src/platform/config/option-names.ts';
import { describeFallback } from '../src/platform/config/option-table.ts';
import { listCommands, openBench } from './support/command-line.ts';
import {
  anchorsOf,
  blocksOf,
  findExamples,
  firstCells,
  linksOf,
  quotedIn,
  readDocs,
  root,
  sectionOf,
} from './support/docs.ts';
import { openTestApp } from './support/test-app.ts';

const README_LIMIT = 8 * 1024;
const docs = await readDocs();
const everything = [...docs.values()].join('\n');

function page(path: string): string {
  const text = docs.get(path);
  if (text === undefined) throw new Error(`There is no ${path}.`);
  return text;
}

const { program } = createProgram(createProcessIo());
const settings = program.options.map(({ long }) => long);
const commands = [{ words: '', isGroup: true, flags: ['--help'] }, ...listCommands(program)];

test('the block for nginx is the recipe in deploy without its comments, and stands once', async () => {
  const recipe = await Bun.file(join(root, 'deploy/nginx.conf')).text();
  const lines = recipe.replace(/^ *#.*\n/gm, '').trim();
  const blocks = [...docs.values()].flatMap((text) => blocksOf(text, 'nginx'));
  expect(blocks).toEqual([`${lines}\n`]);
});

describe('the tables', () => {
  test('name every path of the API, and none that is not there', async () => {
    await using app = await openTestApp();
    const { paths } = (await app.request('/openapi.json')).json() as { paths: object };
    const section = sectionOf(page('docs/api.md'), 'Paths');
    const pathsOf = (texts: string[]) => texts.map((text) => text.replace(/^GET /, ''));
    const named = pathsOf(quotedIn(section));
    expect(Object.keys(paths).filter((path) => !named.includes(path))).toEqual([]);
    const listed = pathsOf(firstCells(section).flatMap(quotedIn)).filter((it) => it[0] === '/');
    expect(listed.length).toBeGreaterThan(10);
    expect(listed.filter((path) => !(path in paths))).toEqual([]);
    const pages = firstCells(sectionOf(page('docs/api.md'), 'Pages')).flatMap(quotedIn);
    for (const path of pathsOf(pages).filter((it) => it[0] === '/')) {
      const target = path.replace('{hash}', 'a'.repeat(32));
      expect([path, (await app.request(target, { method: 'OPTIONS' })).status]).toEqual([
        path,
        204,
      ]);
    }
  });

  test('name ten settings with their flag and default', () => {
    const section = sectionOf(page('docs/configuration.md'), 'Ten settings');
    const rows = [...section.matchAll(/^\| (`[^|]+) \| ([^|]+) \| ([^|]+) \|/gm)];
    expect(rows).toHaveLength(10);
    for (const [, keys = '', flags = '', fallback = ''] of rows) {
      const options = quotedIn(keys).map((key) => OPTIONS.find((option) => option.key === key));
      expect(quotedIn(flags)).toEqual(options.map((option) => flagName(option?.key ?? 'config')));
      for (const option of options) {
        if (option?.fallback === undefined || option.fallback === '') continue;
        expect(fallback).toBe(`\`${describeFallback(option)}\``);
      }
    }
  });
});

describe('the pages', () => {
  test('show no example that no test runs', () => {
    const shown = [...docs].flatMap(([path, text]) =>
      text
        .split('\n## ')
        .filter((part) => findExamples(part).length > 0)
        .map((part) => `${path} ${part.slice(0, part.indexOf('\n'))}`),
    );
    expect(shown.toSorted()).toEqual([
      'docs/first-steps.md A walk with curl',
      'docs/operating.md Countries',
    ]);
  });

  /** Calls of Muster on the page, in lines of `sh` blocks and between backticks, one each. */
  function callsIn(text: string): string[] {
    const lines = blocksOf(text, 'sh').flatMap((it) => it.replaceAll('\\\n', ' ').split('\n'));
    const quoted = quotedIn(text.replace(/^```.*?^```$/gms, ''));
    return [...lines, ...quoted].flatMap((line) =>
      [...line.matchAll(/^(?:.*\| |.*sudo -u muster )?(?:\.\/|dist\/)?muster( .*)/g)].map(
        ([, words = '']) => words.replace(/ #.*/, '').trim(),
      ),
    );
  }

  /** What of a call the command line does not know. */
  function findUnknown(call: string): string[] {
    const words = call.split(/\s+/);
    const end = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
    const verbs = (end < 0 ? words : words.slice(0, end)).join(' ');
    // What stands behind a command may be words, too.
    const isMeant = ({ words, isGroup }: (typeof commands)[number]) =>
      words === verbs || (!isGroup && verbs.startsWith(`${words} `));
    const command = commands.find(isMeant);
    if (command === undefined) return [verbs];
    const known = [...command.flags, ...settings];
    const flags = words.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0]);
    return flags.filter((flag = '') => !known.includes(flag)).map(String);
  }

  test('name only commands and flags of Muster that it has', () => {
    const calls = new Set([...docs.values()].flatMap(callsIn));
    calls.delete('help');
    expect(calls.size).toBeGreaterThan(40);
    const unknown = [...calls].filter((call) => findUnknown(call).length > 0);
    expect(unknown).toEqual([]);
    expect(findUnknown('account admire NAME')).toEqual(['account admire']);
    expect(findUnknown('account delete NAME --softly')).toEqual(['--softly']);
  });

  test('name only scripts that package.json has', () => {
    const named = [...everything.matchAll(/\b(?:npm|bun) run ([a-z][a-z:-]*[a-z])/g)].map(
      ([, name]) => name,
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !(`${name}` in packageFacts.scripts))).toEqual([]);
  });

  test('name only settings that there are', async () => {
    const settingsFile = await Bun.file(join(root, 'deploy/muster.toml')).text();
    const variables = `${everything}${settingsFile}`.match(/\bMUSTER_[A-Z_]+\b/g) ?? [];
    const known = new Set(OPTIONS.flatMap(({ key }) => [envName(key), fileEnvName(key)]));
    expect(variables.filter((it) => !known.has(it) && !it.startsWith('MUSTER_TEST_'))).toEqual([]);
    expect(variables.length).toBeGreaterThan(OPTIONS.length);
  });

  test('have settings in their TOML blocks that muster.toml may have', async () => {
    using bench = openBench();
    const blocks = [...docs.values()].flatMap((text) => blocksOf(text, 'toml'));
    expect(blocks.length).toBeGreaterThan(2);
    for (const block of blocks) {
      await Bun.write(join(bench.folder, 'shown.toml'), block);
      const shown = await bench.out(['config', 'print', '--config', 'shown.toml']);
      for (const key of Object.keys(Bun.TOML.parse(block))) expect(shown).toContain(`${key} `);
    }
  });

  test('name one heartbeat address', () => {
    const named = everything.match(/https?:\/\/[^\s`"]*heartbeat[^\s`"]*/g) ?? [];
    expect(named.length).toBeGreaterThanOrEqual(5);
    expect([...new Set(named.map((url) => new URL(url).pathname))]).toEqual(['/server/heartbeat']);
  });

  function isThere(from: string, target: string): boolean {
    const [file = '', anchor] = target.split('#');
    const path = file === '' ? from : join(from, '..', file);
    if (!existsSync(join(root, path))) return false;
    return anchor === undefined || anchorsOf(docs.get(path) ?? '').includes(anchor);
  }

  test('link to files and headings that are there, and are each linked from the README', () => {
    const dead = [...docs].flatMap(([path, text]) =>
      linksOf(text)
        .filter((target) => !/^(https?|mailto):/.test(target) && !isThere(path, target))
        .map((target) => `${path}: ${target}`),
    );
    expect(dead).toEqual([]);
    expect(isThere('README.md', 'docs/api.md#none')).toBe(false);
    expect(linksOf(everything).length).toBeGreaterThan(50);
    const linked = linksOf(page('README.md')).map((target) => target.split('#')[0]);
    const missing = [...docs.keys()].filter((path) => path !== 'README.md');
    expect(missing.filter((path) => !linked.includes(path))).toEqual([]);
  });

  /** Paths of ours between backticks; a placeholder such as `<module>` ends one. */
  function pathsIn(text: string): string[] {
    const pattern = /(?:^|[\s'"])((?:src|tests|scripts|bench|drizzle|docs|\.ci)\/[\w./-]*)/g;
    const found = quotedIn(text).flatMap((quoted) => [...quoted.matchAll(pattern)]);
    return found.map(([, path = '']) => path.replace(/[./]+$/, ''));
  }

  test('name files and folders of the repository that exist, a source by its whole path', () => {
    const named = [...docs].flatMap(([path, text]) =>
      path === 'CHANGELOG.md' ? [] : pathsIn(text),
    );
    expect(named.length).toBeGreaterThan(80);
    const sources = quotedIn(page('docs/architecture.md')).filter((text) =>
      /^[\w./-]+\.(ts|tsx|mjs)$/.test(text),
    );
    // The docs may name files of a module that was removed.
    const isThere = (name: string) => {
      const [folder] = /^(src|tests)\/modules\/[a-z-]+/.exec(name) ?? ['.'];
      return existsSync(join(root, name)) || !existsSync(join(root, folder));
    };
    expect([...named, ...sources].filter((name) => !isThere(name))).toEqual([]);
  });

  test('begin with a README of one screen and a bit, with pictures that load at once', () => {
    expect(Buffer.byteLength(page('README.md'))).toBeLessThanOrEqual(README_LIMIT);
    const pictures = linksOf(page('README.md')).filter((target) => target.endsWith('.png'));
    expect(new Set(pictures).size).toBe(2);
    for (const picture of pictures) {
      expect(Bun.file(join(root, picture)).size).toBeLessThan(150 * 1024);
    }
  });

  test('name the version of Node that package.json has, and the Dockerfile builds with one', async () => {
    expect(packageFacts.engines.node).toBe('>=20.19.0');
    expect(page('README.md')).toContain('Node 20.19 or newer');
    const file = await Bun.file(join(root, 'Dockerfile')).text();
    const image = /FROM (?:--platform=\S+ )?node:(\d+)/.exec(file)?.[1];
    expect(Number(image)).toBeGreaterThan(20);
  });
});
