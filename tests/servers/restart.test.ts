// The servers opened again on the store of an earlier service, as after a restart.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { computeMppass } from '../../src/servers/player-list.ts';
import type { Store } from '../../src/store/sqlite/open-store.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { createFakeProbe } from '../support/fake-probe.ts';
import { createFakeTimers } from '../support/fake-timers.ts';
import { banOf, entryOf } from '../support/moderation-samples.ts';
import { openTestStore } from '../support/store.ts';
import {
  ADDRESS,
  complaintsOf,
  hashOf,
  MINUTE_MS,
  openTestServers,
  SECOND_MS,
  STALE_AFTER_MS,
  START,
  type TestServers,
  type TestServersOptions,
} from './test-servers.ts';

const HOUR_MS = 60 * MINUTE_MS;

let store: Store;
let clock: FakeClock;
beforeEach(() => {
  store = openTestStore();
  clock = createFakeClock(START);
});
afterEach(() => store[Symbol.dispose]());

const open = (options: TestServersOptions = {}): Promise<TestServers> =>
  openTestServers({ store, clock, ...options });

const names = (service: TestServers): string[] => service.listed().map(({ name }) => name);

// C6.22
describe('after an orderly stop', () => {
  test('every server that is not stale is listed at once, uptime unbroken', async () => {
    const before = await open();
    await before.beat({ port: '1', name: 'Older' });
    await before.timers.turn(60 * SECOND_MS);
    await before.beat({ port: '2', name: 'Newer' });
    await before.beat({ port: '3', name: 'Private', public: 'false' });
    await before.timers.turn(30 * SECOND_MS);
    await before.servers.stop();
    clock.advance(20 * SECOND_MS);
    const after = await open();
    expect(after.listed().map(({ name, uptime }) => [name, uptime])).toEqual([
      ['Older', 110],
      ['Newer', 50],
    ]);
    expect(after.events).toEqual([]);
  });

  test('private servers are found again, and not listed', async () => {
    const before = await open();
    const hash = hashOf(await before.beat({ public: 'false' }));
    await before.servers.stop();
    const after = await open();
    expect(after.servers.findServer(hash)?.isPublic).toBe(false);
    expect(after.listed()).toEqual([]);
  });

  test('a salt is kept exactly as sent', async () => {
    const salt = ' Gewürz\u0001😀\u2028 ';
    const before = await open();
    const hash = hashOf(await before.beat({ salt }));
    await before.servers.stop();
    const after = await open();
    const player = { id: 1, name: 'Alice', isVerified: true };
    expect(after.servers.findServer(hash)?.mppassFor(player)).toBe(computeMppass(salt, 'Alice'));
  });

  test('a server stays listed however long the service was down, and then has its time', async () => {
    const before = await open();
    const hash = hashOf(await before.beat());
    await before.timers.turn(100 * SECOND_MS);
    await before.servers.stop();
    clock.advance(24 * HOUR_MS);
    const after = await open();
    expect(after.listed()).toMatchObject([{ uptime: 24 * 3_600 + 100 }]);
    await after.timers.turn(STALE_AFTER_MS - 100 * SECOND_MS);
    expect(after.servers.findServer(hash)).toBeDefined();
    await after.timers.turn(1);
    expect(after.servers.findServer(hash)).toBeUndefined();
  });

  // Others say every ten seconds that the site is alive, so less than that and a little is no pause.
  test.each([
    [5, 0],
    [14.999, 0],
    [15, 15],
  ])(
    'beside other replicas a site that was last known alive %d s ago paused for %d s',
    async (agoS, pauseS) => {
      const before = await open();
      const hash = hashOf(await before.beat());
      await before.servers.stop();
      clock.advance(agoS * SECOND_MS);
      const after = await open({ others: { readBatches: async () => [], onSaved() {} } });
      await after.timers.turn(STALE_AFTER_MS + (pauseS - agoS) * SECOND_MS);
      expect(after.servers.findServer(hash)).toBeDefined();
      await after.timers.turn(1);
      expect(after.servers.findServer(hash)).toBeUndefined();
    },
  );

  test('a second restart does not count the first pause again', async () => {
    const first = await open();
    const hash = hashOf(await first.beat());
    await first.timers.turn(100 * SECOND_MS);
    await first.servers.stop();
    clock.advance(HOUR_MS);
    const second = await open();
    await second.servers.stop();
    clock.advance(HOUR_MS);
    const third = await open();
    expect(third.servers.findServer(hash)).toBeDefined();
    await third.timers.turn(80 * SECOND_MS + 1);
    expect(third.servers.findServer(hash)).toBeUndefined();
  });

  test('a stale server is not listed, and comes back with its uptime', async () => {
    const before = await open();
    const hash = hashOf(await before.beat());
    await before.timers.turn(STALE_AFTER_MS + 1);
    before.servers.sweep();
    await before.servers.stop();
    const after = await open();
    expect(after.listed()).toEqual([]);
    expect(hashOf(await after.beat())).toBe(hash);
    expect(after.servers.findServer(hash)?.uptimeSeconds).toBe(180);
  });

  test('a forgotten server is gone from the store', async () => {
    const before = await open();
    await before.beat();
    await before.servers.flush();
    await before.timers.turn(10 * MINUTE_MS + 1);
    before.servers.sweep();
    await before.servers.stop();
    expect((await store.servers.loadServers()).servers).toEqual([]);
  });

  test('places are counted with the servers that were there', async () => {
    const before = await open({ serversPerAddress: 2 });
    for (const port of ['1', '2']) await before.beat({ port });
    await before.servers.stop();
    const after = await open({ serversPerAddress: 2 });
    expect(complaintsOf(await after.beat({ port: '3' }))).toHaveLength(1);
    hashOf(await after.beat({ port: '2' }));
  });

  test('a heartbeat needs no probe while the last result is fresh', async () => {
    const before = await open();
    await before.beat();
    await before.servers.stop();
    clock.advance(9 * MINUTE_MS);
    const after = await open({ probe: createFakeProbe(false) });
    hashOf(await after.beat());
    expect(after.probe.tried).toEqual([]);
    await after.timers.turn(2 * MINUTE_MS);
    expect(complaintsOf(await after.beat())).toHaveLength(1);
  });
});

