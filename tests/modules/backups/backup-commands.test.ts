// `muster backup` and `muster restore` at the command line: what is asked, shown and refused.

import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../src/app/open-stores.ts';
import { doctorFindings } from '../../../src/platform/messages/findings.ts';
import { migrations } from '../../../src/platform/store/sqlite/migrations.ts';
import { addFutureMigration } from '../../platform/store/migration-samples.ts';
import { type Bench, openBench } from '../../support/command-line.ts';

const known = migrations.length;
let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench[Symbol.dispose]());

const dataFiles = () => readdirSync(join(bench.folder, 'muster-data')).toSorted();
const create = (name: string) => {
  const address = `${name.toLowerCase()}@example.net`;
  return bench.out(['account', 'create', name, '--email', address, '--password-stdin'], {
    stdin: 'correct horse',
  });
};
const listNames = async () => {
  const accounts: { name: string }[] = JSON.parse(await bench.out(['account', 'list', '--json']));
  return accounts.map(({ name }) => name);
};

async function makeBackup(): Promise<void> {
  await create('Alice');
  await bench.out(['backup', 'a.db']);
  await create('Bob');
}

test('it shows both, asks, and keeps the database as it was', async () => {
  await makeBackup();
  const out = await bench.out(['restore', 'a.db'], { answers: ['restore'] });
  expect(bench.prompts).toEqual([
    { question: 'Type restore to replace the database: ', isHidden: false },
  ]);
  expect(out).toMatch(/^ +NOW +AFTER\naccounts +2 +1\n/);
  expect(out).toMatch(/\nlatest change \(UTC\) +\d{4}-\d\d-\d\d \d\d:\d\d +\d{4}-\d\d-\d\d/);
  expect(out).toMatch(/\nmigrations +(\d+) of \1 +\1 of \1\n/);
  expect(out).toMatch(/\nThe previous database: \S+muster-before-restore-\w+\.db\n$/);
  expect(await listNames()).toEqual(['Alice']);
  const [kept = ''] = readdirSync(join(bench.folder, 'muster-data/backups'));
  await bench.out(['restore', `muster-data/backups/${kept}`, '--yes']);
  expect(await listNames()).toEqual(['Alice', 'Bob']);
});

test('a backup of an older version is brought up to date by the next start, after a copy', async () => {
  await makeBackup();
  using _next = addFutureMigration();
  const out = await bench.out(['restore', 'a.db', '--yes']);
  expect(out).toMatch(new RegExp(`\\nmigrations .* ${known} of ${known + 1}\\n`));
  expect(out).toEndWith('The next start updates its schema.\n');
  expect(await listNames()).toEqual(['Alice']);
  expect(readdirSync(join(bench.folder, 'muster-data/backups')).join()).toContain(
    `muster-before-${known}-to-${known + 1}-`,
  );
});

test.each<[string, (string | undefined)[]]>([
  ['something else', ['yes']],
  ['nothing', ['']],
  ['Ctrl-C', [undefined]],
])('%s at the question restores nothing', async (_, answers) => {
  await makeBackup();
  const { exitCode, err } = await bench.run(['restore', 'a.db'], { answers });
  expect([exitCode, err]).toEqual([1, 'muster: Nothing was restored.\n']);
  expect(await listNames()).toEqual(['Alice', 'Bob']);
  expect(dataFiles()).toEqual(['muster.db', 'service.lock']);
});

test('without a terminal it takes --yes', async () => {
  await makeBackup();
  const { exitCode, err } = await bench.run(['restore', 'a.db']);
  expect([exitCode, err]).toEqual([2, expect.stringContaining('Add --yes')]);
  expect(await listNames()).toEqual(['Alice', 'Bob']);
});

test('into an empty folder', async () => {
  await makeBackup();
  rmSync(join(bench.folder, 'muster-data'), { recursive: true });
  const out = await bench.out(['restore', 'a.db', '--yes']);
  expect(out).toStartWith(`${doctorFindings.clockNoDatabase}\n`);
  expect(await listNames()).toEqual(['Alice']);
});

test('in place of a damaged database, which is kept', async () => {
  await makeBackup();
  writeFileSync(join(bench.folder, 'muster-data/muster.db'), 'x'.repeat(5_000));
  const out = await bench.out(['restore', 'a.db', '--yes']);
  expect(out).toStartWith('The database cannot be read: ');
  expect(await listNames()).toEqual(['Alice']);
  expect(readdirSync(join(bench.folder, 'muster-data/backups'))).toHaveLength(1);
});

test('beside another program it is refused, also for later starts', async () => {
  await makeBackup();
  using other = openStore({ folder: join(bench.folder, 'muster-data') });
  const { exitCode, err } = await bench.run(['restore', 'a.db', '--yes']);
  expect([exitCode, err]).toEqual([1, expect.stringContaining('Another program has ')]);
  expect(dataFiles()).not.toContain('muster-restore.db');
  expect(await other.accounts.findAccountByName('Bob')).toMatchObject({ name: 'Bob' });
}, 20_000);

test('--at-next-start leaves the database as it is until then', async () => {
  await makeBackup();
  const out = await bench.out(['restore', 'a.db', '--yes', '--at-next-start']);
  expect(out).toEndWith('at the next start of the service.\n');
  expect(await listNames()).toEqual(['Alice', 'Bob']);
  expect(dataFiles()).toEqual(['muster-restore.db', 'muster.db']);
});

test('the file of a backup has a name', async () => {
  await create('Alice');
  const { exitCode, err } = await bench.run(['backup', '']);
  expect([exitCode, err]).toEqual([2, expect.stringContaining('The file name is empty.')]);
  expect(dataFiles()).toEqual(['muster.db']);
});

describe('refused, with nothing changed', () => {
  function makeOther(): void {
    using other = new Database(join(bench.folder, 'other.db'));
    other.run('CREATE TABLE songs (title TEXT)');
  }

  function makeNewer(): void {
    using copy = new Database(join(bench.folder, 'a.db'));
    copy.run("INSERT INTO muster_migrations (tag, applied_at) VALUES ('9999_future', 0)");
  }

  async function damage(): Promise<void> {
    const path = join(bench.folder, 'a.db');
    const bytes = await Bun.file(path).bytes();
    bytes.fill(0xa5, 8192, 40_960);
    await Bun.write(path, bytes);
  }

  test.each<[string, string, () => unknown, string]>([
    ['a file that is not there', 'nope.db', () => {}, 'There is no file'],
    ['a folder', '.', () => {}, 'is not a file'],
    ['the database itself', 'muster-data/muster.db', () => {}, 'is the database itself'],
    [
      'a text',
      'a.db',
      () => writeFileSync(join(bench.folder, 'a.db'), 'notes'),
      'is damaged or not a database',
    ],
    [
      'an empty file',
      'a.db',
      () => writeFileSync(join(bench.folder, 'a.db'), ''),
      'is not a database of Muster',
    ],
    ['the database of another program', 'other.db', makeOther, 'is not a database of Muster'],
    ['one of a newer version', 'a.db', makeNewer, 'was made by a newer muster'],
    ['a damaged one', 'a.db', damage, 'is damaged'],
  ])('%s', async (_, file, prepare, hint) => {
    await makeBackup();
    await prepare();
    const { exitCode, err } = await bench.run(['restore', file, '--yes']);
    expect([exitCode, err]).toEqual([1, expect.stringContaining(hint)]);
    expect(err.split('\n')).toHaveLength(2);
    expect(await listNames()).toEqual(['Alice', 'Bob']);
    expect(dataFiles()).toEqual(['muster.db', 'service.lock']);
  });
});
