// The server and ban commands, each on a real data folder.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { openStore } from '../../src/store/open-store.ts';
import { type Bench, openBench } from './support.ts';

const HASH = 'd'.repeat(32);
const SALT = 'salt-that-nobody-may-see';
let bench: Bench;

beforeAll(async () => {
  bench = openBench();
  using store = openStore({ folder: `${bench.folder}/muster-data` });
  const at = Date.now();
  const server = {
    hash: HASH,
    ip: '203.0.113.7',
    port: 25565,
    name: '日本 Lobby',
    players: 3,
    maxPlayers: 20,
    software: 'MCGalaxy',
    isPublic: false,
    supportsWeb: false,
    salt: SALT,
    country: 'NL',
    startedAt: at - 60_000,
    lastBeatAt: at,
    reachableAt: null,
  };
  await store.servers.saveBatch({ saved: [server], removed: [], aliveAt: at });
});

afterAll(() => bench[Symbol.dispose]());

describe('server list', () => {
  test('shows live servers, private ones too, in aligned columns', async () => {
    const [head = '', row = '', ...rest] = (await bench.out(['server', 'list'])).split('\n');
    expect(rest).toEqual(['']);
    expect(head).toMatch(
      /^HASH +ADDRESS +PLAYERS +PUBLIC +FEATURED +COUNTRY +LAST BEAT \(UTC\) +NAME +SOFTWARE$/,
    );
    expect(row).toContain(`${HASH}  203.0.113.7:25565  3/20     no`);
    expect(row.indexOf('203.')).toBe(head.indexOf('ADDRESS'));
    expect(Bun.stringWidth(row.slice(0, row.indexOf('MCGalaxy')))).toBe(head.indexOf('SOFTWARE'));
  });

  test('writes JSON for scripts', async () => {
    const rows = JSON.parse(await bench.out(['server', 'list', '--json']));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ hash: HASH, ip: '203.0.113.7', port: 25565, isPublic: false });
    expect(rows[0].startedAt).toMatch(/Z$/);
  });

  test('never shows a salt', async () => {
    for (const argv of [
      ['server', 'list'],
      ['server', 'list', '--json'],
    ]) {
      expect(await bench.out(argv)).not.toContain(SALT);
    }
  });
});

describe('server feature and unfeature', () => {
  test('are each other’s opposite', async () => {
    const isFeatured = async () =>
      JSON.parse(await bench.out(['server', 'list', '--json']))[0].isFeatured;
    expect(await bench.out(['server', 'feature', HASH])).toContain('is featured');
    expect(await isFeatured()).toBe(true);
    expect(await bench.out(['server', 'feature', HASH])).toContain('already');
    await bench.out(['server', 'unfeature', HASH.toUpperCase()]);
    expect(await isFeatured()).toBe(false);
    const { exitCode, err } = await bench.run(['server', 'unfeature', HASH]);
    expect([exitCode, err]).toEqual([1, `muster: Server ${HASH} is not featured.\n`]);
  });

  test('want a server hash', async () => {
    const { exitCode, err } = await bench.run(['server', 'feature', 'Lobby']);
    expect(exitCode).toBe(1);
    expect(err).toContain('32 hex digits');
  });
});

describe('bans', () => {
  test('are added, listed and removed', async () => {
    const argv = ['ban', 'add', '198.51.100.9', '--reason', 'Fake player counts'];
    expect(await bench.out(argv)).toBe('Heartbeats from 198.51.100.9/32 are refused.\n');
    const table = await bench.out(['ban', 'list']);
    expect(table).toMatch(
      /^RANGE +SINCE \(UTC\) +REASON\n198\.51\.100\.9\/32 +\S+ \S+ +Fake player counts\n$/,
    );
    const [ban] = JSON.parse(await bench.out(['ban', 'list', '--json']));
    expect(ban).toMatchObject({ range: '198.51.100.9/32', reason: 'Fake player counts' });
    expect(ban.createdAt).toMatch(/Z$/);
    const removed = await bench.out(['ban', 'remove', '198.51.100.9']);
    expect(removed).toBe('Heartbeats from 198.51.100.9/32 are accepted again.\n');
    expect(JSON.parse(await bench.out(['ban', 'list', '--json']))).toEqual([]);
  });

  test.each([
    ['no reason at all', ['add', '198.51.100.9'], 2, 'required option'],
    ['an empty reason', ['add', '198.51.100.9', '--reason', ' '], 1, 'reason'],
    ['a reason that is too long', ['add', '198.51.100.9', '--reason', 'x'.repeat(201)], 1, '200'],
    ['a reason of two lines', ['add', '198.51.100.9', '--reason', 'a\nb'], 1, 'control'],
    ['a range that is none', ['add', 'everybody', '--reason', 'x'], 1, 'everybody'],
    ['a ban that does not exist', ['remove', '192.0.2.0/24'], 1, '192.0.2.0/24 is not banned'],
    ['a removal of no range', ['remove', 'everybody'], 1, 'everybody'],
  ] as [string, string[], number, string][])('%s is refused', async (_, args, code, hint) => {
    const { exitCode, out, err } = await bench.run(['ban', ...args]);
    expect([exitCode, out]).toEqual([code, '']);
    expect(err).toContain(hint);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  test('a range is banned once', async () => {
    await bench.out(['ban', 'add', '192.0.2.0/24', '--reason', 'x']);
    const again = await bench.run(['ban', 'add', '192.0.2.77/24', '--reason', 'y']);
    expect(again.exitCode).toBe(1);
    expect(again.err).toContain('192.0.2.0/24');
  });
});
