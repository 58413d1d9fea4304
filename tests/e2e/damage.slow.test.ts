// Only the binary and Debian's sqlite3 over damaged pages show the whole way: told, restored, and recovered.

import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { closeSync, copyFileSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { HealthReport } from '../../src/platform/ops/readiness.ts';
import { insertAccounts, makeFolder, manyNames, overwritePage } from '../platform/store/folders.ts';
import { type RunningMuster, readLog, startMuster } from '../support/binary.ts';
import { blocksOf, readDocs } from '../support/docs.ts';
import { Client, createAccount, eventually } from './client.ts';

const PAGE = 4096;
const dataOf = (muster: { folder: string }) => join(muster.folder, 'muster-data');

/** Fills the page where a table begins. */
function damage(muster: RunningMuster, table: string): void {
  const path = join(dataOf(muster), 'muster.db');
  let page: number;
  {
    using client = new Database(path, { readonly: true });
    const query = 'SELECT rootpage FROM sqlite_schema WHERE name = ?';
    page = Number(client.prepare(query).values(table)[0]?.[0]);
  }
  const descriptor = openSync(path, 'r+');
  writeSync(descriptor, new Uint8Array(PAGE).fill(0xa5), 0, PAGE, (page - 1) * PAGE);
  closeSync(descriptor);
}

const readDamage = async (muster: RunningMuster) => {
  const answer = await new Client(muster).get('/readyz');
  return { http: answer.status, message: '', ...answer.json<HealthReport>().checks.damage };
};

/** The command of docs/backups.md that adds the accounts which a backup lacks, for this file. */
async function readRecovery(damaged: string): Promise<string> {
  const page = (await readDocs()).get('docs/backups.md') ?? '';
  const block = blocksOf(page, 'sh').find((one) => one.includes('.dump')) ?? '';
  const [, command = ''] = /sudo -u muster (sh -c .*)/s.exec(block) ?? [];
  return command.replace(/backups\/\S+\.db/, damaged);
}

function shell(command: string, cwd: string): void {
  const { exitCode, stderr } = Bun.spawnSync(['sh', '-c', command], { cwd });
  expect([exitCode, `${stderr}`]).toEqual([0, '']);
}

test('damaged tables are told of after each start, cost nothing else, and what a backup lacks is recovered', async () => {
  await using muster = await startMuster({ env: { MUSTER_PORT_CHECK: 'false' } });
  const client = new Client(muster);
  await createAccount(muster, 'Alice');
  await client.mustBeat({ name: 'Kept' });
  await muster.mustRun(['notice', 'set', 'Welcome']);
  const copy = join(muster.folder, 'copy.db');
  await muster.mustRun(['backup', copy]);
  await createAccount(muster, 'Bob');
  await muster.kill('SIGTERM');

  damage(muster, 'site_notice');
  damage(muster, 'history_minutes');
  const message =
    'The tables history_minutes, site_notice are damaged. Stop the service, then restore a backup (muster restore). Rows that the backup lacks may still be readable with sqlite3, as docs/backups.md says.';
  for (const _ of 'twice') {
    await muster.start({ isUnready: true });
    await eventually(
      () => readDamage(muster),
      (found) => found.http === 503 && found.message === message,
    );
    expect((await client.list()).map(({ name }) => name)).toEqual(['Kept']);
    expect((await client.login('Bob', 'correct horse')).authenticated).toBe(true);
    expect(readLog(muster, 'Database is damaged').at(-1)).toMatchObject({ level: 'error' });
    await muster.kill('SIGTERM');
  }
  expect(await muster.run(['check'])).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(
      /^bad {2}database: .*The tables history_minutes, site_notice are/m,
    ),
  });
  const refused = await muster.run(['backup', join(muster.folder, 'other.db')]);
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('damaged')]);

  const restored = await muster.mustRun(['restore', copy, '--yes']);
  const [, kept = ''] = /The previous database: (\S+)/.exec(restored) ?? [];
  shell(await readRecovery(kept), dataOf(muster));
  await muster.start();
  expect((await client.get('/readyz')).json()).toMatchObject({ status: 'ready' });
  expect(await muster.mustRun(['notice', 'show'])).toContain('Welcome');
  for (const name of ['Alice', 'Bob']) {
    expect((await new Client(muster).login(name, 'correct horse')).authenticated).toBe(true);
  }
}, 120_000);

test('around a damaged page every other row is read', async () => {
  using folder = makeFolder();
  await insertAccounts(folder.path, ...manyNames(400));
  const path = join(folder.path, 'muster.db');
  const kept = join(folder.path, 'kept.db');
  const read = (query: string) => {
    using client = new Database(path, { readonly: true });
    return client.prepare(query).values().flat();
  };
  const leaf = "FROM dbstat WHERE name = 'accounts' AND pagetype = 'leaf' ORDER BY path";
  const page = Number(read(`SELECT pageno ${leaf} LIMIT 1 OFFSET 2`)[0]);
  const lost = Number(read(`SELECT ncell ${leaf} LIMIT 1 OFFSET 2`)[0]);
  copyFileSync(path, kept);
  overwritePage(kept, page);
  {
    using client = new Database(path);
    client.run('DELETE FROM accounts');
  }
  shell(await readRecovery(kept), folder.path);
  expect(lost).toBeGreaterThan(0);
  expect(read('SELECT count(*) FROM accounts')).toEqual([400 - lost]);
});
