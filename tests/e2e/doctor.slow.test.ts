// `muster doctor` against the running binary: alone, and behind nginx and Caddy, set up rightly and wrongly.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chmod, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Subprocess } from 'bun';
import type { Finding } from '../../src/lib/finding.ts';
import { findFreePort, makeFolder, type RunningMuster, startMuster } from '../support/binary.ts';
import { type MadeCertificate, makeCertificate } from '../support/certificates.ts';

for (const program of ['nginx', 'caddy']) {
  if (Bun.which(program) === null) {
    console.warn(`Skipped: what needs ${program}, which is not installed here.`);
  }
}

/** What the doctor found, by check; its exit code. */
async function ask(muster: RunningMuster, ...args: string[]) {
  const { stdout, stderr, exitCode } = await muster.run(['doctor', '--json', ...args]);
  expect(stderr).toBe('');
  const findings: Finding[] = JSON.parse(stdout);
  const of = (check: string) => findings.filter((it) => it.check === check).at(-1);
  return { exitCode, findings, of };
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
      ...['reach', 'proxy', 'websocket', 'events', 'service', 'database', 'clock', 'disk sync'],
      ...['permissions', 'port check', 'file descriptors', 'disk space', 'listen'],
    ]) {
      expect([check, of(check)?.status]).toEqual([check, 'ok']);
    }
    expect(of('TLS')?.status).toBe('warning');
    const { stdout } = await muster.run(['doctor']);
    expect(stdout).toMatch(/^ok {7}reach +http:\/\/localhost:\d+ reaches this service/m);
    expect(stdout).toMatch(/^warning {2}TLS .*\n +→ Give the service a certificate/m);
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
    for (const check of ['reach', 'proxy', 'websocket', 'events']) {
      expect([check, of(check)?.status]).toEqual([check, 'skipped']);
    }
  });

  test.concurrent('says what it cannot look at: settings that are broken', async () => {
    await using muster = await startMuster();
    const { exitCode, of } = await ask(muster, '--trusted-proxies', 'nonsense');
    expect(exitCode).toBe(1);
    expect(of('proxy')).toMatchObject({
      status: 'skipped',
      message: expect.stringMatching(/trusted_proxies/),
    });
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
    ['for another name', other, '', /^failed .* not for localhost but for .*elsewhere\.example/],
    ['that ends soon', ending, '', /^warning .* expires on \d{4}-/],
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
    const head = `daemon off;\nmaster_process off;\nevents {}\npid ${folder}/nginx.pid;\n`;
    await Bun.write(join(folder, 'tls.conf'), `${head}http {\n${servers.join('\n')}\n}\n`);
    const cmd = ['nginx', '-e', 'stderr', '-c', join(folder, 'tls.conf')];
    proxy = Bun.spawn({ cmd, cwd: folder, stdout: 'ignore', stderr: 'ignore' });
    const tls = { rejectUnauthorized: false };
    for (let tries = 0; tries < 400; tries += 1) {
      const answer = await fetch(`https://127.0.0.1:${ports[0]}/livez`, { tls }).catch(() => null);
      if (answer !== null) return;
      await Bun.sleep(25);
    }
    throw new Error('nginx did not begin to serve.');
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

/** One way to set a proxy up, and what the doctor says about it. */
interface Setup {
  title: string;
  /** Lines of the proxy's configuration. */
  lines: string;
  flags?: string[];
  check: string | readonly string[];
  status: Finding['status'];
  said: RegExp;
  advice?: RegExp;
}

/** What is to be found in order, all of it. */
const IN_ORDER = ['reach', 'proxy', 'websocket', 'events'];
const TRUSTED = ['--trusted-proxies', '127.0.0.1,::1'];
const HEAD = 'proxy_http_version 1.1; proxy_set_header Host $http_host;';
const FORWARD = 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;';
const UPGRADE = 'proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";';

const NGINX: Setup[] = [
  {
    title: 'in order',
    lines: `proxy_pass http://UP; ${HEAD} ${FORWARD} ${UPGRADE}`,
    ...{ check: IN_ORDER, status: 'ok', said: /./ },
  },
  {
    title: 'without X-Forwarded-For',
    lines: `proxy_pass http://UP; ${HEAD} ${UPGRADE}`,
    ...{ check: 'proxy', status: 'failed', said: /without X-Forwarded-For/ },
    advice: /proxy_set_header X-Forwarded-For/,
  },
  {
    title: 'that nobody trusts',
    lines: `proxy_pass http://UP; ${HEAD} ${FORWARD} ${UPGRADE}`,
    flags: ['--trusted-proxies', ''],
    ...{ check: 'proxy', status: 'failed', said: /proxy 127\.0\.0\.1, which is not trusted/ },
    advice: /trusted_proxies = \["127\.0\.0\.1"\]/,
  },
  {
    title: 'without the host',
    lines: `proxy_pass http://UP; proxy_set_header Host backend; ${FORWARD}`,
    ...{ check: 'reach', status: 'failed', said: /Host header arrives as backend/ },
    advice: /proxy_set_header Host/,
  },
  {
    title: 'without the upgrade',
    lines: `proxy_pass http://UP; ${HEAD} ${FORWARD}`,
    ...{ check: 'websocket', status: 'failed', said: /Upgrade header is lost/ },
    advice: /proxy_set_header Upgrade/,
  },
  {
    title: 'that holds answers back',
    // What comes in chunks, as with HTTP/1.1, it passes on at once in any case.
    lines: `proxy_pass http://UP; proxy_http_version 1.0; proxy_set_header Host $http_host; ${FORWARD} proxy_ignore_headers X-Accel-Buffering;`,
    ...{ check: 'events', status: 'failed', said: /holds events back/ },
    advice: /proxy_buffering off/,
  },
  {
    title: 'that redirects',
    lines: 'return 301 https://play.example.net$request_uri;',
    ...{ check: 'reach', status: 'failed', said: /redirects to https:\/\/play\.example\.net/ },
  },
  {
    title: 'that passes on to nobody',
    lines: `proxy_pass http://127.0.0.1:1; ${HEAD}`,
    ...{ check: 'reach', status: 'failed', said: /does not reach the service: status 502/ },
  },
  {
    title: 'that names another scheme',
    lines: `proxy_pass http://UP; ${HEAD} ${FORWARD} proxy_set_header X-Forwarded-Proto https;`,
    ...{ check: 'reach', status: 'warning', said: /reports the scheme https/ },
  },
];

const caddy = Bun.which('caddy');
const caddyVersion = caddy === null ? '' : `${Bun.spawnSync([caddy, 'version']).stdout}`;
const CADDY_HOLDS_BACK = /^v?2\.6\.[012]\b/.test(caddyVersion)
  ? 'buffer_responses'
  : 'response_buffers 1MiB';

const CADDY: Setup[] = [
  {
    title: 'in order',
    lines: 'reverse_proxy UP',
    ...{ check: IN_ORDER, status: 'ok', said: /./ },
  },
  {
    title: 'without X-Forwarded-For',
    lines: 'reverse_proxy UP {\n header_up -X-Forwarded-For\n header_up -Via\n }',
    ...{ check: 'proxy', status: 'failed', said: /without X-Forwarded-For/ },
  },
  {
    title: 'without the host',
    lines: 'reverse_proxy UP {\n header_up Host backend\n }',
    ...{ check: 'reach', status: 'failed', said: /Host header arrives as backend/ },
  },
  {
    title: 'without the upgrade',
    lines: 'reverse_proxy UP {\n header_up -Upgrade\n header_up -Connection\n }',
    ...{ check: 'websocket', status: 'failed', said: /Upgrade header is lost/ },
  },
  {
    title: 'that holds answers back',
    // Versions since 2.6.3 call it response_buffers.
    lines: `reverse_proxy UP {\n ${CADDY_HOLDS_BACK}\n }`,
    ...{ check: 'events', status: 'failed', said: /holds events back|do not arrive/ },
  },
];

/** Runs a proxy with one port for each setup. */
interface Proxy {
  program: string;
  setups: Setup[];
  command(folder: string, upstream: string, ports: readonly number[]): Promise<string[]>;
}

const PROXIES: Proxy[] = [
  {
    program: 'nginx',
    setups: NGINX,
    async command(folder, upstream, ports) {
      const servers = NGINX.map(
        ({ lines }, index) =>
          `server { listen 127.0.0.1:${ports[index]}; location / { ${lines.replaceAll('UP', upstream)} } }`,
      );
      const head = `daemon off;\nmaster_process off;\nevents {}\npid ${folder}/nginx.pid;\n`;
      const text = `${head}http {\naccess_log off;\n${servers.join('\n')}\n}\n`;
      await Bun.write(join(folder, 'nginx.conf'), text);
      return ['nginx', '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
    },
  },
  {
    program: 'caddy',
    setups: CADDY,
    async command(folder, upstream, ports) {
      const sites = CADDY.map(
        ({ lines }, index) => `http://:${ports[index]} {\n${lines.replaceAll('UP', upstream)}\n}\n`,
      );
      const head = `{\n admin off\n storage file_system ${folder}/caddy\n}\n`;
      await Bun.write(join(folder, 'Caddyfile'), head + sites.join(''));
      return ['caddy', 'run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
    },
  },
];

for (const { program, setups, command } of PROXIES) {
  describe.skipIf(Bun.which(program) === null)(`behind ${program}`, () => {
    let muster: RunningMuster;
    let proxy: Subprocess;
    const ports: number[] = [];

    beforeAll(async () => {
      muster = await startMuster({
        env: { MUSTER_EXTRA_HOSTS: 'localhost', MUSTER_PORT_CHECK: 'false' },
      });
      for (const _ of setups) ports.push(await findFreePort());
      const cmd = await command(muster.folder, `127.0.0.1:${muster.port}`, ports);
      const env = { ...process.env, HOME: muster.folder };
      proxy = Bun.spawn({ cmd, cwd: muster.folder, env, stdout: 'ignore', stderr: 'ignore' });
      for (let tries = 0; tries < 400; tries += 1) {
        const answer = await fetch(`http://127.0.0.1:${ports[0]}/livez`).catch(() => undefined);
        if (answer?.status === 200) return;
        await Bun.sleep(25);
      }
      throw new Error(`${program} did not begin to serve.`);
    });

    afterAll(async () => {
      proxy?.kill('SIGKILL');
      await muster?.[Symbol.asyncDispose]();
    });

    test.concurrent.each(setups.map((setup, index) => [setup.title, setup, index] as const))(
      '%s',
      async (_, { flags = TRUSTED, check, status, said, advice }, index) => {
        const url = `http://localhost:${ports[index]}`;
        const { exitCode, of } = await ask(muster, '--base-url', url, ...flags);
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
