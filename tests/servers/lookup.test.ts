// Looking up a server by its hash: immediately, exactly, and private ones too.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { computeMppass } from '../../src/servers/player-list.ts';
import { computeServerHash } from '../../src/servers/server-hash.ts';
import {
  ADDRESS,
  hashOf,
  openTestServers,
  SECOND_MS,
  STALE_AFTER_MS,
  START,
  type TestServers,
} from './test-servers.ts';

let service: TestServers;
beforeEach(async () => {
  service = await openTestServers();
});
afterEach(() => service[Symbol.dispose]());

describe('a lookup', () => {
  test('finds a server before the list shows it', async () => {
    const hash = hashOf(await service.beat());
    expect(hash).toBe(computeServerHash(ADDRESS, 25_565));
    expect(service.listed()).toEqual([]);
    expect(service.servers.findServer(hash)).toMatchObject({
      listing: { hash, name: 'A server', ip: ADDRESS, port: 25_565, country: 'NL' },
      uptimeSeconds: 0,
      isPublic: true,
    });
  });

  test('finds nothing under a hash in capitals, a part of one, or none', async () => {
    const hash = hashOf(await service.beat());
    for (const other of [hash.toUpperCase(), hash.slice(1), '', '0'.repeat(32), '__proto__']) {
      expect(service.servers.findServer(other)).toBeUndefined();
    }
  });

  test('has the uptime in whole seconds, exactly', async () => {
    const hash = hashOf(await service.beat());
    for (const [ms, seconds] of [
      [999, 0],
      [1, 1],
      [999, 1],
      [58_001, 60],
    ] as const) {
      await service.timers.turn(ms);
      expect(service.servers.findServer(hash)?.uptimeSeconds).toBe(seconds);
    }
  });

  test('has an uptime of nought when the clock was set back', async () => {
    const hash = hashOf(await service.beat());
    service.clock.advance(-60 * SECOND_MS);
    expect(service.servers.findServer(hash)?.uptimeSeconds).toBe(0);
  });

  test('gives the mppass of the latest salt, and an empty one to who is not verified', async () => {
    const hash = hashOf(await service.beat({ salt: 'old' }));
    await service.beat({ salt: 'new' });
    const found = service.servers.findServer(hash);
    expect(found?.mppassFor({ id: 1, name: 'Alice', isVerified: true })).toBe(
      computeMppass('new', 'Alice'),
    );
    expect(found?.mppassFor({ id: 1, name: 'Alice', isVerified: false })).toBe('');
  });

  test('shows no salt', async () => {
    const hash = hashOf(await service.beat({ salt: 'SecretSalt' }));
    expect(JSON.stringify(service.servers.findServer(hash))).not.toContain('SecretSalt');
  });
});

describe('the life of a server', () => {
  test('is reported from its first heartbeat to its last', async () => {
    const hash = hashOf(await service.beat());
    await service.timers.turn(STALE_AFTER_MS + 1);
    service.servers.sweep();
    await service.timers.turn(SECOND_MS);
    expect(service.listed()).toEqual([]);
    await service.beat();
    expect(service.events).toEqual(['appeared 25565', 'left 25565', 'appeared 25565']);
    expect(service.servers.findServer(hash)?.listing.startedAt).toBe(START);
  });

  test('goes on while the store fails, and is saved once it does not', async () => {
    let isFailing = true;
    const { store } = service;
    const next = await openTestServers({
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

  test('shows its country, and a new one once countries are looked up again', async () => {
    const countryOf: Record<string, string> = { [ADDRESS]: 'DE' };
    using own = await openTestServers({
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
  const find = (ip = ADDRESS, port = 25_565) => service.servers.findRelayTarget(ip, port);

  test.each(['true', 'false'])(
    'is a live server that says web, with public %s',
    async (isPublic) => {
      await service.beat({ web: 'true', public: isPublic });
      expect(find()).toMatchObject({ ip: ADDRESS, port: 25_565 });
      expect(find(ADDRESS, 25_566)).toBeUndefined();
      expect(find('203.0.113.8')).toBeUndefined();
    },
  );

  test('is none that does not say web, or no longer', async () => {
    await service.beat();
    expect(find()).toBeUndefined();
    await service.beat({ web: 'true' });
    expect(find()).toBeDefined();
    await service.beat({ web: 'false' });
    expect(find()).toBeUndefined();
  });

  test('is none that went stale, swept or not', async () => {
    await service.beat({ web: 'true' });
    await service.timers.turn(STALE_AFTER_MS);
    expect(find()).toBeDefined();
    await service.timers.turn(1);
    expect(find()).toBeUndefined();
    service.servers.sweep();
    expect(find()).toBeUndefined();
  });
});
