// The files in deploy, tried with the programs that they are for: nginx, Caddy and systemd, where they are installed.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Subprocess } from 'bun';
import { renderExampleFile } from '../../src/config/options-table.ts';
import { findFreePort, type RunningMuster, runMuster, startMuster } from '../support/binary.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../support/certificate.ts';

const root = join(import.meta.dir, '../..');
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');
const HOST = 'play.example.net';
const folder = mkdtempSync(join(tmpdir(), 'muster-deploy-'));

for (const program of ['systemd-analyze', 'nginx', 'caddy']) {
  if (Bun.which(program) === null) {
    console.warn(`Skipped: what needs ${program}, which is not installed here.`);
  }
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('muster.toml', () => {
  test('is what the table of options says', () => {
    expect(read('muster.toml')).toBe(renderExampleFile());
  });

  test('with every default uncommented changes nothing', async () => {
    const all = read('muster.toml').replace(/^#([a-z_]+ = )(?!"<)/gm, '$1');
    expect(all.match(/^[a-z_]+ = /gm)?.length).toBeGreaterThan(20);
    writeFileSync(join(folder, 'all.toml'), all);
    const valuesOf = async (...args: string[]) => {
      const { stdout, exitCode } = await runMuster([...args, 'config', 'print'], { folder });
      expect(exitCode).toBe(0);
      const rows = stdout.trim().split('\n').slice(2);
      return rows.map((row) => row.split(/ {2,}/).slice(0, 2));
    };
    expect(await valuesOf('--config', 'all.toml')).toEqual(await valuesOf());
  });
});

describe.skipIf(Bun.which('systemd-analyze') === null)('muster.service', () => {
  const unit = join(folder, 'muster.service');
  // The binary is not installed where the unit looks for it.
  writeFileSync(unit, read('muster.service').replace('/usr/local/bin/muster', '/bin/true'));

  function analyze(...args: string[]) {
    const { stdout, stderr, exitCode } = Bun.spawnSync(['systemd-analyze', ...args, unit]);
    return { output: `${stdout}${stderr}`, exitCode };
  }

  test('is a unit that systemd takes without a complaint', () => {
    expect(analyze('verify')).toEqual({ output: '', exitCode: 0 });
  });

  test('exposes little', () => {
    const { output } = analyze('security', '--offline=true');
    const exposure = /Overall exposure level for muster\.service: ([0-9.]+)/.exec(output)?.[1];
    expect(Number(exposure)).toBeLessThan(2);
  });
});

interface Proxy {
  name: string;
  program: string;
  /** Writes the recipe with the ports of this test, and gives the command that runs it. */
  prepare(ports: { http: number; https: number; muster: number }): string[];
}

const PROXIES: Proxy[] = [
  {
    name: 'nginx.conf',
    program: 'nginx',
    prepare({ http, https, muster }) {
      writeFileSync(join(folder, 'play.example.net.pem'), TEST_CERTIFICATE);
      writeFileSync(join(folder, 'play.example.net.key'), TEST_KEY);
      const recipe = read('nginx.conf')
        .replaceAll('/etc/ssl/', `${folder}/`)
        .replace('listen 80;', `listen ${http};`)
        .replace('listen 443 ssl;', `listen ${https} ssl;`)
        .replaceAll('127.0.0.1:8080', `127.0.0.1:${muster}`);
      const file = join(folder, 'nginx.conf');
      const head = `daemon off;\nmaster_process off;\nevents {}\npid ${folder}/nginx.pid;\n`;
      writeFileSync(file, `${head}http {\naccess_log off;\n${recipe}}\n`);
      return ['nginx', '-e', 'stderr', '-c', file];
    },
  },
  {
    name: 'Caddyfile',
    program: 'caddy',
    prepare({ http, https, muster }) {
      const recipe = read('Caddyfile')
        .replaceAll('127.0.0.1:8080', `127.0.0.1:${muster}`)
        // Without a public name there is no public certificate.
        .replace(/^play\.example\.net \{\n/m, 'play.example.net {\n\ttls internal\n');
      const file = join(folder, 'Caddyfile');
      const head = `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tstorage file_system ${folder}/caddy\n\tskip_install_trust\n}\n`;
      writeFileSync(file, head + recipe);
      return ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'];
    },
  },
];

for (const { name, program, prepare } of PROXIES) {
  describe.skipIf(Bun.which(program) === null)(`${name}, with ${program}`, () => {
    let muster: RunningMuster;
    let proxy: Subprocess;
    let http = 0;

    beforeAll(async () => {
      muster = await startMuster({
        env: {
          MUSTER_BASE_URL: `https://${HOST}`,
          MUSTER_TRUSTED_PROXIES: '127.0.0.1,::1',
          MUSTER_PORT_CHECK: 'false',
        },
      });
      http = await findFreePort();
      const cmd = prepare({ http, https: await findFreePort(), muster: muster.port });
      const env = { ...process.env, HOME: folder };
      proxy = Bun.spawn({ cmd, cwd: folder, env, stdout: 'ignore', stderr: 'ignore' });
      for (let tries = 0; tries < 400; tries += 1) {
        const answer = await request('/livez').catch(() => undefined);
        if (answer?.status === 200) return;
        await Bun.sleep(25);
      }
      throw new Error(`${program} did not begin to serve.`);
    });

    afterAll(async () => {
      proxy?.kill('SIGKILL');
      await muster?.[Symbol.asyncDispose]();
    });

    const request = (path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${http}${path}`, {
        ...init,
        headers: { host: HOST, ...(init.headers as Record<string, string> | undefined) },
      });

    test('takes heartbeats over plain http, and lists the server', async () => {
      const beat = await request(
        '/server/heartbeat?name=Proxied&port=25565&users=1&max=20&public=true&salt=abcdefghijklmnop&software=Test',
      );
      expect(await beat.text()).toStartWith(`https://${HOST}/server/play/`);
      const deadline = performance.now() + 5_000;
      let names: string[] = [];
      while (names.length === 0 && performance.now() < deadline) {
        const { servers } = (await (await request('/api/servers')).json()) as {
          servers: { name: string }[];
        };
        names = servers.map((server) => server.name);
      }
      expect(names).toEqual(['Proxied']);
    });

    test('shows the address of the client, not its own', async () => {
      const answer = await request('/api/myip');
      expect(await answer.text()).toContain('127.0.0.1');
      expect(answer.status).toBe(200);
    });

    test('passes events of the live list on at once', async () => {
      const answer = await request('/server/list/events', {
        headers: { accept: 'text/event-stream' },
      });
      expect(answer.headers.get('content-type')).toStartWith('text/event-stream');
      const reader = answer.body?.getReader();
      const first = await reader?.read();
      expect(first?.value?.length).toBeGreaterThan(0);
      await reader?.cancel();
    });

    test('passes WebSockets on', async () => {
      // The relay itself answers: this page of another site may not use it.
      const answer = await request('/p/127.0.0.1/25565', {
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
          origin: 'https://elsewhere.example',
        },
      });
      expect(answer.status).toBe(403);
    });
  });
}
