// Looking up a server by its hash: immediately, exactly, and private ones too.

import { describe, expect, test } from 'bun:test';
import { computeMppass } from '../../../src/modules/list/mppass.ts';
import { computeServerHash } from '../../../src/modules/registry/server-hash.ts';
import { openedForEach } from '../../support/opened.ts';
import {
  ADDRESS,
  hashOf,
  openTestServers,
  SECOND_MS,
  STALE_AFTER_MS,
} from '../../support/test-servers.ts';

const service = openedForEach(openTestServers);

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

  // C5.10
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
