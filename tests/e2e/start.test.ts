// Starting from nothing, the commands around the service, and what its settings refuse.
import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { sampleHash, sampleServer } from '../contract/fresh-stores.ts';
import { findFreePort, makeFolder, runMuster, startMuster } from '../support/binary.ts';
import { BUSY_MACHINE, Client, eventually, LAG_MS } from './client.ts';
import { checkIntegrity, countRows, findDatabases, inspectDatabase } from './database.ts';

describe('zero configuration', () => {
  test('makes the data folder with a sound database, and nothing else', async () => {
    await using muster = await startMuster();
    expect(await readdir(muster.folder)).toEqual(['muster-data']);
    const databases = await findDatabases(join(muster.folder, 'muster-data'));
    expect(databases).toHaveLength(1);
    expect(await inspectDatabase(databases[0] ?? '', checkIntegrity)).toBe('ok');
  });
  test('prints the address, the data folder, and what is off with how to turn it on', async () => {
    await using muster = await startMuster();
    const printed = muster.stdout + muster.stderr;
    expect(printed).toContain(`http://localhost:${muster.port}`);
    expect(printed).toContain(join(muster.folder, 'muster-data'));
    expect(printed).toMatch(/--base-url|MUSTER_BASE_URL/);
  });
  test('listens on IPv4 and IPv6', async () => {
    await using muster = await startMuster();
    for (const host of ['127.0.0.1', '[::1]']) {
      expect((await fetch(`http://${host}:${muster.port}/livez`)).status).toBe(200);
    }
  });
  test('asking for help names every setting and makes nothing', async () => {
    const folder = await makeFolder();
    const { exitCode, stdout } = await runMuster(['--help'], { folder });
    expect(exitCode).toBe(0);
    for (const name of [
      'BASE_URL',
      'LISTEN',
      'DATA',
      'EXTRA_HOSTS',
      'TRUSTED_PROXIES',
      'STALE_AFTER',
      'PORT_CHECK',
    ]) {
      expect(stdout).toContain(`MUSTER_${name}`);
    }
    expect((await runMuster(['serve', '--help'], { folder })).exitCode).toBe(0);
    expect(await readdir(folder)).toEqual([]);
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

test('the data folder can be elsewhere, and is made with its parents', async () => {
  const env = { MUSTER_DATA: 'deep/er/data' };
  await using muster = await startMuster({ env });
  expect(await findDatabases(join(muster.folder, 'deep/er/data'))).toHaveLength(1);
  expect(existsSync(join(muster.folder, 'muster-data'))).toBe(false);
});

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

describe('settings that cannot be right stop the start, one clear line for each', () => {
  const cases: [sentence: string, env: Record<string, string>, named: string[]][] = [
    ['a duration', { MUSTER_STALE_AFTER: 'banana' }, ['STALE_AFTER']],
    ['a number', { MUSTER_SERVERS_PER_ADDRESS: 'ten' }, ['SERVERS_PER_ADDRESS']],
    ['a switch', { MUSTER_PORT_CHECK: 'perhaps' }, ['PORT_CHECK']],
    ['an address to listen on', { MUSTER_LISTEN: 'nowhere' }, ['LISTEN']],
    ['a range', { MUSTER_PORT_CHECK_EXEMPT: '1.2.3.4/99' }, ['PORT_CHECK_EXEMPT']],
    ['a level', { MUSTER_LOG_LEVEL: 'loud' }, ['LOG_LEVEL']],
    [
      'a file that is not there',
      { MUSTER_GEOIP_DATABASE: '/nowhere/at/all.mmdb' },
      ['GEOIP_DATABASE'],
    ],
    [
      'three at once',
      { MUSTER_STALE_AFTER: 'x', MUSTER_LOG_FORMAT: 'y', MUSTER_BASE_URL: 'z' },
      ['STALE_AFTER', 'LOG_FORMAT', 'BASE_URL'],
    ],
  ];
  for (const [sentence, env, named] of cases) {
    for (const command of [[], ['check']]) {
      test(`${sentence}, by muster ${command.join('')}`, async () => {
        const folder = await makeFolder();
        const port = await findFreePort();
        const result = await runMuster(command, {
          folder,
          env: { MUSTER_LISTEN: `[::]:${port}`, ...env },
        });
        expect(result.exitCode).not.toBe(0);
        const printed = `${result.stderr}${result.stdout}`;
        for (const name of named)
          expect(printed.toUpperCase().replaceAll('-', '_')).toContain(name);
        expect(printed).not.toMatch(/^\s+at .+:\d+/m);
      });
    }
  }
  test('a flag that there is none of', async () => {
    const result = await runMuster(['--stale-aftr', '3s'], { folder: await makeFolder() });
    expect(result.exitCode).not.toBe(0);
    expect(result.stderr).toContain('--stale-aftr');
  });
});

describe('commands', () => {
  test('health says yes while the service runs, and no when not', async () => {
    await using muster = await startMuster();
    expect(await muster.run(['health'])).toMatchObject({ exitCode: 0 });
    await muster.kill('SIGTERM');
    expect((await muster.run(['health'])).exitCode).not.toBe(0);
  });
  test('health finds a service that has another name in public', async () => {
    await using muster = await startMuster({
      env: { MUSTER_BASE_URL: 'https://play.example.net' },
    });
    expect(await muster.run(['health'])).toMatchObject({ exitCode: 0 });
  });
  test('check is content with a folder in use and with an empty one', async () => {
    await using muster = await startMuster();
    expect(await muster.run(['check'])).toMatchObject({ exitCode: 0 });
    expect(await runMuster(['check'], { folder: await makeFolder() })).toMatchObject({
      exitCode: 0,
    });
  });
  test('check finds a data folder that is a file', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'muster-data'), 'not a folder');
    const result = await runMuster(['check'], { folder });
    expect(result.exitCode).not.toBe(0);
    expect(result.stderr + result.stdout).toContain('muster-data');
  });
  test('check and start find a database that is none, and leave it alone', async () => {
    await using muster = await startMuster();
    await muster.kill('SIGTERM');
    const [path = ''] = await findDatabases(muster.folder);
    const rubbish = 'this is no database at all, '.repeat(200);
    await writeFile(path, rubbish);
    for (const args of [['check'], []]) {
      const result = await muster.run(args);
      expect(result.exitCode).not.toBe(0);
      expect(await Bun.file(path).text()).toBe(rubbish);
    }
  });
  test('config print shows each setting with its value and where it came from', async () => {
    const folder = await makeFolder();
    const env = { MUSTER_STALE_AFTER: '42s' };
    const { exitCode, stdout } = await runMuster(['config', 'print'], { folder, env });
    expect(exitCode).toBe(0);
    for (const name of [
      'base',
      'listen',
      'data',
      'extra',
      'trusted',
      'servers',
      'stale',
      'port',
      'geoip',
      'log',
    ]) {
      expect(stdout.toLowerCase()).toContain(name);
    }
    expect(stdout).toContain('42s');
    expect(await readdir(folder)).toEqual([]);
  });
  test('version tells one', async () => {
    const { exitCode, stdout } = await runMuster(['version'], { folder: await makeFolder() });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/\d+\.\d+\.\d+/);
  });
  test(
    'server list knows a running server',
    async () => {
      await using muster = await startMuster({ env: { MUSTER_PORT_CHECK: 'false' } });
      const hash = await new Client(muster).mustBeat({ salt: 'TheSecretSalt' });
      const printed = await eventually(
        () => muster.mustRun(['server', 'list']),
        (text) => text.includes(hash),
        LAG_MS,
      );
      expect(printed).not.toContain('TheSecretSalt');
    },
    BUSY_MACHINE,
  );
});