describe('after a kill', () => {
  test('what was flushed is there, and what came after is not', async () => {
    const before = await open();
    await before.beat({ port: '1', name: 'Flushed' });
    await before.servers.flush();
    await before.beat({ port: '2', name: 'Lost' });
    expect(names(await open())).toEqual(['Flushed']);
  });

  test('the time since the service was last known alive does not count', async () => {
    const before = await open();
    const hash = hashOf(await before.beat());
    await before.servers.flush();
    clock.advance(HOUR_MS);
    const after = await open();
    expect(after.servers.findServer(hash)).toBeDefined();
    expect(after.listed()).toMatchObject([{ uptime: 3_600 }]);
  });
});

describe('what administrators decided', () => {
  test('featured servers are first, from the start on', async () => {
    const before = await open();
    await before.beat({ port: '1', name: 'Full', users: '20' });
    const hash = hashOf(await before.beat({ port: '2', name: 'Featured', users: '0' }));
    await before.servers.stop();
    await store.moderation.addFeatured(hash, entryOf());
    const after = await open();
    expect(after.listed().map(({ name, featured }) => [name, featured])).toEqual([
      ['Featured', true],
      ['Full', false],
    ]);
  });

  test('servers of an address that was banned meanwhile are removed at the start', async () => {
    const before = await open();
    await before.beat();
    await before.beat({ name: 'Other' }, '198.51.100.9');
    await before.servers.stop();
    await store.moderation.addBan(banOf(`${ADDRESS}/32`, 'Spam.'), entryOf());
    const after = await open();
    expect(names(after)).toEqual(['Other']);
    expect(complaintsOf(await after.beat())).toEqual([`${ADDRESS} is banned: Spam.`]);
    await after.servers.stop();
    expect((await store.servers.loadServers()).servers).toHaveLength(1);
  });

  test('a change counts when it is reloaded, within a second in the list', async () => {
    const service = await open();
    const hash = hashOf(await service.beat());
    await service.timers.turn(SECOND_MS);
    await store.moderation.addFeatured(hash, entryOf());
    await service.servers.reloadModeration();
    await service.timers.turn(SECOND_MS);
    expect(service.listed()).toMatchObject([{ featured: true }]);
    await store.moderation.removeFeatured(hash, entryOf());
    await service.servers.reloadModeration();
    await service.timers.turn(SECOND_MS);
    expect(service.listed()).toMatchObject([{ featured: false }]);
  });
});

describe('a start that fails leaves nothing that waits, while there are servers to list', () => {
  const steps = [
    ['the bans', 'moderation', 'listBans'],
    ['the claims', 'claims', 'listClaims'],
    ['the history', 'history', 'loadMinutes'],
  ] as const;
  test.each(steps)('at %s', async (_, port, call) => {
    const first = await open();
    await first.beat();
    await first.servers.stop();
    const failing = { ...store[port], [call]: () => Promise.reject(new Error('damaged')) };
    const timers = createFakeTimers(clock);
    await expect(open({ store: { ...store, [port]: failing }, timers })).rejects.toThrow('damaged');
    // Longer than the list is ever left as it is.
    await timers.turn(120_000);
    expect(timers.waiting).toBe(0);
  });
});
