// The README says what is so: its examples run against the binary, its tables name what there is.

import { beforeAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { helpWords } from '../src/pages/words/help.ts';
import { operatorWords } from '../src/pages/words/operators.ts';
import { makeFolder, manyAddresses, type RunningMuster, startMuster } from './support/binary.ts';
import {
  type Example,
  findExamples,
  firstCells,
  installStandIn,
  linkBinary,
  quotedIn,
  readReadme,
  runCommands,
  sectionOf,
} from './support/readme.ts';

const README_PORT = 8080;
/** A list shows a change within a second; a loaded machine takes its time besides. */
const LIST_LAG_MS = 10_000;

let readme: string;
beforeAll(async () => {
  readme = await readReadme();
});

const hashOf = (port: number) => createHash('md5').update(`127.0.0.1:${port}`).digest('hex');

/** Turns what the README shows for its own port into what is shown for this one. */
function moveTo(port: number, text: string): string {
  return text
    .replaceAll(String(README_PORT), String(port))
    .replaceAll(hashOf(README_PORT), hashOf(port));
}

/** Puts marks in the place of what differs from run to run. */
function normalise(text: string): string {
  return text
    .replace(/"token":"[\w-]{56}"/g, '"token":"<token>"')
    .replace(/first-administrator\/[\w-]{43}\//g, 'first-administrator/<token>/')
    .replace(/"uptime":\d+/g, '"uptime":<seconds>')
    .replace(/^Data folder: \/.+\/muster-data$/gm, 'Data folder: <folder>')
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

        const [start, ...examples] = findExamples(sectionOf(readme, 'Try it'));
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
    const examples = findExamples(sectionOf(readme, 'Countries'));
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
    await beat(crowded, {}, '198.51.100.1');
    const flood = await Promise.all(
      Array.from({ length: 61 }, () => beat(crowded, {}, '198.51.100.2')),
    );
    return [
      await beat(checking, { name: '', port: '0', users: '-1', max: 'x', public: '2', salt: '' }),
      await beat(checking, { name: 'n'.repeat(65), salt: 's'.repeat(257) }),
      await beat(checking, { public: 'true' }),
      await beat(crowded, { port: '2' }, '198.51.100.1'),
      await beat(crowded, {}, '2001:db8::1'),
      await decidedOn('198.51.100.7'),
      await decidedOn('198.51.100.8'),
      await decidedOn('198.51.100.9', { public: 'true' }),
      await decidedOn('198.51.100.10', { public: 'true', name: 'B4dword' }),
      flood.flat(),
    ].flat();
  }

  test('are those that the README explains, every one of them', async () => {
    const explained = firstCells(sectionOf(readme, 'Why a server is not listed')).flatMap(quotedIn);
    const patterns = explained.map((sentence) => {
      const parts = sentence.split('…').map((part) => RegExp.escape(part));
      return { sentence, pattern: new RegExp(`^${parts.join('.+')}$`) };
    });
    const found = await provokeAll();
    expect(found.filter((it) => !patterns.some(({ pattern }) => pattern.test(it)))).toEqual([]);
    const missed = patterns.filter(({ pattern }) => !found.some((it) => pattern.test(it)));
    expect(missed.map(({ sentence }) => sentence)).toEqual([]);
    expect(explained).toHaveLength(16);
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
  const named = readme.match(/https?:\/\/[^\s`"]*heartbeat[^\s`"]*/g) ?? [];
  expect(named.length).toBeGreaterThanOrEqual(5);
  expect([...new Set(named.map((url) => new URL(url).pathname))]).toEqual(['/server/heartbeat']);
});

test('what a carrier-grade address needs is told alike everywhere: claim, then ask for an exemption', () => {
  const [row = ''] = readme.split('\n').filter((line) => line.includes('| forward the port;'));
  const advice = [helpWords.notListed.nextSteps.port_closed, row];
  for (const text of advice) {
    expect(text).toMatch(/port mapping, a tunnel, a rented machine, around/);
    expect(text).toMatch(/claim the server/);
    expect(text).toMatch(/exempt/);
    expect(text).not.toMatch(/not possible/);
  }
  expect(operatorWords.claim.refused).toContain('show the address');
});

describe('the tables', () => {
  test('name every path of the API, and none that is not there', async () => {
    await using muster = await startMuster();
    const answer = await fetch(`http://127.0.0.1:${muster.port}/openapi.json`);
    const { paths } = (await answer.json()) as { paths: Record<string, unknown> };
    const section = sectionOf(readme, 'The API');
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
    const cells = firstCells(sectionOf(readme, 'The command line')).flatMap(quotedIn);
    const named = cells
      .map((cell) => /^muster((?: [a-z]+)*)/.exec(cell)?.[1]?.trim() ?? cell)
      .filter((words) => words !== '');
    expect(named.toSorted()).toEqual(there.toSorted());
  });
});