test('/openapi.json is well-formed and lists every path', async () => {
  await using muster = await startMuster();
  const answer = await new Client(muster).get('/openapi.json');
  expect(answer.status).toBe(200);
  expect(answer.header('content-type')).toStartWith('application/json');
  const document = answer.json<{
    openapi: string;
    paths: Record<string, Record<string, unknown>>;
  }>();
  expect(document.openapi).toMatch(/^3\./);
  const listed = Object.keys(document.paths).map((path) =>
    path.replace(/\{[^}]*\}/g, '{}').replace(/(?<=.)\/$/, ''),
  );
  const wanted = [
    '/api/servers',
    '/api/server/{}',
    '/server/heartbeat',
    '/heartbeat.jsp',
    '/api/login',
    '/api/myip',
    '/api/player/{}',
    '/api/id/{}',
    '/api/players',
  ];
  for (const path of wanted) expect(listed).toContain(path);
  for (const path of ['/server/heartbeat', '/heartbeat.jsp', '/api/login']) {
    const entry = Object.entries(document.paths).find(
      ([key]) => key.replace(/\/$/, '') === path,
    )?.[1];
    expect(Object.keys(entry ?? {})).toEqual(expect.arrayContaining(['get', 'post']));
  }
});

test(
  'an anonymous request costs no row in any table',
  async () => {
    await using muster = await startMuster();
    // Without an administrator, each start makes a link for the first one.
    await muster.mustRun(['account', 'create', 'Boss', '--email', 'boss@example.net', '--admin']);
    const [path = ''] = await findDatabases(muster.folder);
    /** The service writes everything that it holds when it stops; each minute has a row of its own. */
    async function countStopped() {
      await muster.kill('SIGTERM');
      const { history_minutes: _, ...rows } = await inspectDatabase(path, countRows);
      return rows;
    }
    const before = await countStopped();
    await muster.start();
    for (let turn = 0; turn < 30; turn += 1) {
      const client = new Client(muster);
      await client.openLogin();
      await client.submitLogin({ token: 'x' });
      await client.list();
      await client.get('/');
    }
    expect(await countStopped()).toEqual(before);
  },
  BUSY_MACHINE,
);

test('a folder that cannot be written to is named', async () => {
  const folder = await makeFolder();
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'data', 'file'), '');
  const env = { MUSTER_DATA: 'data/file/below' };
  const result = await runMuster([], { folder, env });
  expect(result.exitCode).not.toBe(0);
  expect(result.stderr + result.stdout).toContain('data/file');
});
