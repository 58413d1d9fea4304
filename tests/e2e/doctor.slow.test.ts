// Only real nginx and Caddy, set up rightly and wrongly, show that `muster doctor` finds what is wrong with them.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Subprocess } from 'bun';
import type { Finding, Findings } from '../../src/platform/lib/finding.ts';
import {
  findFreePort,
  makeFolder,
  type RunningMuster,
  runMuster,
  startMuster,
} from '../support/binary.ts';
import { type MadeCertificate, makeCertificate } from '../support/certificates.ts';
import { PROXIES, startProxy } from '../support/proxies.ts';
import { eventually } from './client.ts';

for (const program of ['nginx', 'caddy']) {
  if (Bun.which(program) === null) {
    console.warn(`Skipped: what needs ${program}, which is not installed here.`);
  }
}

/** What is to be found in order, all of it. */
const IN_ORDER = ['reach', 'proxy', 'websocket'];

/** What the doctor found, by check; its exit code. */
async function ask(muster: RunningMuster, ...args: string[]) {
  const { stdout, stderr, exitCode } = await muster.run(['doctor', '--json', ...args]);
  expect(stderr).toBe('');
  const findings: Finding[] = JSON.parse(stdout);
  const of = (check: string) => findings.filter((it) => it.check === check).at(-1);
  return { exitCode, findings, of };
}

const nginxHead = (folder: string) =>
  `daemon off;\nmaster_process off;\nevents {}\npid ${folder}/nginx.pid;\n`;

/** Starts a proxy, and waits until something answers through it. */
async function runProxy(cmd: string[], folder: string, url: string): Promise<Subprocess> {
  const env = { ...process.env, HOME: folder };
  const proxy = Bun.spawn({ cmd, cwd: folder, env, stdout: 'ignore', stderr: 'ignore' });
  const tls = { rejectUnauthorized: false };
  await eventually(
    () => fetch(`${url}/livez`, { tls }).catch(() => undefined),
    (answer) => answer !== undefined,
  );
  return proxy;
}

