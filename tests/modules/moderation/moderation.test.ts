// What administrators see of servers and do to them, over a real store.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Store } from '../../../src/app/open-stores.ts';
import {
  createServerModeration,
  type ServerModeration,
} from '../../../src/modules/moderation/moderation.ts';
import type { StoredServer } from '../../../src/modules/registry/server-ports.ts';
import { sampleServer } from '../../contract/fresh-stores.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { COMMAND, rangeOf } from '../../support/moderation-samples.ts';
import { openTestStore } from '../../support/store.ts';
import { failureOf } from '../../support/test-servers.ts';

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

const aServer = (changes: Partial<StoredServer> = {}) =>
  sampleServer({
    ...{ hash: hashOf('a'), name: 'Alpha', maxPlayers: 20, salt: SALT, country: 'DE' },
    ...{ startedAt: START - 3_600_000, lastBeatAt: START, reachableAt: START, ...changes },
  });

async function save(...saved: StoredServer[]): Promise<void> {
  await store.servers.saveBatch({ saved, removed: [], aliveAt: START });
}

describe('the list of servers', () => {
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
    await moderation.actOnServer('feature', COMMAND, hashOf('4'));
    const servers = await moderation.listServers();
    expect(servers.map((server) => server.hash[0]).join('')).toBe('43201');
    expect(servers.map((server) => server.isFeatured)).toEqual([true, false, false, false, false]);
  });
});

describe('featuring', () => {
  test('accepts a hash in capitals', async () => {
    await moderation.actOnServer('feature', COMMAND, hashOf('A'));
    expect(await store.moderation.listMarks('featured')).toMatchObject([{ hash: hashOf('a') }]);
    expect(await moderation.actOnServer('unfeature', COMMAND, hashOf('A'))).toBe(true);
  });

  test.each(['', 'a'.repeat(31), `${'a'.repeat(32)}\n`])('refuses the hash %j', async (text) => {
    for (const action of [
      moderation.actOnServer('feature', COMMAND, text),
      moderation.actOnServer('unfeature', COMMAND, text),
    ]) {
      expect(await failureOf(action)).toMatchObject({ kind: 'invalid' });
    }
    expect(await store.moderation.listMarks('featured')).toEqual([]);
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

  test.each(['', '203.0.113.0/33'])('refuses the range %p', async (range) => {
    const banning = moderation.addBan(COMMAND, rangeOf(range), { reason: 'why' });
    expect(await failureOf(banning)).toMatchObject({ kind: 'invalid' });
    const lifting = moderation.removeBan(COMMAND, rangeOf(range));
    expect(await failureOf(lifting)).toMatchObject({ kind: 'invalid' });
    expect(await moderation.listBans()).toEqual([]);
  });
});
