// The files in deploy: only nginx, Caddy, systemd and promtool themselves show that they take them.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Subprocess } from 'bun';
import { renderExampleFile } from '../../scripts/docs-tables.ts';
import { findFreePort, type RunningMuster, runMuster, startMuster } from '../support/binary.ts';
import { eventually } from '../support/eventually.ts';
import { PROXIES, PROXY_HOST, REPLICA_PROXIES, startProxy } from '../support/proxies.ts';

const root = join(import.meta.dir, '../..');
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'muster-deploy-'));

for (const program of ['systemd-analyze', 'promtool', 'nginx', 'caddy']) {
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

describe.skipIf(Bun.which('systemd-analyze') === null)('muster.service and muster.socket', () => {
  const unit = join(folder, 'muster.service');
  // The binary is not installed where the unit looks for it.
  writeFileSync(unit, read('muster.service').replace('/usr/local/bin/muster', '/bin/true'));

  const socket = join(folder, 'muster.socket');
  writeFileSync(socket, read('muster.socket'));

  function analyze(...args: string[]) {
    const { stdout, stderr, exitCode } = Bun.spawnSync(['systemd-analyze', ...args]);
    return { output: `${stdout}${stderr}`, exitCode };
  }

  test('are units that systemd takes without a complaint', () => {
    expect(analyze('verify', unit, socket)).toEqual({ output: '', exitCode: 0 });
  });

  test('expose little', () => {
    const { output } = analyze('security', '--offline=true', unit);
    const exposure = /Overall exposure level for muster\.service: ([0-9.]+)/.exec(output)?.[1];
    expect(Number(exposure)).toBeLessThan(2);
  });
});

test.skipIf(Bun.which('promtool') === null)('alerts.yml is what promtool takes', () => {
  const { exitCode, stdout } = Bun.spawnSync(['promtool', 'check', 'rules', 'alerts.yml'], {
    cwd: join(root, 'deploy'),
  });
  expect([exitCode, `${stdout}`]).toEqual([0, expect.stringContaining(' rules found')]);
});

for (const recipe of [...PROXIES, ...REPLICA_PROXIES]) {
  const { name, program } = recipe;
  describe.skipIf(Bun.which(program) === null)(`${name}, with ${program}`, () => {
    let muster: RunningMuster;
    let proxy: Subprocess;
    let http = 0;

    beforeAll(async () => {
      muster = await startMuster({
        env: {
          MUSTER_BASE_URL: `https://${PROXY_HOST}`,
          MUSTER_TRUSTED_PROXIES: '127.0.0.1,::1',
          MUSTER_PORT_CHECK: 'false',
        },
      });
      http = await findFreePort();
      proxy = await startProxy(recipe, folder, {
        ...{ http, https: await findFreePort(), muster: muster.port },
      });
    });

    afterAll(async () => {
      proxy?.kill('SIGKILL');
      await muster?.[Symbol.asyncDispose]();
    });

    const request = (path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${http}${path}`, {
        ...init,
        headers: { host: PROXY_HOST, ...(init.headers as Record<string, string> | undefined) },
      });

    test('takes heartbeats over plain http, and lists the server', async () => {
      const beat = await request(
        '/server/heartbeat?name=Proxied&port=25565&users=1&max=20&public=true&salt=abcdefghijklmnop&software=Test',
      );
      expect(await beat.text()).toStartWith(`https://${PROXY_HOST}/server/play/`);
      await eventually(
        async () => (await request('/api/servers')).text(),
        (list) => list.includes('"name":"Proxied"'),
        5_000,
      );
    });

    test('shows the address of the client, not its own', async () => {
      const answer = await request('/api/myip');
      expect(await answer.text()).toContain('127.0.0.1');
      expect(answer.status).toBe(200);
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
