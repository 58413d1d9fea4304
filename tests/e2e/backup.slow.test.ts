// Only the binary, its schedule and its killed commands show what of backups stands in the folder.

import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, type RunningMuster, startMuster } from '../support/binary.ts';
import { BUSY_MACHINE, createAccount, eventually } from './client.ts';
import { checkIntegrity, countRows } from './database.ts';

const dataOf = (muster: { folder: string }) => join(muster.folder, 'muster-data');
const copiesOf = (muster: { folder: string }) => join(dataOf(muster), 'backups');

function listCopies(muster: { folder: string }): string[] {
  const folder = copiesOf(muster);
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
}

function readCopy(path: string) {
  using copy = new Database(path, { readonly: true });
  return { integrity: checkIntegrity(copy), rows: countRows(copy) };
}

async function readCheck(muster: RunningMuster): Promise<{ status: string; message: string }> {
  const answer = await fetch(`${muster.url}/readyz`);
  const report = (await answer.json()) as {
    checks: { backup: { status: string; message: string } };
  };
  expect(answer.status).toBe(200);
  return report.checks.backup;
}

function writeScript(muster: { folder: string }, name: string, lines: string): string {
  const path = join(muster.folder, name);
  writeFileSync(path, `#!/bin/sh\n${lines}\n`);
  chmodSync(path, 0o755);
  return path;
}

test.concurrent('a backup of a running service has what was answered, and is never made over a file', async () => {
  await using muster = await startMuster();
  await createAccount(muster, 'Alice', 'correct horse');
  const out = await muster.mustRun(['backup']);
  const [name = ''] = listCopies(muster);
  expect(name).toMatch(/^muster-\d{8}T\d{6}Z\.db$/);
  const path = join(copiesOf(muster), name);
  expect(out).toMatch(/^\S+\.db \(\d+ KiB, \d+ rows, checked, \d+\.\d s\)\n$/);
  expect(out).toStartWith(`${path} `);
  expect(readCopy(path)).toMatchObject({ integrity: 'ok', rows: { accounts: 1 } });

  await createAccount(muster, 'Bob', 'correct horse');
  await muster.mustRun(['backup', 'mine.db']);
  const mine = join(muster.folder, 'mine.db');
  expect(readCopy(mine).rows.accounts).toBe(2);
  const before = readFileSync(mine);
  const again = await muster.run(['backup', 'mine.db']);
  expect(again).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `muster: ${mine} exists already. Nothing was overwritten.\n`,
  });
  expect(readFileSync(mine).equals(before)).toBe(true);
  expect(listCopies(muster)).toEqual([name]);
});

test.concurrent(
  'the schedule makes backups, keeps some, runs backup_command and reports all of it',
  async () => {
    const folder = await makeFolder();
    writeScript({ folder }, 'push', 'echo "$1" >>pushed; env >environment');
    await using muster = await startMuster({
      folder,
      env: {
        MUSTER_BACKUP_EVERY: '2s',
        MUSTER_BACKUP_KEEP: '2',
        MUSTER_BACKUP_COMMAND: 'push',
        AWS_REGION: 'nowhere',
      },
    });
    const pushed = () => {
      const file = join(copiesOf(muster), 'pushed');
      return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    };
    await eventually(
      async () => pushed().length,
      (count) => count >= 3,
      20_000,
    );
    const copies = listCopies(muster).filter((name) => name.endsWith('.db'));
    expect(copies.length).toBeLessThanOrEqual(3);
    const newest = join(copiesOf(muster), copies.at(-1) ?? '');
    expect(readCopy(newest).integrity).toBe('ok');
    const environment = readFileSync(join(copiesOf(muster), 'environment'), 'utf8');
    expect(environment).toContain('AWS_REGION=nowhere');
    expect(environment).not.toContain('MUSTER_');
    expect(await readCheck(muster)).toMatchObject({ status: 'ok' });
    const metrics = await (await fetch(`${muster.url}/metrics`)).text();
    expect(Number(/^muster_backup_age_seconds (\d+)$/m.exec(metrics)?.[1])).toBeLessThan(10);
    await eventually(
      async () => muster.stderr,
      (log) => log.includes('"message":"Backup made"'),
    );
  },
  BUSY_MACHINE,
);

test.concurrent('a backup_command that fails or hangs degrades, and a stop does not wait for it', async () => {
  await using muster = await startMuster({
    env: { MUSTER_BACKUP_EVERY: '2s', MUSTER_BACKUP_COMMAND: '/bin/false' },
  });
  // A busy machine may also say for a moment that a backup is overdue.
  await eventually(
    () => readCheck(muster),
    ({ status, message }) =>
      status === 'degraded' &&
      message === 'The backup was made, but backup_command failed. The log shows why.',
    15_000,
  );
  await eventually(
    async () => muster.stderr,
    (log) => log.includes('"reason":"It ended with exit code 1."'),
  );

  const slow = writeScript(muster, 'slow', 'echo $$ >pid; sleep 600');
  // Elsewhere: the service may make a copy within the same second, which has the same name.
  const hanging = ['--backup-command', slow, '--backup-every', '1s'];
  const tooLong = await muster.run(['backup', '--backup-folder', muster.folder, ...hanging]);
  expect(tooLong.exitCode).toBe(1);
  expect(tooLong.stderr).toBe(
    `muster: The backup was made, but backup_command ${slow} took longer than 1 s and was ended.\n`,
  );
});
