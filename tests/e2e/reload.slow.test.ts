// SIGHUP to the binary: what a changed settings file and changed files do at once, and what is said of the rest.

import { describe, expect, test } from 'bun:test';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountMessages } from '../../src/messages/messages.ts';
import { makeFolder, type RunningMuster, startMuster } from '../support/binary.ts';
import { Client, createAccount, nextAddress } from './client.ts';

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
  Record<
    string,
    {
      base?: Readonly<Record<string, unknown>>;
      value: unknown;
      read(muster: RunningMuster): Promise<unknown>;
      seen: unknown[];
    }
  >
> = {
  extra_hosts: {
    value: ['other.example'],
    read: async (muster) => (await new Client(muster, { host: 'other.example' }).get('/')).status,
    seen: [403, 200],
  },
  trusted_proxies: {
    value: [],
    read: async (muster) =>
      (await new Client(muster, { address: '198.51.100.9' }).get('/api/myip')).text,
    seen: ['198.51.100.9', '127.0.0.1'],
  },
  servers_per_address: {
    value: 1,
    read: async (muster) => {
      const client = new Client(muster, { address: nextAddress() });
      await client.mustBeat({ port: '25001' });
      return (await client.beat({ port: '25002' })).text.includes('Too many servers');
    },
    seen: [false, true],
  },
  port_check_exempt: {
    base: { ...BASE, port_check: true },
    value: ['127.0.0.0/8'],
    read: async (muster) =>
      (await new Client(muster).beat({ port: '1' })).text.includes('not open'),
    seen: [true, false],
  },
  port_check: {
    value: true,
    read: async (muster) =>
      (await new Client(muster).beat({ port: '1' })).text.includes('not open'),
    seen: [false, true],
  },
  filtered_words: {
    value: ['alpha'],
    read: async (muster) => {
      const client = new Client(muster, { address: '198.51.100.2' });
      const { text } = await client.beat({ name: 'Alpha', port: '25003' });
      return text.includes('contains the word');
    },
    seen: [false, true],
  },
  site_name: {
    value: 'Block World',
    async read(muster) {
      const found = [];
      for (const path of ['/', '/nothing', '/openapi.json']) {
        if ((await new Client(muster).get(path)).text.includes('Block World')) found.push(path);
      }
      return found;
    },
    seen: [[], ['/', '/nothing', '/openapi.json']],
  },
  site_accent: {
    value: '#8a1f4d #ff9ac1',
    read: async (muster) => (await new Client(muster).get('/nothing')).text.includes('#8a1f4d'),
    seen: [false, true],
  },
  contact_url: {
    base: { ...BASE, contact_url: 'https://old.example.net/' },
    value: 'https://forum.example.net/contact',
    read: async (muster) =>
      /href="([^"]+)">Contact</.exec((await new Client(muster).get('/')).text)?.[1],
    seen: ['https://old.example.net/', 'https://forum.example.net/contact'],
  },
  footer_links: {
    value: ['Forum https://forum.example.net'],
    read: async (muster) => (await new Client(muster).get('/')).text.includes('>Forum</a>'),
    seen: [false, true],
  },
  statistics_registrations: {
    value: true,
    read: async (muster) =>
      JSON.parse((await new Client(muster).get('/api/v1/statistics')).text).registrations === null,
    seen: [true, false],
  },
  launcher_url: {
    value: 'https://get.example/launcher',
    read: async (muster) =>
      (await new Client(muster).get('/start/')).text.includes(
        'href="https://get.example/launcher"',
      ),
    seen: [false, true],
  },
  registration: {
    value: 'closed',
    read: async (muster) =>
      (await new Client(muster).get('/acc/register/')).text.includes(
        accountMessages.register.closedTitle,
      ),
    seen: [false, true],
  },
  registration_proof_of_work: {
    value: false,
    read: async (muster) =>
      (await new Client(muster).get('/acc/register/')).text.includes('data-bits'),
    seen: [true, false],
  },
  metrics_allow: {
    value: ['192.0.2.0/24'],
    read: async (muster) => (await fetch(`${muster.url}/metrics`)).status,
    seen: [200, 404],
  },
  metrics_token: {
    base: { ...BASE, metrics_allow: [] },
    value: 'kept-secret-0123456789',
    read: async (muster) => {
      const headers = { authorization: 'Bearer kept-secret-0123456789' };
      return (await fetch(`${muster.url}/metrics`, { headers })).status;
    },
    seen: [404, 200],
  },
  admin_second_factor: {
    value: true,
    read: async (muster) => {
      const client = new Client(muster);
      await createAccount(muster, 'Boss').catch(() => {});
      await muster.mustRun(['account', 'set', 'Boss', '--role', 'administrator']).catch(() => {});
      await client.login('Boss', 'correct horse');
      return (await client.get('/admin/')).status;
    },
    seen: [200, 403],
  },
};