describe('the service alone', () => {
  test.concurrent('is found in order at its base URL, line by line and as JSON', async () => {
    const port = await findFreePort();
    await using muster = await startMuster({
      port,
      env: { MUSTER_BASE_URL: `http://localhost:${port}` },
    });
    const { exitCode, findings, of } = await ask(muster);
    expect(exitCode).toBe(0);
    expect(findings.filter(({ status }) => status === 'failed')).toEqual([]);
    for (const finding of findings) {
      expect(Object.keys(finding)).toEqual(['check', 'status', 'message', 'advice']);
    }
    for (const check of [
      ...['reach', 'proxy', 'websocket', 'service', 'database', 'clock', 'disk sync'],
      ...['permissions', 'port check', 'file descriptors', 'disk space', 'listen'],
    ]) {
      expect([check, of(check)?.status]).toEqual([check, 'ok']);
    }
    expect(of('TLS')?.status).toBe('warning');
    expect(of('launcher')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('/start/ tells new players to ask you'),
    });
    await muster.mustRun(['site', 'set', 'launcher_url', 'https://get.example/']);
    const named = await eventually(
      async () => (await ask(muster)).of('launcher'),
      (it) => it?.status === 'ok',
    );
    expect(named?.message).toBe('https://get.example/');
    const broken = await ask(muster, '--trusted-proxies', 'nonsense');
    expect([broken.exitCode, broken.of('proxy')]).toMatchObject([
      ...[1, { status: 'skipped', message: expect.stringMatching(/trusted_proxies/) }],
    ]);
    const { stdout } = await muster.run(['doctor']);
    expect(stdout).toMatch(/^ok {7}reach +http:\/\/localhost:\d+ reaches this service/m);
    expect(stdout).toMatch(/^warning {2}TLS .*\n +→ Give the service a certificate/m);
    // As the page of the running service asks for it.
    const { en, de }: Findings = JSON.parse((await muster.run(['doctor', '--languages'])).stdout);
    expect(en.map(({ check }) => check)).toEqual(findings.map(({ check }) => check));
    expect(de.map(({ status }) => status)).toEqual(en.map(({ status }) => status));
    const reach = de.find(({ check }) => check === 'reach');
    expect(reach?.message).toMatch(/^http:\/\/localhost:\d+ erreicht diesen Dienst/);
  });

  test.concurrent('is found by who runs the doctor without its settings', async () => {
    const port = await findFreePort();
    await using muster = await startMuster({
      port,
      env: {
        MUSTER_BASE_URL: `http://localhost:${port}`,
        MUSTER_SMTP_URL: 'smtp://user:hunter2@127.0.0.1:9',
        MUSTER_MAIL_FROM: 'muster@example.net',
      },
    });
    const plain = { folder: muster.folder, env: {} };
    const { stdout } = await runMuster(['doctor', '--json'], plain);
    const findings: Finding[] = JSON.parse(stdout);
    const of = (check: string) => findings.filter((it) => it.check === check).at(-1);
    for (const check of ['service', 'reach', 'proxy', 'websocket', 'permissions']) {
      expect([check, of(check)?.status]).toEqual([check, 'ok']);
    }
    expect(of('settings')?.message).toBe(
      'no file; the service was started with base_url, listen, mail_from',
    );
    expect(of('mail')).toMatchObject({
      status: 'skipped',
      message: 'Only the running service knows these secrets: smtp_url.',
    });
    expect((await runMuster(['health'], plain)).exitCode).toBe(0);
    expect((await runMuster(['invite', 'create'], plain)).stdout).toContain(
      `http://localhost:${port}/acc/register/`,
    );
    await muster.kill('SIGTERM');
    expect(existsSync(join(muster.folder, 'muster-data/service.json'))).toBe(false);
  });

  test.concurrent('that does not run is a failure, and what needs it is skipped', async () => {
    await using muster = await startMuster();
    await muster.kill('SIGTERM');
    const { exitCode, of } = await ask(muster);
    expect(exitCode).toBe(1);
    expect(of('service')).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/does not answer/),
    });
    for (const check of ['reach', 'proxy', 'websocket']) {
      expect([check, of(check)?.status]).toEqual([check, 'skipped']);
    }
  });

  test.concurrent('finds a certificate that nobody trusts, and files that others may read', async () => {
    const port = await findFreePort();
    await using muster = await startMuster({
      port,
      tls: makeCertificate(),
      env: { MUSTER_BASE_URL: `https://localhost:${port}` },
    });
    await chmod(join(muster.folder, 'tls/key.pem'), 0o644);
    const { of } = await ask(muster);
    expect(of('TLS')).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/do not trust .* self-signed/),
    });
    expect(of('reach')?.status).toBe('ok');
    expect(of('permissions')).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/tls_key/),
    });
  });

  test.concurrent('tells nobody who has not read the key in the data folder', async () => {
    await using muster = await startMuster();
    for (const token of [
      '',
      'x',
      `${Date.now().toString(36)}.${'a'.repeat(22)}.${'b'.repeat(43)}`,
    ]) {
      const answer = await fetch(`${muster.url}/doctor`, { headers: { 'x-muster-doctor': token } });
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain('proof');
    }
  });

  test.concurrent('behind a name at which another program answers is told apart', async () => {
    await using muster = await startMuster();
    const stranger = createServer((socket) => {
      socket.on('error', () => {});
      socket.end('HTTP/1.1 200 OK\r\nServer: other\r\nConnection: close\r\n\r\nhello');
    });
    const port = await findFreePort();
    await new Promise<void>((resolve) => stranger.listen(port, '127.0.0.1', resolve));
    const { exitCode, of } = await ask(muster, '--base-url', `http://127.0.0.1:${port}`);
    stranger.close();
    expect(exitCode).toBe(1);
    expect(of('reach')).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/Another program .*\(other\)/),
    });
  });
});

