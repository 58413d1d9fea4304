// README and docs say what is so: examples run against the binary, tables, links and paths name what there is.

import { beforeAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  describeFallback,
  envName,
  fileEnvName,
  flagName,
  OPTIONS,
} from '../../src/config/options.ts';
import { helpMessages, operatorMessages } from '../../src/messages/messages.ts';
import { makeFolder, manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../support/certificate.ts';
import {
  anchorsOf,
  blocksOf,
  type Example,
  findExamples,
  firstCells,
  installStandIn,
  linkBinary,
  linksOf,
  quotedIn,
  readDocs,
  root,
  runCommands,
  sectionOf,
} from '../support/docs.ts';

const DOCS_PORT = 8080;
const README_LIMIT = 12 * 1024;
/** A list shows a change within a second; a loaded machine takes its time besides. */
const LIST_LAG_MS = 10_000;

let docs: ReadonlyMap<string, string>;
beforeAll(async () => {
  docs = await readDocs();
});

function page(path: string): string {
  const text = docs.get(path);
  if (text === undefined) throw new Error(`There is no ${path}.`);
  return text;
}

const hashOf = (port: number) => createHash('md5').update(`127.0.0.1:${port}`).digest('hex');

/** Turns what the docs show for their own port into what is shown for this one. */
function moveTo(port: number, text: string): string {
  return text
    .replaceAll(String(DOCS_PORT), String(port))
    .replaceAll(hashOf(DOCS_PORT), hashOf(port));
}

/** Puts marks in the place of what differs from run to run. */
function normalise(text: string): string {
  return text
    .replace(/"token":"[\w-]{56}"/g, '"token":"<token>"')
    .replace(/first-administrator\/[\w-]{43}\//g, 'first-administrator/<token>/')
    .replace(/"uptime":\d+/g, '"uptime":<seconds>')
    .replace(/^Data folder: \/.+\/muster-data$/gm, 'Data folder: <folder>')
    .replace(/^Commit [0-9a-f]{12}(?:-changed)? of \d{4}-\d\d-\d\d$/gm, 'Commit <commit> of <day>')
    .replace(/^(Muster|muster|Bun) \d+\.\d+\.\d+/gm, '$1 <version>');
}

async function replay(
  { command, answer }: Example,
  { muster, env }: { muster: RunningMuster; env: Readonly<Record<string, string>> },
): Promise<void> {
  const wanted = normalise(moveTo(muster.port, answer));
  const run = () => runCommands(moveTo(muster.port, command), { folder: muster.folder, env });
  let found = normalise(await run());
  const deadline = performance.now() + (command.endsWith('/api/servers') ? LIST_LAG_MS : 0);
  while (found !== wanted && performance.now() < deadline) {
    await Bun.sleep(50);
    found = normalise(await run());
  }
  expect(found).toBe(wanted);
}

describe('the examples', () => {
  const curls: [name: string, isOurs: boolean, isThere: boolean][] = [
    ['the curl of this machine', false, Bun.which('curl') !== null],
    ['a stand-in for curl', true, true],
  ];
  for (const [name, isOurs, isThere] of curls) {
    test.skipIf(!isThere)(
      `answer what the README shows, with ${name}`,
      async () => {
        const folder = await makeFolder();
        await linkBinary(folder);
        await using muster = await startMuster({ folder });
        const path = process.env.PATH ?? '';
        const PATH = isOurs ? `${await installStandIn(folder)}:${path}` : path;
        const env = { ...muster.env, PATH };

        const [start, ...examples] = findExamples(sectionOf(page('README.md'), 'Try it'));
        expect(start?.command).toBe('npm start');
        const shown = moveTo(muster.port, start?.answer ?? '');
        expect(normalise(muster.stdout.trim())).toBe(normalise(shown));
        expect(examples).toHaveLength(6);
        for (const example of examples) await replay(example, { muster, env });
      },
      20_000,
    );
  }

  test('show the version command and the attribution as it prints them', async () => {
    const folder = await makeFolder();
    await linkBinary(folder);
    await using muster = await startMuster({ folder });
    const examples = findExamples(sectionOf(page('docs/operating.md'), 'Countries'));
    expect(examples.map(({ command }) => command)).toEqual(['dist/muster version']);
    for (const example of examples) await replay(example, { muster, env: muster.env });
  });
});

describe('the sentences of failed heartbeats', () => {
  const good = { name: 'A', port: '1', users: '1', max: '2', public: 'false', salt: 'abc' };

  async function beat(
    muster: RunningMuster,
    fields: Readonly<Record<string, string>>,
    address?: string,
  ): Promise<string[]> {
    const answer = await fetch(`http://127.0.0.1:${muster.port}/heartbeat.jsp`, {
      method: 'POST',
      body: new URLSearchParams({ ...good, ...fields }),
      ...(address === undefined ? {} : { headers: { 'x-forwarded-for': address } }),
    });
    const text = await answer.text();
    if (!text.startsWith('{')) return [];
    return (JSON.parse(text) as { errors: string[][] }).errors.flat();
  }

  /** A list of every failure that can be had, each in at least one form. */
  async function provokeAll(): Promise<string[]> {
    await using checking = await startMuster();
    const env = { ...manyAddresses, MUSTER_SERVERS_PER_ADDRESS: '1' };
    await using crowded = await startMuster({ env });
    await crowded.mustRun(['ban', 'add', '198.51.100.7', '--reason', 'No.']);
    await crowded.mustRun(['ban', 'add', '198.51.100.8', '--reason', 'No.', '--expires', '1d']);
    await crowded.mustRun(['filter', 'add', 'badword']);
    const unlisted = createHash('md5').update('198.51.100.9:1').digest('hex');
    await crowded.mustRun(['server', 'unlist', unlisted, '--reason', 'No.']);
    const decidedOn = async (address: string, fields: Readonly<Record<string, string>> = {}) => {
      const deadline = performance.now() + 2_000;
      let found = await beat(crowded, fields, address);
      while (found.length === 0 && performance.now() < deadline) {
        await Bun.sleep(50);
        found = await beat(crowded, fields, address);
      }
      return found;
    };
    for (const salt of ['one', 'other', 'one']) await beat(crowded, { salt }, '198.51.100.1');
    const flood = await Promise.all(
      Array.from({ length: 61 }, () => beat(crowded, {}, '198.51.100.2')),
    );
    return [
      await beat(checking, { name: '', port: '0', users: '-1', max: 'x', public: '2', salt: '' }),
      await beat(checking, { name: 'n'.repeat(65), salt: 's'.repeat(257) }),
      await beat(checking, { public: 'true' }),
      await beat(crowded, { port: '2' }, '198.51.100.1'),
      await beat(crowded, { salt: 'other' }, '198.51.100.1'),
      await beat(crowded, {}, '2001:db8::1'),
      await decidedOn('198.51.100.7'),
      await decidedOn('198.51.100.8'),
      await decidedOn('198.51.100.9', { public: 'true' }),
      await decidedOn('198.51.100.10', { public: 'true', name: 'B4dword' }),
      flood.flat(),
    ].flat();
  }

  test('are those that the docs explain, every one of them', async () => {
    const explained = firstCells(
      sectionOf(page('docs/game-servers.md'), 'Why a server is not listed'),
    ).flatMap(quotedIn);
    const patterns = explained.map((sentence) => {
      const parts = sentence.split('…').map((part) => RegExp.escape(part));
      return { sentence, pattern: new RegExp(`^${parts.join('.+')}$`) };
    });
    const found = await provokeAll();
    expect(found.filter((it) => !patterns.some(({ pattern }) => pattern.test(it)))).toEqual([]);
    const missed = patterns.filter(({ pattern }) => !found.some((it) => pattern.test(it)));
    expect(missed.map(({ sentence }) => sentence)).toEqual([]);
    expect(explained).toHaveLength(17);
  });
});

test('there is one heartbeat address, the one that the pages give as well', async () => {
  await using muster = await startMuster();
  const ofPage = async (path: string) =>
    (await (await fetch(muster.url + path)).text()).match(/http:[^\s<"]*heartbeat[^\s<"]*/g) ?? [];
  const pages = [...(await ofPage('/')), ...(await ofPage('/help/not-listed/'))];
  expect(pages.length).toBeGreaterThanOrEqual(3);
  const ours = `http://localhost:${muster.port}/server/heartbeat`;
  expect([...new Set(pages)]).toEqual([ours]);
  const all = [...docs.values()].join('\n');
  const named = all.match(/https?:\/\/[^\s`"]*heartbeat[^\s`"]*/g) ?? [];
  expect(named.length).toBeGreaterThanOrEqual(5);
  expect([...new Set(named.map((url) => new URL(url).pathname))]).toEqual(['/server/heartbeat']);
});

test('what a carrier-grade address needs is described alike everywhere: claim, then ask for an exemption', () => {
  const [row = ''] = page('docs/game-servers.md')
    .split('\n')
    .filter((line) => line.includes('| forward the port;'));
  const advice = [helpMessages.notListed.nextSteps.port_closed, row];
  for (const text of advice) {
    expect(text).toMatch(/port mapping, a tunnel, a rented machine, carrier-grade NAT/);
    expect(text).toMatch(/claim the server/);
    expect(text).toMatch(/exempt/);
    expect(text).not.toMatch(/not possible/);
  }
  expect(operatorMessages.claim.refused).toContain('set the port that is open');
});

describe('the tables', () => {
  test('name every path of the API, and none that is not there', async () => {
    await using muster = await startMuster();
    const answer = await fetch(`http://127.0.0.1:${muster.port}/openapi.json`);
    const { paths } = (await answer.json()) as { paths: Record<string, unknown> };
    const section = sectionOf(page('docs/api.md'), 'Paths');
    const named = quotedIn(section).map((text) => text.replace(/^GET /, ''));
    expect(Object.keys(paths).filter((path) => !named.includes(path))).toEqual([]);
    const listed = firstCells(section).flatMap(quotedIn);
    const inTable = listed.map((text) => text.replace(/^GET /, '')).filter((it) => it[0] === '/');
    expect(inTable.length).toBeGreaterThan(10);
    expect(inTable.filter((path) => !(path in paths))).toEqual([]);
  });

  test('name every command, and none that is not there', async () => {
    await using muster = await startMuster();
    const help = async (words: string[]) => {
      const printed = await muster.mustRun([...words, '--help']);
      const list = printed.slice(printed.indexOf('\nCommands:\n'));
      const names = [...list.matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name = '']) => name);
      return printed.includes('\nCommands:\n') ? names.filter((name) => name !== 'help') : [];
    };
    const there: string[] = [];
    for (const name of await help([])) {
      const below = await help([name]);
      there.push(...(below.length === 0 ? [name] : below.map((word) => `${name} ${word}`)));
    }
    const cells = firstCells(page('docs/cli.md')).flatMap(quotedIn);
    const named = cells
      .map((cell) => /^muster((?: [a-z]+)*)/.exec(cell)?.[1]?.trim() ?? cell)
      .filter((words) => words !== '');
    expect(named.toSorted()).toEqual(there.toSorted());
  });
});

describe('the pages', () => {
  test('show no example that no test runs', () => {
    const run = ['README.md Try it', 'docs/operating.md Countries'];
    const shown = [...docs].flatMap(([path, text]) =>
      text
        .split('\n## ')
        .filter((part) => findExamples(part).length > 0)
        .map((part) => `${path} ${part.slice(0, part.indexOf('\n'))}`),
    );
    expect(shown).toEqual(run);
  });

  /** Calls of Muster on the page, in lines of `sh` blocks and between backticks, one each. */
  function callsIn(text: string): string[] {
    const blocks = blocksOf(text, 'sh');
    const lines = blocks.flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'));
    const calls = [...lines, ...quotedIn(text.replace(/^```.*?^```$/gms, ''))].flatMap((line) =>
      [...line.matchAll(/^(?:.*\| |.*sudo -u muster )?(?:\.\/|dist\/)?muster( .*)/g)].map(
        ([, words = '']) => words.replace(/ #.*/, '').trim(),
      ),
    );
    return [...new Set(calls)];
  }

  /** What of a call Muster's own help does not know. */
  async function findUnknown(muster: RunningMuster, call: string): Promise<string[]> {
    const words = call.split(/\s+/);
    const end = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
    const verbs = end < 0 ? words : words.slice(0, end);
    const { stdout } = await muster.run([...verbs, '--help']);
    if (!stdout.startsWith(`Usage: ${['muster', ...verbs].join(' ')} `)) return verbs;
    const flags = words.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0]);
    return flags.filter((flag = '') => !stdout.includes(`${flag} `)).map(String);
  }

  test('name only commands and flags of Muster that it has', async () => {
    await using muster = await startMuster();
    const found = [...new Set([...docs.values()].flatMap(callsIn))];
    const calls = found.filter((call) => call !== 'help');
    expect(calls.length).toBeGreaterThan(40);
    const unknown: string[] = [];
    for (const call of calls) {
      for (const word of await findUnknown(muster, call)) unknown.push(`muster ${call}: ${word}`);
    }
    expect(unknown).toEqual([]);
    expect(await findUnknown(muster, 'account admire NAME')).toEqual(['account', 'admire']);
    expect(await findUnknown(muster, 'account delete NAME --softly')).toEqual(['--softly']);
  });

  test('name only scripts that package.json has', async () => {
    const { scripts } = (await Bun.file(join(root, 'package.json')).json()) as {
      scripts: Record<string, string>;
    };
    const named = [...docs].flatMap(([, text]) =>
      [...text.matchAll(/\b(?:npm|bun) run ([a-z]+)/g)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('have settings in their TOML blocks that muster.toml may have', async () => {
    await using muster = await startMuster();
    const blocks = [...docs].flatMap(([path, text]) =>
      blocksOf(text, 'toml').map((block) => ({ path, block })),
    );
    expect(blocks.length).toBeGreaterThan(2);
    for (const { path, block } of blocks) {
      const file = join(muster.folder, 'shown.toml');
      await Bun.write(file, block);
      const shown = await muster.mustRun(['config', 'print', '--config', file]);
      for (const key of Object.keys(Bun.TOML.parse(block))) {
        expect(`${path}: ${shown}`).toContain(`${key} `);
      }
    }
  });

  test('have shell blocks that bash can read', async () => {
    const blocks = [...docs.values()].flatMap((text) => blocksOf(text, 'sh'));
    expect(blocks.length).toBeGreaterThan(12);
    for (const block of blocks) {
      const child = Bun.spawn({ cmd: ['bash', '-n', '-c', block], stderr: 'pipe' });
      expect(await new Response(child.stderr).text()).toBe('');
      expect(await child.exited).toBe(0);
    }
  });

  test.skipIf(Bun.which('nginx') === null)('have nginx blocks that nginx takes', async () => {
    const folder = await makeFolder();
    const [relay = ''] = blocksOf(page('docs/web-client.md'), 'nginx');
    const servers = [page('README.md'), page('docs/operating.md')].flatMap((text) =>
      blocksOf(text, 'nginx'),
    );
    expect(servers).toHaveLength(2);
    await Bun.write(join(folder, 'play.example.net.pem'), TEST_CERTIFICATE);
    await Bun.write(join(folder, 'play.example.net.key'), TEST_KEY);
    for (const server of servers) {
      const whole = server
        .replace(/\}\s*$/, `${relay}}\n`)
        .replaceAll('/etc/ssl/', `${folder}/`)
        // Ports below 1024 are not everybody's.
        .replaceAll(/listen (\d+)/g, `listen unix:${folder}/$1`);
      const file = join(folder, 'nginx.conf');
      const http = `access_log off;\n${whole}`;
      await Bun.write(file, `events {}\npid ${folder}/pid;\nhttp {\n${http}}\n`);
      const cmd = ['nginx', '-t', '-q', '-e', 'stderr', '-c', file];
      const child = Bun.spawn({ cmd, stderr: 'pipe' });
      const complaints = await new Response(child.stderr).text();
      expect({ code: await child.exited, complaints }).toEqual({ code: 0, complaints: '' });
    }
  });

  test('name only settings that there are, those of the README with their flag and default', () => {
    const variables = [...docs.values()].flatMap((text) => text.match(/\bMUSTER_[A-Z_]+\b/g) ?? []);
    const known = new Set(OPTIONS.flatMap(({ key }) => [envName(key), fileEnvName(key)]));
    const unknown = variables.filter((it) => !known.has(it) && !it.startsWith('MUSTER_TEST_'));
    expect(unknown).toEqual([]);
    expect(variables.length).toBeGreaterThan(OPTIONS.length);

    const section = sectionOf(page('README.md'), 'Ten settings');
    const rows = [...section.matchAll(/^\| (`[^|]+) \| ([^|]+) \| ([^|]+) \|/gm)];
    expect(rows).toHaveLength(10);
    for (const [, keys = '', flags = '', fallback = ''] of rows) {
      const options = quotedIn(keys).map((key) => OPTIONS.find((option) => option.key === key));
      expect(quotedIn(flags)).toEqual(options.map((option) => flagName(option?.key ?? 'config')));
      for (const option of options) {
        if (option?.fallback !== undefined && option.fallback !== '') {
          expect(fallback).toBe(`\`${describeFallback(option)}\``);
        }
      }
    }
  });

  test('link to files and headings that are there', () => {
    const dead = [...docs].flatMap(([path, text]) =>
      linksOf(text)
        .filter((target) => !/^(https?|mailto):/.test(target))
        .filter((target) => !isThere(path, target))
        .map((target) => `${path}: ${target}`),
    );
    expect(dead).toEqual([]);
    expect([...docs.values()].flatMap(linksOf).length).toBeGreaterThan(50);
  });

  test('and a link to nothing would be noticed', () => {
    const [file, heading] = linksOf('[a](docs/none.md) [b](docs/api.md#none) `[c](d)`');
    expect(isThere('README.md', file ?? '')).toBe(false);
    expect(isThere('README.md', heading ?? '')).toBe(false);
    expect(isThere('README.md', 'docs/api.md#history')).toBe(true);
    expect(isThere('docs/cli.md', 'api.md#history')).toBe(true);
  });

  function isThere(from: string, target: string): boolean {
    const [file = '', anchor] = target.split('#');
    const path = file === '' ? from : join(from, '..', file);
    if (!existsSync(join(root, path))) return false;
    return anchor === undefined || anchorsOf(docs.get(path) ?? '').includes(anchor);
  }

  test('are each linked from the README', () => {
    const linked = linksOf(page('README.md')).map((target) => target.split('#')[0]);
    const missing = [...docs.keys()].filter((path) => path !== 'README.md');
    expect(missing.filter((path) => !linked.includes(path))).toEqual([]);
  });

  test('name files and folders of the repository that exist', () => {
    const named = [...docs].flatMap(([path, text]) =>
      path === 'CHANGELOG.md' ? [] : pathsIn(text).map((name) => ({ path, name })),
    );
    expect(named.length).toBeGreaterThan(80);
    const dead = named.filter(({ name }) => !existsSync(join(root, name)));
    expect(dead.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
  });

  test('and a path of a file that is gone would be noticed', () => {
    const text = 'See `src/http/gone.ts`, `bun bench/run.ts --x` and `tests/<module>`.';
    expect(pathsIn(text)).toEqual(['src/http/gone.ts', 'bench/run.ts', 'tests']);
  });

  /** Paths of ours between backticks; a placeholder such as `<module>` ends one. */
  function pathsIn(text: string): string[] {
    const pattern = /(?:^|[\s'"])((?:src|tests|scripts|bench|drizzle|docs|\.ci)\/[\w./-]*)/g;
    const found = quotedIn(text).flatMap((quoted) => [...quoted.matchAll(pattern)]);
    return found.map(([, path = '']) => path.replace(/[./]+$/, ''));
  }

  test('never name a source by less than its whole path', () => {
    const quoted = quotedIn(page('docs/architecture.md'));
    const files = quoted.filter((text) => /^[\w./-]+\.(ts|tsx|mjs)$/.test(text));
    expect(files.filter((text) => !existsSync(join(root, text)))).toEqual([]);
  });

  test('begin with a README of one screen and a bit', () => {
    expect(Buffer.byteLength(page('README.md'))).toBeLessThanOrEqual(README_LIMIT);
  });

  test('have pictures that load at once', async () => {
    const pictures = linksOf(page('README.md')).filter((target) => target.endsWith('.png'));
    expect(pictures.toSorted()).toEqual([
      'docs/images/list-dark.png',
      'docs/images/list-light.png',
    ]);
    for (const picture of pictures) {
      const bytes = await Bun.file(join(root, picture)).bytes();
      expect(bytes.length).toBeLessThan(150 * 1024);
      expect(Buffer.from(bytes.subarray(1, 4)).toString()).toBe('PNG');
    }
  });
});

describe('the version of Node', () => {
  /** Runs a script of ours with a Node that says it is of another version. */
  async function runAs(version: string, script: string) {
    const folder = await makeFolder();
    const fake = join(folder, 'fake.cjs');
    const versions = `{ ...process.versions, node: ${JSON.stringify(version)} }`;
    await Bun.write(fake, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
    const child = Bun.spawn({
      cmd: ['node', '--require', fake, join(root, 'scripts', script), 'tsc', '--version'],
      cwd: folder,
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const stderr = await new Response(child.stderr).text();
    return { code: await child.exited, stderr };
  }

  test.skipIf(Bun.which('node') === null).each(['20.18.3', '9.11.2'])(
    '%s is too old, and every script says so in one sentence',
    async (version) => {
      const scripts = ['start', 'build', 'test', 'check', 'pictures', 'tool'];
      for (const script of scripts) {
        expect(await runAs(version, `${script}.mjs`)).toEqual({
          code: 1,
          stderr: `muster: Node ${version} is too old. Install Node 20.19.0 or newer (https://nodejs.org), then try again.\n`,
        });
      }
    },
  );

  test.skipIf(Bun.which('node') === null).each(['20.19.0', '100.1.0'])(
    '%s is taken',
    async (version) => {
      expect((await runAs(version, 'tool.mjs')).code).toBe(0);
    },
  );

  test('stands in the README and in the Dockerfile as package.json has it', async () => {
    const { engines } = (await Bun.file(join(root, 'package.json')).json()) as {
      engines: { node: string };
    };
    expect(engines.node).toBe('>=20.19.0');
    expect(page('README.md')).toContain('Node 20.19 or newer');
    const [, image = ''] =
      /FROM (?:--platform=\S+ )?node:(\d+)/.exec(await Bun.file(join(root, 'Dockerfile')).text()) ??
      [];
    expect(Number(image)).toBeGreaterThan(20);
  });
});