describe('SIGHUP', () => {
  test.concurrent.each(Object.entries(EFFECTS))(
    'takes over %s',
    async (key, { base = BASE, value, read, seen }) => {
      await using muster = await startWith(base);
      expect(await read(muster)).toEqual(seen[0]);
      writeSettings(muster.folder, { ...base, [key]: value });
      const summary = summaryOf(await reload(muster));
      expect(summary).toMatchObject({ changed: [key], needRestart: [] });
      expect(await read(muster)).toEqual(seen[1]);
    },
  );

  test.concurrent('bounds new servers by the new number at once, and those that are live stay', async () => {
    await using muster = await startWith(BASE);
    const client = new Client(muster, { address: '198.51.100.1' });
    await client.mustBeat({ port: '25001' });
    await client.mustBeat({ port: '25002' });
    writeSettings(muster.folder, { ...BASE, servers_per_address: 2 });
    await reload(muster);
    expect((await client.beat({ port: '25003' })).text).toContain('2 are live and 2 are allowed');
    await client.mustBeat({ port: '25002' });
  });

  test.concurrent('changes the level of the log', async () => {
    await using muster = await startWith(BASE);
    writeSettings(muster.folder, { ...BASE, log_level: 'debug' });
    await reload(muster);
    await new Client(muster).beat({ salt: '' });
    await Bun.sleep(100);
    expect(muster.stderr).toContain('"message":"Heartbeat refused"');
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

  test.concurrent('reads the web client at once, and says when it cannot be used', async () => {
    const folder = await makeFolder();
    const game = join(folder, 'game');
    mkdirSync(game);
    writeFileSync(join(game, 'ClassiCube.js'), 'boot(1);');
    await using muster = await startMuster({ folder, env: { MUSTER_WEB_CLIENT_DIR: game } });
    writeFileSync(join(game, 'default.zip'), 'zip');
    const lines = await reload(muster);
    expect(summaryOf(lines)).toMatchObject({ filesRead: ['web client'], filesFailed: [] });
    expect(lines).toContainEqual(expect.objectContaining({ message: 'Web client read', files: 2 }));
    rmSync(join(game, 'ClassiCube.js'));
    expect(summaryOf(await reload(muster))).toMatchObject({
      filesRead: [],
      filesFailed: ['web client'],
    });
  });

  test.concurrent('reads the files of the site at once, also others than before, and says when one cannot be used', async () => {
    const folder = await makeFolder();
    const settings = { ...BASE, rules_file: 'rules.md' };
    writeSettings(folder, settings);
    writeFileSync(join(folder, 'rules.md'), 'Be kind.');
    await using muster = await startMuster({ folder });
    const read = async () =>
      /<div><p>(.*)<\/p>/.exec((await new Client(muster).get('/rules/')).text)?.[1];
    expect(await read()).toBe('Be kind.');
    writeFileSync(join(folder, 'rules.md'), 'Be kinder.');
    expect(summaryOf(await reload(muster))).toMatchObject({ filesRead: ['site'], filesFailed: [] });
    expect(await read()).toBe('Be kinder.');
    writeFileSync(join(folder, 'rules.md'), new Uint8Array([0xff]));
    const lines = await reload(muster);
    expect(summaryOf(lines)).toMatchObject({ filesRead: [], filesFailed: ['site'] });
    expect(lines).toContainEqual(
      expect.objectContaining({ message: 'A file of the site cannot be used', level: 'error' }),
    );
    expect(await read()).toBe('Be kinder.');
    writeFileSync(join(folder, 'other.md'), 'Other rules.');
    writeSettings(folder, { ...settings, rules_file: 'other.md' });
    expect(summaryOf(await reload(muster))).toMatchObject({ changed: ['rules_file'] });
    expect(await read()).toBe('Other rules.');
    writeSettings(folder, BASE);
    await reload(muster);
    expect(await read()).toBeUndefined();
  });

  test.concurrent('two hundred times is harmless', async () => {
    await using muster = await startWith(BASE);
    for (let round = 0; round < 200; round += 1) process.kill(muster.pid, 'SIGHUP');
    await reload(muster);
    expect((await new Client(muster).get('/api/myip')).status).toBe(200);
    expect(await muster.kill('SIGTERM')).toBe(0);
  });
});
