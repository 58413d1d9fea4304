// Only the binary over damaged pages shows the whole way: set aside, reported, salvaged, restored.

import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { closeSync, openSync, writeSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { HealthReport } from '../../src/lib/readiness.ts';
import { type RunningMuster, readLog, startMuster } from '../support/binary.ts';
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

test('what a start can do without is set aside; accounts that cannot be read are reported, and the rest is salvaged', async () => {
  await using muster = await startMuster({ env: { MUSTER_PORT_CHECK: 'false' } });
  const client = new Client(muster);
  await createAccount(muster, 'Alice');
  await client.mustBeat({ name: 'Kept' });
  await muster.mustRun(['ban', 'add', '203.0.113.9', '--reason', 'test']);
  await muster.mustRun(['notice', 'set', 'Welcome']);
  await muster.kill('SIGTERM');

  damage(muster, 'site_notice');
  damage(muster, 'history_minutes');
  await muster.start();
  const [kept = ''] = await readdir(join(dataOf(muster), 'backups'));
  expect(await readDamage(muster)).toMatchObject({
    http: 200,
    message: `The tables history_minutes, site_notice were damaged, and what could be read is in use. The previous database is kept as backups/${kept}.`,
  });
  expect(readLog(muster, 'Database is damaged')).toMatchObject([
    { level: 'error', keptAs: join(dataOf(muster), 'backups', kept) },
  ]);
  expect((await client.list()).map(({ name }) => name)).toEqual(['Kept']);
  expect((await client.login('Alice', 'correct horse')).authenticated).toBe(true);
  // The first log is written back, and `/readyz` has nothing to say about what was mended.
  await muster.restart();
  expect(await readDamage(muster)).toMatchObject({ http: 200, status: 'ok' });

  damage(muster, 'accounts');
  const { token } = await client.openLogin();
  const form = { username: 'Alice', password: 'correct horse', token };
  const refused = await eventually(
    async () => {
      // What it saves makes the service forget the pages that it has read.
      await client.mustBeat({ name: 'Kept' });
      return await client.post('/api/login', form);
    },
    ({ status }) => status === 503,
  );
  expect(refused.text).not.toContain('database');
  const found = await eventually(
    () => readDamage(muster),
    ({ http, message }) => http === 503 && message.includes('accounts'),
  );
  expect(found.message).toMatch(/^The table accounts is damaged\. .* \(muster salvage\)\.$/);
  expect((await new Client(muster).list()).map(({ name }) => name)).toEqual(['Kept']);
  expect(readLog(muster, 'Database is damaged').map(({ tables }) => tables)).toEqual([
    ['history_minutes', 'site_notice'],
    ['accounts'],
  ]);

  expect(await muster.run(['check'])).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(/^bad {2}database: .*The table accounts is damaged/m),
  });
  const copied = await muster.run(['backup', join(muster.folder, 'copy.db')]);
  expect([copied.exitCode, copied.stderr]).toEqual([1, expect.stringContaining('muster salvage')]);
  const stdout = await muster.mustRun(['salvage']);
  const file = /muster restore (\S+)\n$/.exec(stdout)?.[1] ?? '';
  await muster.kill('SIGTERM');
  await muster.mustRun(['restore', file, '--yes']);
  await muster.start();
  expect((await client.get('/readyz')).json()).toMatchObject({ status: 'ready' });
  expect(await muster.mustRun(['ban', 'list'])).toContain('203.0.113.9');
  expect((await new Client(muster).list()).map(({ name }) => name)).toEqual(['Kept']);
  expect((await muster.run(['account', 'show', 'Alice'])).exitCode).toBe(1);
}, 120_000);
