// Starting from nothing: only the binary shows what it makes of an empty folder, and which files there it obeys.

import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../src/app/open-stores.ts';
import { sampleHash, sampleServer } from '../contract/fresh-stores.ts';
import { findFreePort, makeFolder, startMuster } from '../support/binary.ts';
import { BUSY_MACHINE, Client, eventually } from './client.ts';
import { checkIntegrity, findDatabases, inspectDatabase } from './database.ts';

describe('an empty folder', () => {
  test('gets the data folder with a sound database, and nothing else; IPv4 and IPv6 are served', async () => {
    await using muster = await startMuster();
    expect(await readdir(muster.folder)).toEqual(['muster-data']);
    const databases = await findDatabases(join(muster.folder, 'muster-data'));
    expect(databases).toHaveLength(1);
    expect(await inspectDatabase(databases[0] ?? '', checkIntegrity)).toBe('ok');
    expect(muster.stdout).toContain(`http://localhost:${muster.port}`);
    for (const host of ['127.0.0.1', '[::1]']) {
      expect((await fetch(`http://${host}:${muster.port}/livez`)).status).toBe(200);
    }
    // Its thread, its font and what draws it are in the binary too. A busy machine answers the site's mark at first.
    const readWidth = async () => {
      const card = await fetch(`http://127.0.0.1:${muster.port}/card/site.png`);
      return Buffer.from(await card.arrayBuffer()).readUInt32BE(16);
    };
    await eventually(readWidth, (width) => width === 1_200);
  });
});

test(
  'the list of thousands lies compressed for the first who asks',
  async () => {
    const folder = await makeFolder();
    {
      using store = openStore({ folder: join(folder, 'muster-data') });
      const saved = Array.from({ length: 10_000 }, (_, index) =>
        sampleServer({ hash: sampleHash(index), port: index + 1, lastBeatAt: Date.now() }),
      );
      await store.servers.saveBatch({ saved, removed: [], aliveAt: Date.now() });
    }
    await using muster = await startMuster({ folder, env: { MUSTER_PORT_CHECK: 'false' } });
    await Bun.sleep(100);
    for (const encoding of ['gzip', 'br', 'zstd']) {
      const headers: [string, string][] = [['Accept-Encoding', encoding]];
      const answer = await new Client(muster).get('/api/servers', headers);
      expect([answer.status, answer.headersNamed('content-encoding')]).toEqual([200, [encoding]]);
    }
  },
  BUSY_MACHINE,
);

test('a .env and a bunfig.toml in the folder are not obeyed', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, '.env'), 'MUSTER_STALE_AFTER=nonsense\n');
  await writeFile(join(folder, 'bunfig.toml'), 'preload = ["./preload.ts"]\n');
  await writeFile(
    join(folder, 'preload.ts'),
    "require('node:fs').writeFileSync('preloaded', 'yes');\n",
  );
  await using muster = await startMuster({ folder });
  expect((await new Client(muster).get('/api/servers')).status).toBe(200);
  expect(existsSync(join(folder, 'preloaded'))).toBe(false);
});

test('health finds a service that has another name in public, and none that has stopped', async () => {
  await using muster = await startMuster({ env: { MUSTER_BASE_URL: 'https://play.example.net' } });
  expect(await muster.run(['health'])).toMatchObject({ exitCode: 0 });
  const statusFor = async (host: string) =>
    (await fetch(`${muster.url}/api/servers`, { headers: { host } })).status;
  const hosts = ['play.example.net', 'localhost', `127.0.0.1:${muster.port}`, '[::1]'];
  // C2.4
  expect(await Promise.all(hosts.map(statusFor))).toEqual([200, 403, 403, 403]);
  await muster.kill('SIGTERM');
  expect((await muster.run(['health'])).exitCode).not.toBe(0);
});

test('its metrics measure the process, and have a listener of their own, for who has the token out of a file', async () => {
  const [port, folder] = [await findFreePort(), await makeFolder()];
  const token = 'kept-secret-0123456789';
  await writeFile(join(folder, 'token'), `${token}\n`);
  const env = {
    ...{ MUSTER_METRICS_LISTEN: `127.0.0.1:${port}`, MUSTER_METRICS_ALLOW: '192.0.2.1' },
    MUSTER_METRICS_TOKEN_FILE: 'token',
  };
  const startedAt = Date.now() / 1_000;
  await using muster = await startMuster({ folder, env });
  expect(muster.stdout).toContain(`Metrics on http://127.0.0.1:${port}/metrics\n`);
  const headers = { authorization: `Bearer ${token}` };
  const read = (at: number, path = '/metrics') =>
    fetch(`http://127.0.0.1:${at}${path}`, { headers });
  const statusOf = async (at: number) => (await fetch(`http://127.0.0.1:${at}/metrics`)).status;
  expect([await statusOf(port), await statusOf(muster.port)]).toEqual([401, 404]);
  expect((await read(muster.port)).status).toBe(200);
  expect((await read(port, '/api/servers')).status).toBe(404);
  const least = {
    muster_disk_free_bytes: 1_000_000,
    muster_event_loop_delay_seconds_count: 4,
    'muster_events_total{event="service_started"}': 1,
    'muster_job_runs_total{task="save servers",outcome="succeeded"}': 1,
    process_cpu_seconds_total: 0.001,
    process_max_fds: 12,
    process_open_fds: 11,
    process_resident_memory_bytes: 10_000_000,
    process_start_time_seconds: startedAt - 5,
  };
  // A scrape of a busy machine leaves out what took longer than it waits.
  await eventually(
    async () => {
      const lines = (await (await read(port)).text()).split('\n');
      return Object.entries(least).filter(([name, value]) => {
        const line = lines.find((one) => one.startsWith(`${name} `)) ?? '';
        return !(Number(line.slice(name.length + 1)) >= value);
      });
    },
    (missing) => missing.length === 0,
    30_000,
  );
  const { stdout } = await muster.run(['config', 'print']);
  expect(`${stdout}${muster.stdout}${muster.stderr}`).not.toContain(token);
});
