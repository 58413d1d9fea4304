// The list of a logged-in player: the public list with mppasses, rebuilt when they change, and bounded in size.

import { beforeEach, describe, expect, test } from 'bun:test';
import { serverListFormat } from '../../../src/modules/list/list-api.ts';
import { computeMppass } from '../../../src/modules/list/mppass.ts';
import { createPlayerLists, type Player } from '../../../src/modules/list/player-list.ts';
import type { ListFormat, ReadyList } from '../../../src/modules/list/ready-list.ts';
import type { Registry } from '../../../src/modules/registry/registry.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import type { ListedRecord } from '../../support/listed-record.ts';
import { openedForEach } from '../../support/opened.ts';
import {
  ADDRESS,
  createTestRegistry,
  openTestServers,
  recordsOf,
  START,
} from '../../support/test-servers.ts';

const alice: Player = { id: 1, name: 'Alice', isVerified: true };

const service = openedForEach(openTestServers);
beforeEach(async () => {
  for (const port of ['1', '2', '3']) {
    await service.beat({ port, users: port, salt: `salt of ${port}` });
  }
  await service.beat({ port: '4', public: 'false' });
  await service.timers.turn(1_000);
});

const listOf = (player: Player): ListedRecord[] =>
  recordsOf(service.servers.playerLists.listFor(player));

describe('the list of a player', () => {
  // C5.3
  test('is the public one in its order, with address, port and mppass at the end', () => {
    const expected = service.listed().map((record) => {
      const port = record.players;
      const mppass = computeMppass(`salt of ${port}`, 'Alice');
      return { ...record, ip: ADDRESS, port, mppass };
    });
    expect(expected).toHaveLength(3);
    expect(JSON.stringify(listOf(alice))).toBe(JSON.stringify(expected));
  });

  // C8.1
  test('has mppasses of the name in the account’s own spelling', () => {
    const [record] = listOf({ ...alice, name: 'aLiCe' });
    expect(record?.mppass).toBe(computeMppass('salt of 3', 'aLiCe'));
  });

  // C4.14
  test('has empty mppasses for one who is not verified, but addresses', () => {
    for (const record of listOf({ ...alice, isVerified: false })) {
      expect(record).toMatchObject({ mppass: '', ip: ADDRESS });
    }
  });

  // C8.3
  test('holds no salt', () => {
    const text = new TextDecoder().decode(service.servers.playerLists.listFor(alice));
    expect(text).not.toContain('salt of');
  });
});

describe('requested again', () => {
  test('it is the same bytes while nothing changed', async () => {
    const bytes = service.servers.playerLists.listFor(alice);
    await service.timers.turn(30_000);
    expect(service.servers.playerLists.listFor(alice)).toBe(bytes);
  });

  // C5.13, C8.1
  test('a new salt shows within a second', async () => {
    listOf(alice);
    await service.beat({ port: '3', users: '3', salt: 'new' });
    await service.timers.turn(1_000);
    expect(listOf(alice)[0]?.mppass).toBe(computeMppass('new', 'Alice'));
  });

  test('it is made at most twice a second for new salts alone', async () => {
    const made = new Set<Uint8Array>();
    for (let step = 0; step < 100; step += 1) {
      await service.beat({ port: '3', users: '3', salt: `salt ${step}` }, ADDRESS);
      made.add(service.servers.playerLists.listFor(alice));
      await service.timers.turn(10);
    }
    expect(made.size).toBeLessThanOrEqual(3);
  });

  test('a new salt shows within a second of a clock that was set back', async () => {
    listOf(alice);
    service.clock.advance(-3_600_000);
    await service.beat({ port: '3', users: '3', salt: 'new' });
    await service.timers.turn(1_000);
    expect(listOf(alice)[0]?.mppass).toBe(computeMppass('new', 'Alice'));
  });

  // C5.13
  test('a verification shows at once, and its loss too', () => {
    expect(listOf({ ...alice, isVerified: false })[0]?.mppass).toBe('');
    expect(listOf(alice)[0]?.mppass).toHaveLength(32);
    expect(listOf({ ...alice, isVerified: false })[0]?.mppass).toBe('');
  });

  // C5.13
  test('another name shows at once', () => {
    listOf(alice);
    expect(listOf({ ...alice, name: 'Alicia' })[0]?.mppass).toBe(
      computeMppass('salt of 3', 'Alicia'),
    );
  });

  test('a visible change shows as soon as in the public list', async () => {
    listOf(alice);
    await service.beat({ port: '3', users: '30', name: 'Changed' });
    await service.timers.turn(1_000);
    expect(listOf(alice)[0]?.name).toBe('Changed');
  });
});

describe('what is kept', () => {
  const MEGABYTE = 1024 * 1024;

  /** Lists of so many bytes each, over one snapshot that never changes. */
  function openCache(bytes: number) {
    const { registry }: { registry: Registry } = createTestRegistry();
    const format: ListFormat = { ...serverListFormat, write: () => 'x'.repeat(bytes) };
    const snapshot = { servers: [], madeAt: START };
    const readyList: Pick<ReadyList, 'snapshot'> = { snapshot };
    const lists = createPlayerLists({ clock: createFakeClock(START), registry, readyList, format });
    const known = new Map<number, Uint8Array>();
    return {
      /** Asks for a list; says whether it was kept from the last time. */
      request(id: number): boolean {
        const bytesNow = lists.listFor({ id, name: `Player${id}`, isVerified: true });
        const isKept = known.get(id) === bytesNow;
        known.set(id, bytesNow);
        return isKept;
      },
    };
  }

  test('is 16 MB of lists and no more', () => {
    const cache = openCache(MEGABYTE);
    for (let id = 1; id <= 17; id += 1) cache.request(id);
    const kept = Array.from({ length: 16 }, (_, index) => cache.request(index + 2));
    expect(kept).toEqual(Array(16).fill(true));
    expect(cache.request(1)).toBe(false);
  });

  test('removes the list that was requested longest ago, not the one that was made first', () => {
    const cache = openCache(MEGABYTE);
    for (let id = 1; id <= 16; id += 1) cache.request(id);
    expect(cache.request(1)).toBe(true);
    cache.request(17);
    expect(cache.request(1)).toBe(true);
    expect(cache.request(2)).toBe(false);
  });

  test('removes as many small lists as a large one needs', () => {
    const cache = openCache(5 * MEGABYTE);
    for (const id of [1, 2, 3]) cache.request(id);
    expect([3, 2, 1].map((id) => cache.request(id))).toEqual([true, true, true]);
    cache.request(4);
    expect(cache.request(3)).toBe(false);
  });

  test('is not a list that is larger than all may be together', () => {
    const cache = openCache(17 * MEGABYTE);
    cache.request(1);
    expect(cache.request(1)).toBe(false);
  });
});
