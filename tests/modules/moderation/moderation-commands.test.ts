// The server and ban commands, each on a real data folder.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { openStore } from '../../../src/app/open-stores.ts';
import { sampleAccount } from '../../contract/fresh-stores.ts';
import { type Bench, openBench } from '../../support/command-line.ts';

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
    name: '&e日本 &fLobby',
    players: 3,
    maxPlayers: 20,
    software: '&aMCGalaxy',
    isPublic: false,
    supportsWeb: false,
    salt: SALT,
    country: 'NL',
    startedAt: at - 60_000,
    steadySince: at - 60_000,
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
      /^HASH +ADDRESS +PLAYERS +PUBLIC +FEATURED +UNLISTED +COUNTRY +LAST HEARTBEAT \(UTC\) +NAME +SOFTWARE$/,
    );
    expect(row).toContain(`${HASH}  203.0.113.7:25565  3/20     no`);
    expect(row.indexOf('203.')).toBe(head.indexOf('ADDRESS'));
    expect(Bun.stringWidth(row.slice(0, row.indexOf('MCGalaxy')))).toBe(head.indexOf('SOFTWARE'));
    expect(row).toEndWith('  日本 Lobby  MCGalaxy');
  });

  test('writes JSON for scripts', async () => {
    const rows = JSON.parse(await bench.out(['server', 'list', '--json']));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ hash: HASH, ip: '203.0.113.7', port: 25565, isPublic: false });
    expect(rows[0]).toMatchObject({ name: '&e日本 &fLobby', software: '&aMCGalaxy' });
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
  test('undo each other', async () => {
    const isFeatured = async () =>
      JSON.parse(await bench.out(['server', 'list', '--json']))[0].isFeatured;
    expect(await bench.out(['server', 'feature', HASH])).toContain('is now featured');
    expect(await isFeatured()).toBe(true);
    expect(await bench.out(['server', 'feature', HASH])).toContain('already');
    await bench.out(['server', 'unfeature', HASH.toUpperCase()]);
    expect(await isFeatured()).toBe(false);
    const { exitCode, err } = await bench.run(['server', 'unfeature', HASH]);
    expect([exitCode, err]).toEqual([1, `muster: Server ${HASH} is not featured.\n`]);
  });
});