describe.skipIf(Bun.which('nginx') === null)('TLS at the base URL, behind nginx', () => {
  const DAY_MS = 24 * 3_600_000;
  const soon = new Date(Date.now() + 5 * DAY_MS);
  const good = makeCertificate();
  const other = makeCertificate({ names: ['elsewhere.example'] });
  const ending = makeCertificate({ validUntil: soon });
  const unknown = makeCertificate();
  const old = 'ssl_protocols TLSv1 TLSv1.1 TLSv1.2; ssl_ciphers DEFAULT@SECLEVEL=0;';
  const cases: [title: string, pair: MadeCertificate, lines: string, said: RegExp][] = [
    ['in order', good, 'ssl_protocols TLSv1.2 TLSv1.3;', /^ok .* valid until 2120.* TLSv1\.3, /],
    [
      'for another name',
      other,
      '',
      /^failed .* not for localhost, .* but for .*elsewhere\.example/,
    ],
    ['that ends soon', ending, '', /^warning .* expires at \d{4}-/],
    ['that nobody trusts', unknown, '', /^failed .* do not trust/],
    ['without TLS 1.2', good, 'ssl_protocols TLSv1.3;', /^failed .* does not accept TLS 1\.2/],
    ['with TLS 1.1', good, old, /^warning .* accepts TLS 1\.1/],
  ];
  let muster: RunningMuster;
  let proxy: Subprocess;
  const ports: number[] = [];

  beforeAll(async () => {
    const folder = await makeFolder();
    // As if these had been issued by authorities that everybody knows.
    const known = join(folder, 'known.pem');
    await Bun.write(known, [good, other, ending].map(({ cert }) => cert).join(''));
    muster = await startMuster({ folder, env: { NODE_EXTRA_CA_CERTS: known } });
    const servers: string[] = [];
    for (const [index, [, { cert, key }, lines]] of cases.entries()) {
      const port = await findFreePort();
      ports.push(port);
      const path = join(folder, `${index}`);
      await Bun.write(`${path}.pem`, cert);
      await Bun.write(`${path}.key`, key);
      servers.push(
        `server { listen 127.0.0.1:${port} ssl; ssl_certificate ${path}.pem; ssl_certificate_key ${path}.key; ${lines} location / { proxy_pass http://127.0.0.1:${muster.port}; } }`,
      );
    }
    const path = join(folder, 'tls.conf');
    await Bun.write(path, `${nginxHead(folder)}http {\n${servers.join('\n')}\n}\n`);
    const cmd = ['nginx', '-e', 'stderr', '-c', path];
    proxy = await runProxy(cmd, folder, `https://127.0.0.1:${ports[0]}`);
  });

  afterAll(async () => {
    proxy?.kill('SIGKILL');
    await muster?.[Symbol.asyncDispose]();
    if (muster !== undefined) await rm(muster.folder, { recursive: true, force: true });
  });

  test.concurrent.each(cases.map(([title, , , said], index) => [title, said, index] as const))(
    'a certificate %s',
    async (_, said, index) => {
      const { of } = await ask(muster, '--base-url', `https://localhost:${ports[index]}`);
      expect(`${of('TLS')?.status} ${of('TLS')?.message}`).toMatch(said);
    },
  );
});

describe.skipIf(Bun.which('nginx') === null)('behind nginx as the documentation shows it', () => {
  test('everything that a proxy can get wrong is in order', async () => {
    const [recipe] = PROXIES;
    if (recipe === undefined) throw new Error('There is no recipe.');
    const folder = await makeFolder();
    const [http, https, port] = [await findFreePort(), await findFreePort(), await findFreePort()];
    await using muster = await startMuster({
      port,
      env: {
        // As if its name led to this machine.
        MUSTER_BASE_URL: `https://localhost:${https}`,
        MUSTER_EXTRA_HOSTS: 'localhost,play.example.net',
        MUSTER_TRUSTED_PROXIES: '127.0.0.1',
        MUSTER_PORT_CHECK: 'false',
      },
    });
    const proxy = await startProxy(recipe, folder, { http, https, muster: port });
    try {
      const { of } = await ask(muster);
      for (const check of IN_ORDER) {
        expect(of(check)).toMatchObject({ check, status: 'ok' });
      }
    } finally {
      proxy.kill('SIGKILL');
    }
  });
});

/** One way to set a proxy up, and what the doctor says about it. */
type Setup = readonly [
  title: string,
  /** Lines of the proxy's configuration. */
  lines: string,
  check: string | readonly string[],
  status: Finding['status'],
  said: RegExp,
  advice?: RegExp,
];

const NOBODY_TRUSTS = 'that nobody trusts';
const PASS = 'proxy_pass http://UP;';
const HEAD = `${PASS} proxy_http_version 1.1; proxy_set_header Host $http_host;`;
const FORWARD = 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;';
const UPGRADE = 'proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";';

