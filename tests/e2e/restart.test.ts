// Only the binary restarted shows that all is as it was at once, and that a folder has one service.

import { describe, expect, test } from 'bun:test';
import { copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { manyAddresses, startMuster } from '../support/binary.ts';
import { RawConnection } from '../support/raw-http.ts';
import { Client, createAccount, eventually, nextAddress } from './client.ts';

describe('a restart', () => {
  test.concurrent('lists every server that is not stale at once, uptime unbroken, exactly as it was', async () => {
    await using muster = await startMuster({ env: manyAddresses });
    await createAccount(muster, 'Alice');
    const player = new Client(muster);
    await player.login('Alice', 'correct horse');
    const began = performance.now();
    const hashes: string[] = [];
    for (let index = 0; index < 50; index += 1) {
      const server = new Client(muster, { address: nextAddress() });
      hashes.push(
        await server.mustBeat({
          name: `Sérver ${index} 😀`,
          users: `${index}`,
          salt: `s${index}`,
          web: `${index % 2}`,
          public: `${index % 5 ? 1 : 0}`,
        }),
      );
    }
    await muster.mustRun(['server', 'feature', hashes[7] ?? '']);
    const before = await eventually(
      () => player.lookup(...hashes),
      (records) => records.every(({ uptime }) => uptime > 0),
    );
    await muster.restart();
    const list = await new Client(muster).list();
    expect(list).toHaveLength(40);
    expect(list[0]).toMatchObject({ hash: hashes[7] ?? '', featured: true });
    const after = await player.lookup(...hashes);
    const elapsedSeconds = (performance.now() - began) / 1_000;
    expect(after.map((record) => ({ ...record, uptime: 0 }))).toEqual(
      before.map((record) => ({ ...record, uptime: 0, featured: record.hash === hashes[7] })),
    );
    for (const [index, record] of after.entries()) {
      expect(record.uptime).toBeGreaterThanOrEqual(before[index]?.uptime ?? 0);
      expect(record.uptime).toBeLessThanOrEqual(elapsedSeconds + 1);
    }
  });

  test.concurrent('keeps the beats that came just before SIGTERM, ends with status 0 and soon, idle connections or not', async () => {
    await using muster = await startMuster({ env: manyAddresses });
    const client = new Client(muster, { address: nextAddress() });
    const idle = await RawConnection.open(muster.port);
    await idle.exchange(`GET /api/myip HTTP/1.1\r\nHost: 127.0.0.1:${muster.port}\r\n\r\n`);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const hash = await client.mustBeat({ users: signal === 'SIGTERM' ? '11' : '12' });
      const before = performance.now();
      expect(await muster.kill(signal)).toBe(0);
      expect(performance.now() - before).toBeLessThan(5_000);
      await muster.start();
      expect(await client.lookup(hash)).toMatchObject([
        { players: signal === 'SIGTERM' ? 11 : 12 },
      ]);
    }
    idle.close();
  });
});

describe('a second service on the same folder', () => {
  test.concurrent('is refused with a line that names the folder, and the first goes on', async () => {
    await using muster = await startMuster();
    const second = startMuster({ folder: muster.folder });
    await expect(second).rejects.toThrow(/Another muster is using the data folder \S*muster-data/);
    expect((await new Client(muster).get('/api/myip')).status).toBe(200);
    expect((await new Client(muster).get('/readyz')).json()).toMatchObject({ status: 'ready' });
    await muster.restart();
    expect((await new Client(muster).get('/api/myip')).status).toBe(200);
  });
});

test.concurrent('a command beside a service refuses a database that is not the one which the service has open', async () => {
  await using muster = await startMuster();
  const path = join(muster.folder, 'muster-data/muster.db');
  const expectRefused = async () => {
    const { exitCode, stderr } = await muster.run(['account', 'list']);
    expect(stderr).toContain('was deleted or replaced since it started. Stop it');
    expect(exitCode).toBe(1);
  };
  await muster.mustRun(['account', 'list']);
  await copyFile(path, `${path}.copy`);
  await rename(`${path}.copy`, path);
  await expectRefused();
  await rm(path);
  await expectRefused();
});
