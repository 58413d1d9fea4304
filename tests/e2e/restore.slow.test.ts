// `muster restore` with the binary: beside a service, at the next start.

import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startMuster } from '../support/binary.ts';
import { createAccount, eventually } from './client.ts';

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
