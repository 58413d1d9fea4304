// The bot of docs/api.md as its readers run it: a process between the binary and what stands in for Discord.

import { expect, test } from 'bun:test';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../src/app/open-stores.ts';
import { sha256Hex } from '../../src/platform/lib/digest.ts';
import { accountNamed, sampleHash, sampleServer } from '../contract/fresh-stores.ts';
import { makeFolder, startMuster } from '../support/binary.ts';
import { blocksOf, readDocs } from '../support/docs.ts';
import { eventually } from './client.ts';

const KEY = `muster_${'7'.repeat(48)}`;
const HASH = sampleHash(1);

/** Writes a moderator with a key, a player, and two servers. */
async function prepare(folder: string): Promise<void> {
  using store = openStore({ folder: join(folder, 'muster-data') });
  const now = Date.now();
  await store.accounts.insertAccount(accountNamed('Mia', { role: 'moderator' }));
  await store.accounts.insertAccount(accountNamed('Alice'));
  const row = { accountId: 1, name: 'Discord bot', scopes: ['moderate'] as const };
  const note = { at: now, event: 'key made', device: '', country: '', detail: '' } as const;
  await store.apiKeys.addKey({ ...row, keyHash: sha256Hex(KEY), createdAt: now }, 10, {
    note,
    bounds: { atMost: 200, sameWithinMs: 0 },
    entry: undefined,
    emailJobs: [],
  });
  const saved = [sampleServer({ hash: HASH, name: 'Copycat', lastBeatAt: now })];
  await store.servers.saveBatch({ saved, removed: [], aliveAt: now });
}

/** A channel as Discord's API has it: messages of people, and what the bot said. Slows the bot down once. */
function openChannel() {
  const messages: { id: string; content: string; author: { bot?: boolean } }[] = [];
  const said: string[] = [];
  let isSlow = true;
  let reads = 0;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (request.headers.get('authorization') !== 'Bot discord-token') {
        return Response.json({ message: '401: Unauthorized' }, { status: 401 });
      }
      expect(pathname).toBe('/channels/42/messages');
      if (request.method === 'GET') {
        reads += 1;
        const after = Number(searchParams.get('after') ?? 0);
        return Response.json(messages.filter(({ id }) => Number(id) > after).toReversed());
      }
      if (isSlow) {
        isSlow = false;
        const headers = { 'retry-after': '0.01' };
        return Response.json({ message: 'You are being rate limited.' }, { status: 429, headers });
      }
      const message = (await request.json()) as { content: string; allowed_mentions: object };
      expect(message.allowed_mentions).toEqual({ parse: [] });
      said.push(message.content);
      return Response.json({ id: '0' });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    said,
    countReads: () => reads,
    say(content: string, author = {}) {
      messages.push({ id: `${messages.length + 1}`, content, author });
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

test('the bot in the docs unlists a server by a command, and posts new reports', async () => {
  const folder = await makeFolder();
  await prepare(folder);
  await using channel = openChannel();
  await using muster = await startMuster({ folder });
  const [bot = ''] = blocksOf((await readDocs()).get('docs/api.md') ?? '', 'js');
  await writeFile(join(folder, 'bot.mjs'), bot);
  const lines = bot.split('\n').filter((line) => line.trim() !== '');
  expect(lines.length).toBeLessThan(70);
  channel.say(`!unlist ${HASH} Said before the bot came.`);
  const child = Bun.spawn({
    cmd: [process.execPath, join(folder, 'bot.mjs')],
    cwd: folder,
    env: {
      DISCORD_TOKEN: 'discord-token',
      DISCORD_CHANNEL: '42',
      DISCORD_URL: channel.url,
      API_KEY: KEY,
      API_URL: muster.url,
      PAUSE_MS: '50',
    },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const hears = (count: number) =>
    eventually(
      async () => channel.said.length,
      (length) => length >= count || child.exitCode !== null,
      30_000,
    );
  try {
    await eventually(
      async () => channel.countReads(),
      (reads) => reads > 0 || child.exitCode !== null,
      30_000,
    );
    channel.say('!reports');
    channel.say('Hello, !reports is a command.');
    channel.say(`!unlist ${HASH} Copied name`);
    channel.say('!relist x', {});
    channel.say('!reports', { bot: true });
    await hears(3);
    expect(channel.said).toEqual([
      'No open reports.',
      'Done.',
      'A server has a hash of 32 hex digits.',
    ]);
    const { stdout } = await muster.run(['audit', 'list', '--json']);
    expect(JSON.parse(stdout)).toMatchObject([
      {
        action: 'server unlisted',
        subject: HASH,
        reason: 'Copied name',
        actor: { name: 'Mia', key: 'Discord bot' },
      },
    ]);
    expect(await muster.mustRun(['audit', 'list'])).toContain('Mia by key Discord bot');
    await reportAs(muster.folder);
    await hears(4);
    expect(channel.said[3]).toBe(`Report 1 on Copycat (${HASH}): copy Not the real one.`);
  } finally {
    child.kill();
  }
  expect(`${muster.stdout}${muster.stderr}`).not.toContain(KEY);
});

/** Adds a report beside the running service, as another process may. */
async function reportAs(folder: string): Promise<void> {
  using store = openStore({ folder: join(folder, 'muster-data') });
  const about = { hash: HASH, serverName: 'Copycat', accountId: 2, kind: 'copy' } as const;
  await store.reports.addReport({
    ...about,
    text: 'Not the real one.',
    createdAt: Date.now(),
    wantsEmail: false,
  });
}
