// What administrators see of servers and do to them, over a real store.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { Failure } from '../../src/lib/failure.ts';
import { MAX_REASON_LENGTH } from '../../src/lib/plain-line.ts';
import {
  createServerModeration,
  type ServerModeration,
} from '../../src/servers/moderation/moderation.ts';
import type { StoredServer } from '../../src/servers/ports.ts';
import type { Store } from '../../src/store/sqlite/open-store.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { COMMAND, rangeOf } from '../support/moderation-samples.ts';
import { openTestStore } from '../support/store.ts';

const START = 1_800_000_000_000;
const STALE_AFTER_MS = 180_000;
const SALT = 'kept-secret-0123';

let store: Store;
let clock: FakeClock;
let moderation: ServerModeration;

beforeEach(() => {
  store = openTestStore();
  clock = createFakeClock(START);
  moderation = createServerModeration({
    ...store,
    clock,
    staleAfterMs: STALE_AFTER_MS,
  });
});
afterEach(() => store[Symbol.dispose]());

const hashOf = (digit: string): string => digit.repeat(32);

function aServer(changes: Partial<StoredServer> = {}): StoredServer {
  return {
    hash: hashOf('a'),
    ip: '203.0.113.7',
    port: 25_565,
    name: 'Alpha',
    players: 3,
    maxPlayers: 20,
    software: 'MCGalaxy 1.9.5.3',
    isPublic: true,
    supportsWeb: false,
    salt: SALT,
    country: 'DE',
    startedAt: START - 3_600_000,
    steadySince: START - 3_600_000,
    lastBeatAt: START,
    reachableAt: START,
    ...changes,
  };
}

async function save(...saved: StoredServer[]): Promise<void> {
  await store.servers.saveBatch({ saved, removed: [], aliveAt: START });
}

async function failureOf(action: Promise<unknown>): Promise<Failure> {
  const failure = await action.catch((error: unknown) => error);
  if (!(failure instanceof Failure)) throw new Error('It should have been refused.');
  return failure;
}

describe('the list of servers', () => {
  test('is empty on a new store', async () => {
    expect(await moderation.listServers()).toEqual([]);
  });

  test('shows what a server said, and never its salt', async () => {
    await save(aServer());
    const servers = await moderation.listServers();
    expect(servers).toEqual([
      {
        hash: hashOf('a'),
        name: 'Alpha',
        ip: '203.0.113.7',
        port: 25_565,
        players: 3,
        maxPlayers: 20,
        software: 'MCGalaxy 1.9.5.3',
        country: 'DE',
        isPublic: true,
        isFeatured: false,
        isUnlisted: false,
        lastBeatAt: START,
        startedAt: START - 3_600_000,
      },
    ]);
    expect(JSON.stringify(servers)).not.toContain(SALT);
  });

  test('shows private servers too', async () => {
    await save(aServer({ isPublic: false }));
    expect(await moderation.listServers()).toMatchObject([{ isPublic: false }]);
  });

  const ages: [ageMs: number, isShown: boolean, why: string][] = [
    [0, true, 'just now'],
    [STALE_AFTER_MS, true, 'at the limit'],
    [STALE_AFTER_MS + 1, false, 'past the limit'],
    [3_600_000, false, 'long ago'],
  ];
  test.each(ages)('of a last heartbeat %p ms before: %p, %s', async (ageMs, isShown) => {
    await save(aServer({ lastBeatAt: START - ageMs }));
    expect(await moderation.listServers()).toHaveLength(isShown ? 1 : 0);
  });

  test('is as of the moment when the service was last alive, however long ago', async () => {
    await save(aServer({ lastBeatAt: START - 60_000 }));
    clock.advance(30 * 86_400_000);
    expect(await moderation.listServers()).toHaveLength(1);
  });

  test('has featured servers first, then the fullest, then the longest running', async () => {
    await save(
      aServer({ hash: hashOf('1'), ip: '203.0.113.1', players: 9, startedAt: START - 5_000 }),
      aServer({ hash: hashOf('2'), ip: '203.0.113.2', players: 9, startedAt: START - 9_000 }),
      aServer({ hash: hashOf('3'), ip: '203.0.113.3', players: 12, startedAt: START - 1_000 }),
      aServer({ hash: hashOf('4'), ip: '203.0.113.4', players: 0, startedAt: START }),
      aServer({ hash: hashOf('0'), ip: '203.0.113.5', players: 9, startedAt: START - 5_000 }),
    );
    await moderation.featureServer(COMMAND, hashOf('4'));
    const servers = await moderation.listServers();
    expect(servers.map((server) => server.hash[0]).join('')).toBe('43201');
    expect(servers.map((server) => server.isFeatured)).toEqual([true, false, false, false, false]);
  });
});

describe('featuring', () => {
  test('says whether it changed anything', async () => {
    expect(await moderation.featureServer(COMMAND, hashOf('a'))).toBe(true);
    expect(await moderation.featureServer(COMMAND, hashOf('a'))).toBe(false);
    expect(await moderation.unfeatureServer(COMMAND, hashOf('a'))).toBe(true);
    expect(await moderation.unfeatureServer(COMMAND, hashOf('a'))).toBe(false);
  });

  test('accepts a hash in capitals', async () => {
    await moderation.featureServer(COMMAND, hashOf('A'));
    expect(await store.moderation.listFeatured()).toEqual([hashOf('a')]);
    expect(await moderation.unfeatureServer(COMMAND, hashOf('A'))).toBe(true);
  });

  const notHashes: [text: string, why: string][] = [
    ['', 'nothing'],
    ['a'.repeat(31), 'one digit short'],
    ['a'.repeat(33), 'one digit more'],
    [`${'a'.repeat(31)}g`, 'a letter beyond f'],
    [`${'a'.repeat(32)}\n`, 'a line end'],
    ['203.0.113.7:25565', 'an address'],
  ];
  test.each(notHashes)('refuses %p: %s', async (text) => {
    for (const action of [
      moderation.featureServer(COMMAND, text),
      moderation.unfeatureServer(COMMAND, text),
    ]) {
      const failure = await failureOf(action);
      expect(failure.kind).toBe('invalid');
      expect(failure.message).toContain('32 hex digits');
    }
    expect(await store.moderation.listFeatured()).toEqual([]);
  });
});

