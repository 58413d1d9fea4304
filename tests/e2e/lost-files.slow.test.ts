// Only the running binary shows what becomes of it when other programs delete or replace its files.

import { describe, expect, test } from 'bun:test';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { HealthReport } from '../../src/lib/readiness.ts';
import { type RunningMuster, readLog, runMuster, startMuster } from '../support/binary.ts';
import { Client, createAccount, eventually } from './client.ts';
import { countRows, inspectDatabase } from './database.ts';

const env = { MUSTER_PORT_CHECK: 'false' };
const dataOf = (muster: { folder: string }) => join(muster.folder, 'muster-data');
const databaseOf = (muster: { folder: string }) => join(dataOf(muster), 'muster.db');

/** Waits until /readyz has the status, and returns what is wrong. */
async function awaitReadiness(muster: RunningMuster, status: number): Promise<string> {
  const answer = await eventually(
    () => new Client(muster).get('/readyz'),
    (got) => got.status === status,
  );
  const { checks } = answer.json<HealthReport>();
  expect(checks.database_file?.status).toBe(status === 200 ? 'ok' : 'failed');
  return Object.values(checks)
    .map(({ message }) => message)
    .join('');
}

describe('a data folder that was deleted', () => {
  test.concurrent('takes no account with it, and lets nobody make a second database', async () => {
    await using muster = await startMuster({ env });
    await createAccount(muster, 'Alice');
    const client = new Client(muster);
    await client.mustBeat({ name: 'Before' });
    // The last second of heartbeats may be lost with the files.
    await eventually(
      () => inspectDatabase(databaseOf(muster), countRows),
      ({ servers }) => servers === 1,
    );
    await rm(dataOf(muster), { recursive: true });
    const said = await awaitReadiness(muster, 503);
    expect(said).toMatch(
      /^muster\.db was deleted .*saved as muster-data-saved-\S+\.db beside the data folder/,
    );
    // Anybody can read it.
    expect(said).not.toMatch(/ENOENT: |statfs|\/tmp/);
    expect(readLog(muster, 'Database files are gone')).toMatchObject([
      { savedAs: expect.stringContaining('muster-data-saved-') },
    ]);

    // Lists and heartbeats go on, and what would have to be saved is refused.
    await client.mustBeat({ name: 'After', port: '25570' });
    const listed = await eventually(
      () => client.list(),
      (records) => records.length === 2,
    );
    expect(listed.map(({ name }) => name).toSorted()).toEqual(['After', 'Before']);
    expect((await client.get('/livez')).status).toBe(200);
    const { token } = await client.openLogin();
    const form = { username: 'Alice', password: 'correct horse', token };
    expect((await client.post('/api/login', form)).status).toBe(503);

    for (const command of [['account', 'list'], ['check'], ['serve', '--listen', '127.0.0.1:0']]) {
      const { exitCode, stdout, stderr } = await muster.run(command);
      // The check names it in its list, under the name of the database.
      const [described, start] =
        command[0] === 'check' ? [stdout, 'bad  database'] : [stderr, 'muster'];
      expect([exitCode, described]).toEqual([
        1,
        expect.stringMatching(
          new RegExp(
            `^${start}: The running service \\(process ${muster.pid}\\) has muster\\.db open`,
            'm',
          ),
        ),
      ]);
    }

    expect(await muster.kill('SIGTERM')).toBe(0);
    const again = await runMuster([], { folder: muster.folder, env: muster.env });
    expect([again.exitCode, again.stderr]).toEqual([
      1,
      expect.stringMatching(/muster\.db is missing, but \.\.\/muster-data-saved-\S+\.db beside it/),
    ]);
    const names = await readdir(muster.folder);
    expect(names).not.toContain('muster-data');
    const copy = names.find((name) => name.includes('-saved-')) ?? '';
    await muster.mustRun(['restore', copy, '--yes']);
    await muster.start();
    expect((await new Client(muster).login('Alice', 'correct horse')).authenticated).toBe(true);
    expect((await client.list()).map(({ name }) => name)).toContain('Before');
  });
});

test.concurrent('a disk that takes no more is found by check, which writes a row and takes it back', async () => {
  await using muster = await startMuster({ env });
  await muster.kill('SIGTERM');
  const sound = await muster.run(['check']);
  expect(sound.stdout).toMatch(
    /^ok {2}database: \S+muster\.db \(\d+ KiB, checked in \d+\.\d s, writable\)$/m,
  );
  expect(sound.stdout).toMatch(/^ok {2}data folder: \S+ \(\d+ \wiB free\)$/m);
  // No file may grow beyond 64 KiB, as if the disk were full.
  const binary = join(import.meta.dir, '../../dist/muster');
  const child = Bun.spawnSync(['bash', '-c', `trap '' XFSZ; ulimit -f 64; exec ${binary} check`], {
    cwd: muster.folder,
    env: { ...muster.env },
  });
  expect(child.exitCode).toBe(1);
  expect(child.stdout.toString()).toMatch(
    /^bad {2}database: \S+muster\.db cannot be used\. The data disk .* \(SQLITE_(FULL|IOERR_WRITE)\)$/m,
  );
  await muster.start();
});
