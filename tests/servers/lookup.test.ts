// Looking up one server by its hash: at once, exactly, and private ones too.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { computeMppass } from '../../src/servers/mppass.ts';
import { computeServerHash } from '../../src/servers/server-hash.ts';
import {
  ADDRESS,
  hashOf,
  openServersModule,
  SECOND_MS,
  type ServersTestModule,
  STALE_AFTER_MS,
  START,
} from './test-module.ts';

let room: ServersTestModule;
beforeEach(async () => {
  room = await openServersModule();
});
afterEach(() => room[Symbol.dispose]());

describe('a lookup', () => {
  test('finds a server before the list shows it', async () => {
    const hash = hashOf(await room.beat());
    expect(hash).toBe(computeServerHash(ADDRESS, 25_565));
    expect(room.listed()).toEqual([]);
    expect(room.servers.findServer(hash)).toMatchObject({
      listing: { hash, name: 'A server', ip: ADDRESS, port: 25_565, country: 'NL' },
      uptimeSeconds: 0,
      isPublic: true,
    });
  });

  // C5.6
  test('finds private servers', async () => {
    const hash = hashOf(await room.beat({ public: 'false' }));
    expect(room.servers.findServer(hash)?.isPublic).toBe(false);
  });

  test('finds nothing under a hash in capitals, a part of one, or none', async () => {
    const hash = hashOf(await room.beat());
    for (const other of [hash.toUpperCase(), hash.slice(1), '', '0'.repeat(32), '__proto__']) {
      expect(room.servers.findServer(other)).toBeUndefined();
    }
  });

  test('has the uptime in whole seconds, exactly', async () => {
    const hash = hashOf(await room.beat());
    for (const [ms, seconds] of [
      [999, 0],
      [1, 1],
      [999, 1],
      [58_001, 60],
    ] as const) {
      await room.timers.turn(ms);
      expect(room.servers.findServer(hash)?.uptimeSeconds).toBe(seconds);
    }
  });

  test('has an uptime of nought when the clock was set back', async () => {
    const hash = hashOf(await room.beat());
    room.clock.advance(-60 * SECOND_MS);
    expect(room.servers.findServer(hash)?.uptimeSeconds).toBe(0);
  });

  // C5.10
  test('computes staleness, without waiting for the sweep', async () => {
    const hash = hashOf(await room.beat());
    await room.timers.turn(STALE_AFTER_MS);
    expect(room.servers.findServer(hash)).toBeDefined();
    await room.timers.turn(1);
    expect(room.servers.findServer(hash)).toBeUndefined();
  });

  test('shows what the latest beat said, at once', async () => {
    const hash = hashOf(await room.beat());
    await room.beat({ name: 'B', users: '9' });
    expect(room.servers.findServer(hash)?.listing).toMatchObject({ name: 'B', players: 9 });
  });

  test('gives the mppass of the latest salt, and an empty one to who is not verified', async () => {
    const hash = hashOf(await room.beat({ salt: 'old' }));
    await room.beat({ salt: 'new' });
    const found = room.servers.findServer(hash);
    expect(found?.mppassFor({ id: 1, name: 'Alice', isVerified: true })).toBe(
      computeMppass('new', 'Alice'),
    );
    expect(found?.mppassFor({ id: 1, name: 'Alice', isVerified: false })).toBe('');
  });

  test('shows no salt', async () => {
    const hash = hashOf(await room.beat({ salt: 'SecretSalt' }));
    expect(JSON.stringify(room.servers.findServer(hash))).not.toContain('SecretSalt');
  });
});

describe('the life of a server in the room', () => {
  test('is told of from its first beat to its last', async () => {
    const hash = hashOf(await room.beat());
    await room.timers.turn(STALE_AFTER_MS + 1);
    room.servers.sweep();
    await room.timers.turn(SECOND_MS);
    expect(room.listed()).toEqual([]);
    await room.beat();
    expect(room.events).toEqual(['appeared 25565', 'left 25565', 'appeared 25565']);
    expect(room.servers.findServer(hash)?.listing.startedAt).toBe(START);
  });

  test('is saved within the next flush', async () => {
    const hash = hashOf(await room.beat());
    await room.servers.flush();
    const { servers, lastAliveAt } = await room.store.servers.loadServers();
    expect(servers).toMatchObject([{ hash, startedAt: START, lastBeatAt: START }]);
    expect(lastAliveAt).toBe(START);
  });

  test('goes on while the store fails, and is saved once it does not', async () => {
    let isFailing = true;
    const { store } = room;
    const next = await openServersModule({
      store,
      serverStore: {
        loadServers: () => store.servers.loadServers(),
        async saveBatch(batch) {
          if (isFailing) throw new Error('full');
          await store.servers.saveBatch(batch);
        },
      },
    });
    await next.beat();
    await next.servers.flush();
    await next.timers.turn(SECOND_MS);
    expect(next.listed()).toHaveLength(1);
    isFailing = false;
    await next.servers.stop();
    expect(next.events).toEqual(['appeared 25565', 'batch failed', 'batch recovered']);
    expect((await store.servers.loadServers()).servers).toHaveLength(1);
  });

  test('shows its country, and a new one once countries are looked up anew', async () => {
    const countryOf: Record<string, string> = { [ADDRESS]: 'DE' };
    using own = await openServersModule({
      countries: { findCountry: (ip) => countryOf[ip] ?? 'T1' },
    });
    const hash = hashOf(await own.beat());
    hashOf(await own.beat({ port: '2', users: '0' }, '10.0.0.1'));
    await own.timers.turn(SECOND_MS);
    expect(own.listed().map((it) => it.country_abbr)).toEqual(['DE', 'T1']);
    countryOf[ADDRESS] = 'FR';
    own.servers.refreshCountries();
    expect(own.servers.findServer(hash)?.listing.country).toBe('FR');
    await own.timers.turn(SECOND_MS);
    expect(own.listed().map((it) => it.country_abbr)).toEqual(['FR', 'T1']);
  });
});

// C12.2
describe('what a relay may reach', () => {
  const find = (ip = ADDRESS, port = 25_565) => room.servers.findRelayTarget(ip, port);

  test.each(['true', 'false'])(
    'is a live server that says web, with public %s',
    async (isPublic) => {
      await room.beat({ web: 'true', public: isPublic });
      expect(find()).toMatchObject({ ip: ADDRESS, port: 25_565 });
      expect(find(ADDRESS, 25_566)).toBeUndefined();
      expect(find('203.0.113.8')).toBeUndefined();
    },
  );

  test('is none that does not say web, or no longer', async () => {
    await room.beat();
    expect(find()).toBeUndefined();
    await room.beat({ web: 'true' });
    expect(find()).toBeDefined();
    await room.beat({ web: 'false' });
    expect(find()).toBeUndefined();
  });

  test('is none that went stale, swept or not', async () => {
    await room.beat({ web: 'true' });
    await room.timers.turn(STALE_AFTER_MS);
    expect(find()).toBeDefined();
    await room.timers.turn(1);
    expect(find()).toBeUndefined();
    room.servers.sweep();
    expect(find()).toBeUndefined();
  });
});