const NGINX: readonly Setup[] = [
  ['in order', `${HEAD} ${FORWARD} ${UPGRADE}`, IN_ORDER, 'ok', /./],
  [
    ...(['without X-Forwarded-For', `${HEAD} ${UPGRADE}`, 'proxy', 'failed'] as const),
    ...([/without X-Forwarded-For/, /proxy_set_header X-Forwarded-For/] as const),
  ],
  [
    ...([NOBODY_TRUSTS, `${HEAD} ${FORWARD} ${UPGRADE}`, 'proxy', 'failed'] as const),
    ...([
      /proxy 127\.0\.0\.1, which is not trusted/,
      /trusted_proxies = \["127\.0\.0\.1"\]/,
    ] as const),
  ],
  [
    ...(['without the host', `${PASS} proxy_set_header Host backend; ${FORWARD}`] as const),
    ...(['reach', 'failed', /Host header arrives as backend/, /proxy_set_header Host/] as const),
  ],
  [
    ...(['without the upgrade', `${HEAD} ${FORWARD}`, 'websocket', 'failed'] as const),
    ...([/Upgrade header is lost/, /proxy_set_header Upgrade/] as const),
  ],
  [
    ...(['that redirects', 'return 301 https://play.example.net$request_uri;'] as const),
    ...(['reach', 'failed', /redirects to https:\/\/play\.example\.net/] as const),
  ],
  [
    ...(['that passes on to nobody', 'proxy_pass http://127.0.0.1:1;', 'reach', 'failed'] as const),
    /does not reach the service: status 502/,
  ],
  [
    'that names another scheme',
    `${HEAD} ${FORWARD} proxy_set_header X-Forwarded-Proto https;`,
    ...(['reach', 'warning', /reports the scheme https/] as const),
  ],
];

const CADDY: readonly Setup[] = [
  ['in order', 'reverse_proxy UP', IN_ORDER, 'ok', /./],
  [
    ...([
      'without X-Forwarded-For',
      'reverse_proxy UP {\n header_up -X-Forwarded-For\n header_up -Via\n }',
    ] as const),
    ...(['proxy', 'failed', /without X-Forwarded-For/] as const),
  ],
];

/** A program with one port for each setup: its file, and the command that runs it. */
const PROGRAMS = [
  {
    program: 'nginx',
    setups: NGINX,
    site: (port: number, lines: string) =>
      `server { listen 127.0.0.1:${port}; location / { ${lines} } }`,
    file: (folder: string, sites: string) =>
      `${nginxHead(folder)}http {\naccess_log off;\n${sites}\n}\n`,
    command: (file: string) => ['nginx', '-e', 'stderr', '-c', file],
  },
  {
    program: 'caddy',
    setups: CADDY,
    site: (port: number, lines: string) => `http://:${port} {\n${lines}\n}`,
    file: (folder: string, sites: string) =>
      `{\n admin off\n storage file_system ${folder}/caddy\n}\n${sites}\n`,
    command: (file: string) => ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
  },
];

for (const { program, setups, site, file, command } of PROGRAMS) {
  describe.skipIf(Bun.which(program) === null)(`behind ${program}`, () => {
    let muster: RunningMuster;
    let proxy: Subprocess;
    const ports: number[] = [];

    beforeAll(async () => {
      muster = await startMuster({
        env: { MUSTER_EXTRA_HOSTS: 'localhost', MUSTER_PORT_CHECK: 'false' },
      });
      for (const _ of setups) ports.push(await findFreePort());
      const sites = setups.map(([, lines], index) =>
        site(ports[index] ?? 0, lines.replaceAll('UP', `127.0.0.1:${muster.port}`)),
      );
      const path = join(muster.folder, 'proxy.conf');
      await Bun.write(path, file(muster.folder, sites.join('\n')));
      proxy = await runProxy(command(path), muster.folder, `http://127.0.0.1:${ports[0]}`);
    });

    afterAll(async () => {
      proxy?.kill('SIGKILL');
      await muster?.[Symbol.asyncDispose]();
    });

    test.concurrent.each(setups.map((setup, index) => [setup[0], setup, index] as const))(
      '%s',
      async (title, [, , check, status, said, advice], index) => {
        const url = `http://localhost:${ports[index]}`;
        const trusted = title === NOBODY_TRUSTS ? '' : '127.0.0.1,::1';
        const { exitCode, of } = await ask(muster, '--base-url', url, '--trusted-proxies', trusted);
        for (const name of [check].flat()) {
          const found = [name, of(name)?.status, of(name)?.message];
          expect(found).toEqual([name, status, expect.stringMatching(said)]);
          if (advice !== undefined) expect(of(name)?.advice).toMatch(advice);
        }
        if (status === 'failed') expect(exitCode).toBe(1);
      },
    );
  });
}
