// Only the binary, bash, curl, nginx and Node show that the examples of the docs do what they say.

import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import {
  blocksOf,
  findExamples,
  firstCells,
  quotedIn,
  readDocs,
  root,
  sectionOf,
} from '../support/docs.ts';
import { GOOD_FIELDS } from '../support/good-heartbeat.ts';
import { claimServer, makeKey } from '../support/keeping.ts';
import { Client, createAccount, eventually, type Fields } from './client.ts';

const DOCS_PORT = 8080;

const docs = await readDocs();
const page = (path: string) => docs.get(path) ?? '';
const hashOf = (address: string) => createHash('md5').update(address).digest('hex');

/** Turns what the docs show for their own port into what is shown for this one. */
function moveTo(port: number, text: string): string {
  return text
    .replaceAll(String(DOCS_PORT), String(port))
    .replaceAll(hashOf(`127.0.0.1:${DOCS_PORT}`), hashOf(`127.0.0.1:${port}`));
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

async function runCommands(command: string, { folder, env }: RunningMuster): Promise<string> {
  const cmd = ['bash', '-euo', 'pipefail', '-c', command];
  const options = { cwd: folder, env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' } as const;
  const child = Bun.spawn(cmd, options);
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (exitCode !== 0) throw new Error(`${command}\nended with ${exitCode}:\n${stdout}${stderr}`);
  return stdout.trim();
}

/** Starts a service in a folder in which the commands of the docs run as in the repository's. */
async function startInDocsFolder(): Promise<RunningMuster> {
  const folder = await makeFolder();
  await symlink(join(root, 'dist'), join(folder, 'dist'));
  return startMuster({ folder });
}

test.skipIf(Bun.which('curl') === null)(
  'the examples answer what the pages show',
  async () => {
    await using muster = await startInDocsFolder();
    const walk = findExamples(sectionOf(page('docs/first-steps.md'), 'A walk with curl'));
    const [start, ...examples] = walk;
    expect(start?.command).toBe('npm start');
    const shown = normalise(moveTo(muster.port, start?.answer ?? ''));
    expect(normalise(muster.stdout.trim())).toBe(shown);
    expect(examples).toHaveLength(6);
    const countries = findExamples(sectionOf(page('docs/operating.md'), 'Countries'));
    expect(countries.map(({ command }) => command)).toEqual(['dist/muster version']);
    for (const { command, answer } of [...examples, ...countries]) {
      const wanted = normalise(moveTo(muster.port, answer));
      // A list shows a change within a second; a loaded machine takes its time besides.
      await eventually(
        async () => normalise(await runCommands(moveTo(muster.port, command), muster)),
        (found) => {
          if (!command.endsWith('/api/servers')) expect(found).toBe(wanted);
          return found === wanted;
        },
        10_000,
      );
    }
  },
  40_000,
);

describe('the sentences of failed heartbeats', () => {
  const good = { name: 'A', port: '1', users: '1', max: '2', public: 'false', salt: 'abc' };

  async function beat(muster: RunningMuster, fields: Fields, address?: string): Promise<string[]> {
    const client = new Client(muster, address === undefined ? {} : { address });
    const { text } = await client.post('/heartbeat.jsp', { ...good, ...fields });
    if (!text.startsWith('{')) return [];
    return (JSON.parse(text) as { errors: string[][] }).errors.flat();
  }

  /** What another program is told on the port of a claimed server whose heartbeats come with its key. */
  async function beatBesideKey(muster: RunningMuster): Promise<string[]> {
    const address = '198.51.100.20';
    const account = { username: 'Owner', password: 'correct horse' };
    await createAccount(muster, account.username, account.password);
    const owner = new Client(muster);
    await owner.submit('/acc/login/', account);
    const server = new Client(muster, { address });
    const key = await makeKey(owner, await claimServer(owner, server, 'A'));
    await server.post(`/h/${key}/server/heartbeat`, GOOD_FIELDS);
    return beat(muster, { port: GOOD_FIELDS.port, salt: 'other' }, address);
  }

  /** A list of every failure that can be had, each in at least one form. */
  async function provokeAll(): Promise<string[]> {
    await using checking = await startMuster();
    const env = { ...manyAddresses, MUSTER_SERVERS_PER_ADDRESS: '1' };
    await using crowded = await startMuster({ env });
    await crowded.mustRun(['ban', 'add', '198.51.100.7', '--reason', 'No.']);
    await crowded.mustRun(['ban', 'add', '198.51.100.8', '--reason', 'No.', '--until', '1d']);
    await crowded.mustRun(['filter', 'add', 'badword']);
    const unlisted = hashOf('198.51.100.9:1');
    await crowded.mustRun(['server', 'unlist', unlisted, '--reason', 'No.']);
    const decidedOn = (address: string, fields: Fields = {}) =>
      eventually(
        () => beat(crowded, fields, address),
        ({ length }) => length > 0,
        2_000,
      );
    for (const salt of ['one', 'other', 'one']) await beat(crowded, { salt }, '198.51.100.1');
    await using full = await startMuster({ env: { ...manyAddresses, MUSTER_SERVERS_IN_ALL: '2' } });
    await beat(full, {}, '198.51.100.1');
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
      await beat(full, {}, '198.51.100.2'),
      await beat(full, {}, '203.0.113.1'),
      await beat(full, {}, '192.0.2.1'),
      await beatBesideKey(crowded),
    ].flat();
  }

  test('are those that the docs explain, every one of them', async () => {
    const section = sectionOf(page('docs/game-servers.md'), 'Why a server is not listed');
    const explained = firstCells(section).flatMap(quotedIn);
    const patterns = explained.map((sentence) => {
      const parts = sentence.split('…').map((part) => RegExp.escape(part));
      return { sentence, pattern: new RegExp(`^${parts.join('.+')}$`) };
    });
    const found = await provokeAll();
    expect(found.filter((it) => !patterns.some(({ pattern }) => pattern.test(it)))).toEqual([]);
    const missed = patterns.filter(({ pattern }) => !found.some((it) => pattern.test(it)));
    expect(missed.map(({ sentence }) => sentence)).toEqual([]);
    expect(explained).toHaveLength(20);
  });
});

describe('the blocks', () => {
  test('in sh can be read by bash', () => {
    const blocks = [...docs.values()].flatMap((text) => blocksOf(text, 'sh'));
    expect(blocks.length).toBeGreaterThan(12);
    for (const block of blocks) {
      const { exitCode, stderr } = Bun.spawnSync(['bash', '-n', '-c', block]);
      expect([exitCode, `${stderr}`]).toEqual([0, '']);
    }
  });
});

test.skipIf(Bun.which('node') === null).each([
  ['9.11.2', 'start.mjs', 1],
  ['20.18.3', 'tool.mjs', 1],
  ['20.19.0', 'tool.mjs', 0],
  ['100.1.0', 'tool.mjs', 0],
])('with Node %s, %s ends with %i', async (version, script, exitCode) => {
  const fake = join(await makeFolder(), 'fake.cjs');
  const versions = `{ ...process.versions, node: ${JSON.stringify(version)} }`;
  await Bun.write(fake, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
  const path = join(root, 'scripts', script);
  const ran = Bun.spawnSync(['node', '--require', fake, path, 'tsc', '--version']);
  expect(ran.exitCode).toBe(exitCode);
  if (exitCode === 0) return;
  expect(`${ran.stderr}`).toBe(
    `muster: Node ${version} is too old. Install Node 20.19.0 or newer (https://nodejs.org), then try again.\n`,
  );
});