describe('bans', () => {
  test('are added, listed and removed', async () => {
    const argv = ['ban', 'add', '198.51.100.9', '--reason', 'Fake player counts'];
    expect(await bench.out(argv)).toBe('Heartbeats from 198.51.100.9/32 are refused.\n');
    const table = await bench.out(['ban', 'list']);
    expect(table).toMatch(
      /^KIND +BANNED +SINCE \(UTC\) +UNTIL \(UTC\) +BY +REASON\nrange +198\.51\.100\.9\/32 +\S+ \S+ +permanent +command line +Fake player counts\n$/,
    );
    const [ban] = JSON.parse(await bench.out(['ban', 'list', '--json']));
    expect(ban).toMatchObject({
      ...{ kind: 'range', range: '198.51.100.9/32', reason: 'Fake player counts' },
      ...{ author: 'command line', expiresAt: null },
    });
    expect(ban.createdAt).toMatch(/Z$/);
    const removed = await bench.out(['ban', 'remove', '198.51.100.9']);
    expect(removed).toBe('Heartbeats from 198.51.100.9/32 are accepted again.\n');
    expect(JSON.parse(await bench.out(['ban', 'list', '--json']))).toEqual([]);
  });

  test('of wide ranges are made with --yes alone, and what they hit is told', async () => {
    const wide = ['ban', 'add', '8.0.0.0/7', '--reason', 'Flood'];
    const refused = await bench.run(wide);
    expect([refused.exitCode, refused.out]).toEqual([2, '']);
    expect(refused.err).toContain('8.0.0.0/7 is wider than a /16');
    expect(refused.err).toContain('Add --yes.');
    expect(JSON.parse(await bench.out(['ban', 'list', '--json']))).toEqual([]);
    expect(await bench.out([...wide, '--yes'])).toStartWith(
      'Heartbeats from 8.0.0.0/7 are refused.',
    );
    await bench.out(['ban', 'remove', '8.0.0.0/7']);
  });

  test('may end, and may be on names and on servers', async () => {
    const forAWhile = await bench.out([
      ...['ban', 'add', '--name', '&cSpam *', '--reason', 'Spam', '--until', '7d'],
    ]);
    expect(forAWhile).toMatch(
      /^Heartbeats from servers named spam \* are refused until \S+ \S+ UTC\.\n$/,
    );
    const onServer = await bench.out([
      'ban',
      'add',
      '--server',
      HASH.toUpperCase(),
      '--reason',
      'x',
    ]);
    expect(onServer).toBe(`Heartbeats from the server ${HASH} are refused.\n`);
    const bans = JSON.parse(await bench.out(['ban', 'list', '--json']));
    expect(bans).toMatchObject([
      { kind: 'name', name: 'spam *' },
      { kind: 'server', server: HASH, expiresAt: null },
    ]);
    expect(Date.parse(bans[0].expiresAt) - Date.parse(bans[0].createdAt)).toBe(7 * 86_400_000);
    await bench.out(['ban', 'remove', '--name', 'SPAM **']);
    await bench.out(['ban', 'remove', '--server', HASH]);
    expect(JSON.parse(await bench.out(['ban', 'list', '--json']))).toEqual([]);
  });

  test.each([
    ['no reason at all', ['add', '198.51.100.9'], 2, 'required option'],
    ['a range that is none', ['add', 'everybody', '--reason', 'x'], 1, 'everybody'],
    ['a ban that does not exist', ['remove', '192.0.2.0/24'], 1, '192.0.2.0/24 is not banned'],
    ['nobody at all', ['add', '--reason', 'x'], 2, 'an address or range'],
    ['two at once', ['add', '10.0.0.0/8', '--name', 'spam', '--reason', 'x'], 2, 'exactly one'],
  ] as [string, string[], number, string][])('%s is refused', async (_, args, code, hint) => {
    const { exitCode, out, err } = await bench.run(['ban', ...args]);
    expect([exitCode, out]).toEqual([code, '']);
    expect(err).toContain(hint);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});

describe('server unlist, relist and country', () => {
  test('show in the list and can be undone', async () => {
    const shown = async () => JSON.parse(await bench.out(['server', 'list', '--json']))[0];
    await bench.out(['server', 'unlist', HASH, '--reason', 'Bad manners']);
    expect(await shown()).toMatchObject({ isUnlisted: true });
    expect(await bench.out(['server', 'relist', HASH])).toContain('next heartbeat');
    expect(await shown()).toMatchObject({ isUnlisted: false });
    const again = await bench.run(['server', 'relist', HASH]);
    expect([again.exitCode, again.err]).toEqual([1, `muster: Server ${HASH} is not unlisted.\n`]);
    expect(await bench.out(['server', 'country', HASH, 'nz'])).toContain(
      'is shown with country NZ',
    );
    expect(await bench.out(['server', 'country', HASH, 'auto'])).toContain('of its address');
    const none = await bench.run(['server', 'country', HASH, 'auto']);
    expect([none.exitCode, none.err]).toEqual([
      ...[1, `muster: No country was set for server ${HASH}.\n`],
    ]);
  });

  test.each([
    ['no reason', ['unlist', HASH], 2, 'required option'],
    ['no hash', ['unlist', 'Lobby', '--reason', 'x'], 1, '32 hex digits'],
  ] as [string, string[], number, string][])('%s is refused', async (_, args, code, hint) => {
    const { exitCode, err } = await bench.run(['server', ...args]);
    expect(exitCode).toBe(code);
    expect(err).toContain(hint);
  });
});

describe('filter', () => {
  test('words are added, listed and removed, however they are written', async () => {
    expect(await bench.out(['filter', 'add', 'B4dword'])).toContain('are now kept off');
    expect(await bench.out(['filter', 'add', 'badword'])).toContain('already');
    expect(await bench.out(['filter', 'list'])).toMatch(
      /^WORD +SINCE \(UTC\)\nB4dword +\S+ \S+\n$/,
    );
    expect(JSON.parse(await bench.out(['filter', 'list', '--json']))).toMatchObject([
      { word: 'B4dword' },
    ]);
    expect(await bench.out(['filter', 'remove', 'BADWORD'])).toContain(
      'was removed from the filter',
    );
    const { exitCode, err } = await bench.run(['filter', 'remove', 'badword']);
    expect(exitCode).toBe(1);
    expect(err).toContain('muster filter list');
  });
});

test('the tags that operators choose from are added, listed and removed', async () => {
  expect(await bench.out(['tag', 'add', 'Trains'])).toContain('can now choose');
  expect(await bench.out(['tag', 'add', 'trains'])).toContain('already on the list');
  const table = await bench.out(['tag', 'list']);
  expect(table).toMatch(/^TAG +SINCE \(UTC\)\n/);
  expect(table).toMatch(/\nsurvival\n/);
  expect(table).toMatch(/\ntrains +\S+ \S+\n/);
  const listed: { tag: string }[] = JSON.parse(await bench.out(['tag', 'list', '--json']));
  expect(listed).toContainEqual({ tag: 'survival', addedAt: null } as never);
  expect(await bench.out(['tag', 'remove', 'survival'])).toContain('keep it');
  const again = await bench.run(['tag', 'remove', 'survival']);
  expect([again.exitCode, again.err]).toEqual([1, expect.stringContaining('muster tag list')]);
  expect((await bench.run(['tag', 'add', 'a b'])).err).toContain('2 to 20 letters');
});

/** Adds open reports on the server by as many new accounts. */
async function addReports(folder: string, count: number): Promise<void> {
  using store = openStore({ folder: `${folder}/muster-data` });
  for (let number = 0; number < count; number += 1) {
    const { id: accountId } = await store.accounts.insertAccount(
      sampleAccount({
        name: `Player${Math.random()}`.slice(0, 16),
        email: `${Math.random()}@a.example`,
      }),
    );
    await store.reports.addReport({
      ...{ hash: HASH, serverName: 'Alpha', accountId, kind: 'fake', text: '' },
      ...{ createdAt: 1, wantsEmail: false },
    });
  }
}

describe('reports and claims', () => {
  const AT = Date.UTC(2026, 0, 2, 3, 4);

  test('are listed and dealt with', async () => {
    const fresh = openBench();
    try {
      {
        using store = openStore({ folder: `${fresh.folder}/muster-data` });
        await store.accounts.insertAccount(sampleAccount());
        await store.reports.addReport({
          ...{ hash: HASH, serverName: '&aAlpha', accountId: 1, kind: 'fake', text: 'a\nb' },
          ...{ createdAt: AT, wantsEmail: false },
        });
        const code = { hash: HASH, codeHash: 'c0'.repeat(32) };
        await store.claims.saveCode({ ...code, accountId: 1, expiresAt: AT + 1 }, AT);
        await store.claims.completeClaim(code, AT);
        await store.claims.updateClaim(HASH, 1, { description: 'x\ny', tags: ['pvp'] });
      }
      expect(await fresh.out(['report', 'list'])).toMatch(
        /\n1 +2026-01-02 03:04 +d{32} +&aAlpha +fake +Alice +a b\n$/,
      );
      const [report] = JSON.parse(await fresh.out(['report', 'list', '--json']));
      expect(report).toMatchObject({ id: 1, accountName: 'Alice', text: 'a\nb', closedAt: null });
      expect(report).not.toHaveProperty('accountId');
      expect(await fresh.out(['report', 'close', '1', '--reason', 'Done'])).toContain('was closed');
      expect(await fresh.out(['report', 'list'])).not.toContain('Alice');
      expect(await fresh.out(['report', 'list', '--closed'])).toContain('Alice');
      expect(await fresh.out(['report', 'list', '--closed', '--before', '1'])).not.toContain('Al');
      const again = await fresh.run(['report', 'close', '1', '--reason', 'Done']);
      expect([again.exitCode, again.err]).toEqual([1, expect.stringContaining('no open report 1')]);
      expect((await fresh.run(['report', 'close', 'x', '--reason', 'Done'])).exitCode).toBe(2);
      expect((await fresh.run(['report', 'close', '1'])).exitCode).toBe(2);
      const all = ['report', 'close-all', HASH, '--reason', 'Spam', '--unlist'];
      const none = await fresh.run(all);
      expect([none.exitCode, none.err]).toEqual([1, expect.stringContaining('no open report on')]);
      expect(await fresh.out(['server', 'list', '--json'])).not.toContain('"isUnlisted":true');
      await addReports(fresh.folder, 2);
      expect(await fresh.out(all)).toBe('2 reports were closed, and the server is unlisted.\n');
      await addReports(fresh.folder, 1);
      const once = ['report', 'close-all', HASH.toUpperCase(), '--reason', 'Again'];
      expect(await fresh.out(once)).toBe('1 report was closed.\n');
      expect((await fresh.run(['report', 'close-all', 'x', '--reason', 'y'])).exitCode).toBe(1);
      expect((await fresh.run(['report', 'close-all', HASH])).exitCode).toBe(2);
      expect(await fresh.out(['audit', 'list', '--act', 'server unlisted'])).toContain('Spam');

      expect(await fresh.out(['claim', 'list'])).toMatch(
        /\nd{32} +Alice +2026-01-02 03:04 +pvp +x y\n$/,
      );
      const [claim] = JSON.parse(await fresh.out(['claim', 'list', '--json']));
      expect(claim).toMatchObject({ hash: HASH, accountName: 'Alice', description: 'x\ny' });
      expect(claim).not.toHaveProperty('accountId');
      const why = ['--reason', 'Rude'];
      expect(await fresh.out(['claim', 'clear', HASH, ...why])).toContain('were cleared');
      expect(await fresh.out(['claim', 'list'])).not.toContain('pvp');
      expect(await fresh.out(['claim', 'remove', HASH, ...why])).toContain('no longer claimed');
      for (const word of ['clear', 'remove']) {
        const { exitCode, err } = await fresh.run(['claim', word, HASH, ...why]);
        expect([exitCode, err]).toEqual([1, `muster: Server ${HASH} is not claimed.\n`]);
        expect((await fresh.run(['claim', word, HASH])).exitCode).toBe(2);
      }
    } finally {
      fresh[Symbol.dispose]();
    }
  });
});

describe('audit list', () => {
  test('shows who did what and why, newest first', async () => {
    const fresh = openBench();
    try {
      await fresh.out(['server', 'feature', HASH, '--reason', 'Nice place']);
      await fresh.out(['ban', 'add', '192.0.2.0/24', '--reason', 'Spam']);
      const table = await fresh.out(['audit', 'list']);
      expect(table).toMatch(
        /^NUMBER +TIME \(UTC\) +BY +ACTION +SUBJECT +DETAIL +REASON\n2 +\S+ \S+ +command line +ban added +192\.0\.2\.0\/24 +Address, permanent +Spam\n1 +\S+ \S+ +command line +server featured +d{32} +Nice place\n$/,
      );
      const actions = JSON.parse(await fresh.out(['audit', 'list', '--json', '--subject', HASH]));
      expect(actions).toMatchObject([
        { id: 1, action: 'server featured', actor: { kind: 'command line' }, reason: 'Nice place' },
      ]);
      expect(await fresh.out(['audit', 'list', '--before', '1'])).not.toContain('featured');
      expect(await fresh.out(['audit', 'list', '--actor', 'Nobody'])).not.toContain('Spam');
      const unknown = await fresh.run(['audit', 'list', '--action', 'server eaten']);
      expect([unknown.exitCode, unknown.err]).toEqual([1, expect.stringContaining('server eaten')]);
      const { exitCode } = await fresh.run(['audit', 'list', '--before', 'x']);
      expect(exitCode).toBe(2);
    } finally {
      fresh[Symbol.dispose]();
    }
  });
});
