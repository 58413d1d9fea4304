// Only SIGHUP to the binary shows what changed settings and files do at once, and what is said of the rest.

import { describe, expect, test } from 'bun:test';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountMessages } from '../../src/modules/profile/messages.ts';
import { makeFolder, type RunningMuster, readLog, startMuster } from '../support/binary.ts';
import { Client, createAccount, eventually, nextAddress } from './client.ts';

const BASE = { port_check: false, port_check_exempt: [], trusted_proxies: ['127.0.0.0/8'] };

function writeSettings(folder: string, settings: Readonly<Record<string, unknown>>): void {
  const lines = Object.entries(settings).map(
    ([key, value]) => `${key} = ${JSON.stringify(value)}\n`,
  );
  writeFileSync(join(folder, 'muster.toml'), lines.join(''));
}

interface Line {
  level: string;
  message: string;
  changed?: string[];
  needRestart?: string[];
  filesRead?: string[];
  filesFailed?: string[];
  problem?: string;
}

/** Sends SIGHUP and waits for the line that tells what came of it; returns everything said from then on. */
async function reload(muster: RunningMuster): Promise<Line[]> {
  const start = muster.stderr.length;
  process.kill(muster.pid, 'SIGHUP');
  const deadline = performance.now() + 20_000;
  while (!/"message":"Reloaded"[^\n]*\n/.test(muster.stderr.slice(start))) {
    if (performance.now() > deadline) throw new Error(`No reload: ${muster.stderr.slice(start)}`);
    await Bun.sleep(10);
  }
  // Warnings follow in the same turn.
  await Bun.sleep(50);
  return muster.stderr
    .slice(start)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

const summaryOf = (lines: readonly Line[]): Line | undefined =>
  lines.find(({ message }) => message === 'Reloaded');

async function startWith(settings: Readonly<Record<string, unknown>>): Promise<RunningMuster> {
  const folder = await makeFolder();
  writeSettings(folder, settings);
  return startMuster({ folder });
}

/** What a setting does while the service runs: asked before and after the change. */
const EFFECTS: Readonly<
  Record<string, { value: unknown; read(muster: RunningMuster): Promise<unknown>; seen: unknown[] }>
> = {
  extra_hosts: {
    value: ['other.example'],
    read: async (muster) => (await new Client(muster, { host: 'other.example' }).get('/')).status,
    seen: [403, 200],
  },
  servers_per_address: {
    value: 1,
    async read(muster) {
      const client = new Client(muster, { address: nextAddress() });
      await client.mustBeat({ port: '25001' });
      return (await client.beat({ port: '25002' })).text.includes('Too many servers');
    },
    seen: [false, true],
  },
  filtered_words: {
    value: ['alpha'],
    async read(muster) {
      const client = new Client(muster, { address: nextAddress() });
      return (await client.beat({ name: 'Alpha' })).text.includes('contains the word');
    },
    seen: [false, true],
  },
  site_name: {
    value: 'Block World',
    async read(muster) {
      const found = [];
      for (const path of ['/', '/nothing', '/openapi.json']) {
        if (await shows(muster, path, 'Block World')) found.push(path);
      }
      return found;
    },
    seen: [[], ['/', '/nothing', '/openapi.json']],
  },
  site_accent: {
    value: '#8a1f4d #ff9ac1',
    read: (muster) => shows(muster, '/nothing', '#8a1f4d'),
    seen: [false, true],
  },
  contact_url: {
    value: 'https://forum.example.net/contact',
    read: (muster) => shows(muster, '/', 'href="https://forum.example.net/contact">Contact<'),
    seen: [false, true],
  },
  footer_links: {
    value: ['Forum https://forum.example.net'],
    read: (muster) => shows(muster, '/', '>Forum</a>'),
    seen: [false, true],
  },
  statistics_registrations: {
    value: true,
    read: (muster) => shows(muster, '/api/v1/statistics', '"registrations":null'),
    seen: [true, false],
  },
  launcher_url: {
    value: 'https://get.example/launcher',
    read: (muster) => shows(muster, '/start/', 'href="https://get.example/launcher"'),
    seen: [false, true],
  },
  registration_proof_of_work: {
    value: false,
    read: (muster) => shows(muster, '/acc/register/', 'data-bits'),
    seen: [true, false],
  },
  metrics_token: {
    value: 'kept-secret-0123456789',
    async read(muster) {
      const headers = { authorization: 'Bearer kept-secret-0123456789' };
      return (await fetch(`${muster.url}/metrics`, { headers })).status;
    },
    seen: [404, 200],
  },
  admin_second_factor: {
    value: true,
    async read(muster) {
      const client = new Client(muster);
      await client.login('Boss', 'correct horse');
      return (await client.get('/admin/')).status;
    },
    seen: [200, 403],
  },
};

async function shows(muster: RunningMuster, path: string, text: string): Promise<boolean> {
  return (await new Client(muster).get(path)).text.includes(text);
}

describe('SIGHUP', () => {
  test.concurrent('takes over every setting that needs no restart', async () => {
    const base = { ...BASE, metrics_allow: [] };
    await using muster = await startWith(base);
    await createAccount(muster, 'Boss', 'correct horse', ['--role', 'administrator']);
    const effects = Object.entries(EFFECTS);
    for (const [key, { read, seen }] of effects)
      expect([key, await read(muster)]).toEqual([key, seen[0]]);
    const values = Object.fromEntries(effects.map(([key, { value }]) => [key, value]));
    writeSettings(muster.folder, { ...base, ...values });
    const summary = summaryOf(await reload(muster));
    expect(summary?.changed?.toSorted()).toEqual(Object.keys(values).toSorted());
    expect(summary?.needRestart).toEqual([]);
    for (const [key, { read, seen }] of effects)
      expect([key, await read(muster)]).toEqual([key, seen[1]]);
    // What the others would be refused by, one after the other.
    const isChecked = async () =>
      (await new Client(muster).beat({ port: '1' })).text.includes('not open');
    expect(await isChecked()).toBe(false);
    for (const [changes, isTheRow] of [
      [{ port_check: true }, true],
      [{ port_check: true, port_check_exempt: ['127.0.0.0/8'] }, false],
    ] as const) {
      writeSettings(muster.folder, { ...base, ...changes });
      await reload(muster);
      expect(await isChecked()).toBe(isTheRow);
    }
    writeSettings(muster.folder, { ...base, servers_in_all: 1 });
    await reload(muster);
    const another = await new Client(muster, { address: nextAddress() }).beat();
    expect(another.text).toContain('This list is full');
    writeSettings(muster.folder, { ...base, trusted_proxies: [], registration: 'closed' });
    await reload(muster);
    const forwarded = new Client(muster, { address: '198.51.100.9' });
    expect((await forwarded.get('/api/myip')).text).toBe('127.0.0.1');
    const { closedTitle } = accountMessages.register;
    expect(await shows(muster, '/acc/register/', closedTitle)).toBe(true);
  });

  test.concurrent('changes the level of an area of the log, shortens addresses, and logs requests', async () => {
    await using muster = await startWith(BASE);
    const beat = (name: string, salt: string) =>
      new Client(muster, { address: '198.51.100.77' }).beat({ name, salt });
    await beat('First', 'abc');
    await beat('First', '');
    const log = { log_areas: ['servers=debug'], log_addresses: 'shortened', log_requests: true };
    writeSettings(muster.folder, { ...BASE, ...log });
    await reload(muster);
    const before = muster.stderr;
    expect(before).toContain('"ip":"198.51.100.77"');
    expect(before).not.toMatch(/Heartbeat refused|"Request"/);
    await beat('Second', '');
    const lines = await eventually(
      async () => readLog(muster, 'Request').concat(readLog(muster, 'Heartbeat refused')),
      ({ length }) => length === 2,
    );
    const at = '198.51.100.0/24';
    expect(lines).toMatchObject([
      { level: 'info', module: 'http', route: '/server/heartbeat', address: at, method: 'POST' },
      { level: 'debug', ip: at },
    ]);
    expect(muster.stderr.slice(before.length)).not.toContain('198.51.100.77');
  });

  test.concurrent('names what needs a restart each time, and tells no secret', async () => {
    await using muster = await startWith(BASE);
    const mail = {
      smtp_url: 'smtp://muster:hunter2hunter2@mail.example',
      mail_from: 'm@example.net',
    };
    writeSettings(muster.folder, { ...BASE, ...mail, stale_after: '100s', relay_limit: 50 });
    for (let round = 0; round < 2; round += 1) {
      const lines = await reload(muster);
      expect(summaryOf(lines)).toMatchObject({
        changed: round === 0 ? ['relay_limit'] : [],
        needRestart: ['stale_after', 'smtp_url', 'mail_from'],
      });
      expect(lines).toContainEqual(
        expect.objectContaining({
          level: 'warning',
          settings: ['stale_after', 'smtp_url', 'mail_from'],
        }),
      );
    }
    expect(muster.stderr).not.toContain('hunter2');
  });

  test.concurrent('with a mistake in the file keeps every setting, and says each mistake', async () => {
    await using muster = await startWith(BASE);
    writeSettings(muster.folder, {
      ...BASE,
      extra_hosts: ['other.example'],
      listn: 1,
      relay_limit: 'x',
    });
    const lines = await reload(muster);
    const problems = lines.flatMap(({ level, problem }) =>
      problem === undefined ? [] : [`${level} ${problem}`],
    );
    expect(problems).toHaveLength(2);
    expect(problems.join()).toMatch(/error .*listn: there is no such setting.*relay_limit/);
    expect(summaryOf(lines)).toMatchObject({ changed: [], needRestart: [] });
    const other = new Client(muster, { host: 'other.example' });
    expect((await other.get('/')).status).toBe(403);
    writeSettings(muster.folder, { ...BASE, extra_hosts: ['other.example'] });
    expect(summaryOf(await reload(muster))).toMatchObject({ changed: ['extra_hosts'] });
    expect((await other.get('/')).status).toBe(200);
  });

  test.concurrent('reads the files of web client and site at once, and says when one cannot be used', async () => {
    const folder = await makeFolder();
    const game = join(folder, 'game');
    mkdirSync(game);
    writeFileSync(join(game, 'ClassiCube.js'), 'boot(1);');
    writeFileSync(join(folder, 'rules.md'), 'Be kind.');
    writeSettings(folder, { ...BASE, rules_file: 'rules.md', web_client_dir: 'game' });
    await using muster = await startMuster({ folder });
    writeFileSync(join(game, 'default.zip'), 'zip');
    writeFileSync(join(folder, 'rules.md'), 'Be kinder.');
    const lines = await reload(muster);
    expect(summaryOf(lines)?.filesRead?.toSorted()).toEqual(['site', 'web client']);
    expect(lines).toContainEqual(expect.objectContaining({ message: 'Web client read', files: 2 }));
    expect(await shows(muster, '/rules/', 'Be kinder.')).toBe(true);
    rmSync(join(game, 'ClassiCube.js'));
    writeFileSync(join(folder, 'rules.md'), new Uint8Array([0xff]));
    const failed = summaryOf(await reload(muster));
    expect(failed?.filesFailed?.toSorted()).toEqual(['site', 'web client']);
    expect(await shows(muster, '/rules/', 'Be kinder.')).toBe(true);
  });

  test.concurrent('two hundred times is harmless', async () => {
    await using muster = await startWith(BASE);
    for (let round = 0; round < 200; round += 1) process.kill(muster.pid, 'SIGHUP');
    await reload(muster);
    expect((await new Client(muster).get('/api/myip')).status).toBe(200);
    expect(await muster.kill('SIGTERM')).toBe(0);
  });
});