describe('banning', () => {
  test('keeps the canonical range, the reason and the time', async () => {
    const ban = await moderation.addBan(COMMAND, rangeOf('203.0.113.7/24'), {
      reason: ' Sends false player counts ',
    });
    expect(ban).toEqual({
      kind: 'range',
      subject: '203.0.113.0/24',
      reason: 'Sends false player counts',
      author: COMMAND,
      createdAt: START,
      expiresAt: null,
    });
    expect(await moderation.listBans()).toEqual([ban]);
  });

  test('lists the oldest first', async () => {
    await moderation.addBan(COMMAND, rangeOf('203.0.113.9'), { reason: 'first' });
    clock.advance(1_000);
    await moderation.addBan(COMMAND, rangeOf('10.0.0.0/8'), { reason: 'second' });
    const bans = await moderation.listBans();
    expect(bans.map((ban) => ban.reason)).toEqual(['first', 'second']);
  });

  test('refuses a range that is banned already, however it is written', async () => {
    await moderation.addBan(COMMAND, rangeOf('203.0.113.0/24'), { reason: 'first' });
    const failure = await failureOf(
      moderation.addBan(COMMAND, rangeOf('::ffff:203.0.113.77/120'), { reason: 'second' }),
    );
    expect(failure.kind).toBe('conflict');
    expect(await moderation.listBans()).toMatchObject([{ reason: 'first' }]);
  });

  test('is lifted by any way to write the same range, and by no other range', async () => {
    await moderation.addBan(COMMAND, rangeOf('203.0.113.0/24'), { reason: 'why' });
    expect(await moderation.removeBan(COMMAND, rangeOf('203.0.113.7'))).toBe(false);
    expect(await moderation.removeBan(COMMAND, rangeOf('203.0.113.99/24'))).toBe(true);
    expect(await moderation.removeBan(COMMAND, rangeOf('203.0.113.99/24'))).toBe(false);
    expect(await moderation.listBans()).toEqual([]);
  });

  test.each(['', 'example.net', '203.0.113.0/33', '203.0.113'])(
    'refuses the range %p',
    async (range) => {
      expect(
        (await failureOf(moderation.addBan(COMMAND, rangeOf(range), { reason: 'why' }))).kind,
      ).toBe('invalid');
      expect((await failureOf(moderation.removeBan(COMMAND, rangeOf(range)))).kind).toBe('invalid');
      expect(await moderation.listBans()).toEqual([]);
    },
  );

  const accepted: [reason: string, why: string][] = [
    ['x', 'one character'],
    ['x'.repeat(MAX_REASON_LENGTH), 'the longest'],
    ['🧱'.repeat(MAX_REASON_LENGTH), 'the longest, of two units each'],
    ['Grüße "quoted" <b>', 'any printable text'],
    ['👩‍🔧', 'a joined picture'],
  ];
  test.each(accepted)('takes the reason %p: %s', async (reason) => {
    expect((await moderation.addBan(COMMAND, rangeOf('203.0.113.7'), { reason })).reason).toBe(
      reason,
    );
  });

  test('half of a two-unit character becomes the sign for a lost one', async () => {
    const { reason } = await moderation.addBan(COMMAND, rangeOf('203.0.113.7'), {
      reason: 'a\ud83e',
    });
    expect(reason).toBe('a\ufffd');
    expect(await moderation.listBans()).toMatchObject([{ reason }]);
  });

  const refused: [reason: string, why: string][] = [
    ['', 'nothing'],
    [' \t ', 'only spaces'],
    ['x'.repeat(MAX_REASON_LENGTH + 1), 'one too many'],
    ['🧱'.repeat(MAX_REASON_LENGTH + 1), 'one too many of two units each'],
    ['two\nlines', 'a line end'],
    ['a\u0000b', 'a NUL'],
    ['a\u001b[31mb', 'a terminal escape'],
    ['a\u0085b', 'a control character of the upper block'],
    ['a\u2028b', 'a line separator'],
    ['a\u202eb', 'a turn of direction'],
  ];
  test.each(refused)('refuses the reason %j: %s', async (reason) => {
    const failure = await failureOf(moderation.addBan(COMMAND, rangeOf('203.0.113.7'), { reason }));
    expect(failure.kind).toBe('invalid');
    expect(failure.message).toMatch(/reason/);
    expect(await moderation.listBans()).toEqual([]);
  });

  test('any reason is kept as it is shown, or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 250 }), async (reason) => {
        await moderation.removeBan(COMMAND, rangeOf('203.0.113.7'));
        const result = await moderation
          .addBan(COMMAND, rangeOf('203.0.113.7'), { reason })
          .catch((error: unknown) => error);
        const bans = await moderation.listBans();
        if (result instanceof Failure) expect(bans).toEqual([]);
        else expect(bans).toMatchObject([{ reason: reason.trim() }]);
      }),
    );
  });
});
