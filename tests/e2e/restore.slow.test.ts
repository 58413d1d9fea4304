// `muster restore` with the binary: beside a service, at the next start, from an older version's database.

import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, runMuster, startMuster } from '../support/binary.ts';
import { createAccount, eventually } from './client.ts';

const root = join(import.meta.dir, '../..');

async function listNames(muster: { mustRun(args: string[]): Promise<string> }): Promise<string[]> {
  const accounts: { name: string }[] = JSON.parse(
    await muster.mustRun(['account', 'list', '--json']),
  );
  return accounts.map(({ name }) => name);
}

test('beside a service it is refused, and done at its next start', async () => {
  await using muster = await startMuster();
  await createAccount(muster, 'Alice', 'correct horse');
  await muster.mustRun(['backup', 'a.db']);
  await createAccount(muster, 'Bob', 'correct horse');
  const refused = await muster.run(['restore', 'a.db', '--yes']);
  expect([refused.exitCode, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toMatch(
    /^muster: A service is running on \S+muster-data\. Stop it first, or add --at-next-start to replace /,
  );
  expect(await listNames(muster)).toEqual(['Alice', 'Bob']);

  await muster.mustRun(['restore', 'a.db', '--yes', '--at-next-start']);
  expect(await listNames(muster)).toEqual(['Alice', 'Bob']);
  await createAccount(muster, 'Carl', 'correct horse');
  await muster.restart('SIGKILL');
  expect(await listNames(muster)).toEqual(['Alice']);
  await eventually(
    async () => muster.stderr,
    (log) => log.includes('"message":"Database restored"'),
  );
  const backups = join(muster.folder, 'muster-data/backups');
  const [kept = ''] = readdirSync(backups);
  expect(kept).toMatch(/^muster-before-restore-\w+\.db$/);
  await muster.restart();
  expect(await listNames(muster)).toEqual(['Alice']);

  await muster.kill('SIGTERM');
  await muster.mustRun(['restore', join(backups, kept), '--yes']);
  await muster.start();
  expect(await listNames(muster)).toEqual(['Alice', 'Bob', 'Carl']);
});

test('a backup of an older version is brought up to date by the start, after a copy', async () => {
  const folder = await makeFolder();
  const tags = readdirSync(join(root, 'drizzle'))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -4))
    .toSorted();
  {
    using old = new Database(join(folder, 'old.db'));
    old.run(
      'CREATE TABLE muster_migrations (position INTEGER PRIMARY KEY AUTOINCREMENT, tag TEXT NOT NULL UNIQUE, applied_at INTEGER NOT NULL)',
    );
    for (const tag of tags.slice(0, 2)) {
      old.run(readFileSync(join(root, 'drizzle', `${tag}.sql`), 'utf8'));
      old.run('INSERT INTO muster_migrations (tag, applied_at) VALUES (?, 0)', [tag]);
    }
  }
  mkdirSync(join(folder, 'muster-data'));
  const { stdout, exitCode } = await runMuster(['restore', 'old.db', '--yes'], { folder });
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(new RegExp(`\\nmigrations +- +2 of ${tags.length}\\n`));
  expect(stdout).toEndWith('The next start updates its schema.\n');
  await using muster = await startMuster({ folder });
  expect(await listNames(muster)).toEqual([]);
  expect(readdirSync(join(folder, 'muster-data/backups')).join()).toMatch(
    new RegExp(`^muster-before-2-to-${tags.length}-\\w+\\.db$`),
  );
});
