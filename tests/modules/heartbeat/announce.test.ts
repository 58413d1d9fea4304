// Which heartbeats are accepted: the order of the checks, the limit of servers, bans, IPv6 and the rate limit.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { heartbeatBudget } from '../../../src/modules/heartbeat/heartbeat-rate-limit.ts';
import { createFakeProbe } from '../../support/fake-probe.ts';
import { banOf, entryOf, rangeOf } from '../../support/moderation-samples.ts';
import {
  ADDRESS,
  complaintsOf,
  hashOf,
  openTestServers,
  SECOND_MS,
  STALE_AFTER_MS,
  type TestServers,
} from '../../support/test-servers.ts';

const OTHER = '198.51.100.9';

let service: TestServers;
beforeEach(async () => {
  service = await openTestServers({ serversPerAddress: 3 });
});
afterEach(() => service[Symbol.dispose]());

/** Lets three servers in from the address, on ports 1 to 3. */
async function fill(ip = ADDRESS, isPublic = 'true'): Promise<void> {
  for (const port of ['1', '2', '3']) hashOf(await service.beat({ port, public: isPublic }, ip));
}

async function ban(range: string, reason = 'Spam.'): Promise<void> {
  await service.store.moderation.addBan(banOf(range, reason), entryOf());
  await service.servers.reloadModeration();
}

/** Sends invalid heartbeats until the rate limit refuses one; returns how many came before. */
async function drain(ip = ADDRESS): Promise<number> {
  for (let taken = 0; ; taken += 1) {
    const [complaint] = complaintsOf(await service.beat({ name: '' }, ip));
    if (complaint?.startsWith('Too many heartbeats')) return taken;
  }
}

// C6.13
describe('places', () => {
  test('a fourth server is refused, with how many are allowed', async () => {
    await fill();
    expect(complaintsOf(await service.beat({ port: '4' }))).toEqual([
      `Too many servers from ${ADDRESS}: 3 are live and 3 are allowed. Stop one of them, or wait until it is no longer listed.`,
    ]);
    expect(service.listed()).toHaveLength(0);
    await service.timers.turn(SECOND_MS);
    expect(service.listed()).toHaveLength(3);
  });

  test('a private server needs a place as well', async () => {
    await fill();
    expect(complaintsOf(await service.beat({ port: '4', public: 'false' }))).toHaveLength(1);
  });

  test('those that are live may always send heartbeats', async () => {
    await fill();
    for (const port of ['1', '2', '3']) hashOf(await service.beat({ port, public: 'false' }));
  });

  test('those of one address are not those of another', async () => {
    await fill();
    await fill(OTHER);
  });

  test('a server that went stale frees its place, before the sweep too', async () => {
    await fill();
    await service.timers.turn(STALE_AFTER_MS);
    hashOf(await service.beat({ port: '1' }));
    hashOf(await service.beat({ port: '2' }));
    expect(complaintsOf(await service.beat({ port: '4' }))).toHaveLength(1);
    await service.timers.turn(1);
    hashOf(await service.beat({ port: '4' }));
  });

  test('a server that comes back after its place was taken is refused', async () => {
    await fill();
    await service.timers.turn(STALE_AFTER_MS + 1);
    for (const port of ['4', '5', '6']) hashOf(await service.beat({ port }));
    expect(complaintsOf(await service.beat({ port: '1' }))).toHaveLength(1);
  });
});

// C6.14
describe('IPv6', () => {
  test('a sender on it is refused, with the address and what to do', async () => {
    expect(complaintsOf(await service.beat({}, '2001:db8::7'))).toEqual([
      'Your heartbeat came from the IPv6 address 2001:db8::7, but only servers on IPv4 can be listed. Send it over IPv4.',
    ]);
  });

  test('it is reported with everything else that is wrong, as the last', async () => {
    const described = complaintsOf(await service.beat({ name: '', salt: '' }, '2001:db8::7'));
    expect(described).toHaveLength(3);
    expect(described[2]).toContain('IPv6');
  });
});

// C6.15
describe('bans', () => {
  test('of two bans the older one gives the reason', async () => {
    await ban('203.0.113.0/24', 'The range.');
    await ban(`${ADDRESS}/32`, 'The address.');
    expect(complaintsOf(await service.beat())).toEqual([`${ADDRESS} is banned: The range.`]);
  });

  test('the ban is reported with everything else that is wrong, as the last', async () => {
    await ban(`${ADDRESS}/32`);
    expect(complaintsOf(await service.beat({ port: '0' }))).toEqual([
      expect.stringContaining('The port "0"'),
      `${ADDRESS} is banned: Spam.`,
    ]);
  });

  test('servers of a banned address are dropped, and come back as new ones once it is lifted', async () => {
    const hash = hashOf(await service.beat());
    await service.timers.turn(60 * SECOND_MS);
    await ban(`${ADDRESS}/32`);
    expect(service.servers.findServer(hash)).toBeUndefined();
    await service.timers.turn(SECOND_MS);
    expect(service.listed()).toEqual([]);
    await service.store.moderation.removeBan(rangeOf(`${ADDRESS}/32`), entryOf());
    await service.servers.reloadModeration();
    hashOf(await service.beat());
    expect(service.servers.findServer(hash)?.uptimeSeconds).toBe(0);
  });
});

describe('the order', () => {
  test('the refusal of a banned address names the ban, not the limit of servers', async () => {
    await fill();
    await ban('198.51.100.0/24');
    await fill('203.0.113.9');
    expect(complaintsOf(await service.beat({ port: '4' }, OTHER))[0]).toContain('is banned');
  });

  test('too many servers are reported before any probe', async () => {
    await fill();
    const before = service.probe.tried.length;
    complaintsOf(await service.beat({ port: '4' }));
    expect(service.probe.tried).toHaveLength(before);
  });

  test('neither an invalid heartbeat nor a banned address nor IPv6 causes a probe', async () => {
    await ban('198.51.100.0/24');
    complaintsOf(await service.beat({ users: '' }));
    complaintsOf(await service.beat({}, OTHER));
    complaintsOf(await service.beat({}, '2001:db8::7'));
    expect(service.probe.tried).toEqual([]);
  });

  test('too many heartbeats are reported alone, whatever else is wrong', async () => {
    await drain();
    expect(complaintsOf(await service.beat({ name: '', port: '' }))).toEqual([
      `Too many heartbeats from ${ADDRESS}. Send one every 30 seconds for each server, the next in 10 s.`,
    ]);
  });
});

// C6.16
describe('the budget', () => {
  test.each([
    [1, 30],
    [10, 30],
    [11, 33],
    [100, 300],
  ])('for %p servers is %p every 10 s, and twice that at most', (servers, refill) => {
    expect({ ...heartbeatBudget({ serversPerAddress: servers }) }).toEqual({
      refill,
      everyMs: 10_000,
      capacity: 2 * refill,
    });
  });

  test('counts failed heartbeats, and good ones', async () => {
    expect(await drain()).toBe(60);
    await service.timers.turn(10 * SECOND_MS);
    for (let beat = 0; beat < 30; beat += 1) hashOf(await service.beat());
    expect(complaintsOf(await service.beat())).toHaveLength(1);
  });

  test('is an address’s own on IPv4', async () => {
    await drain();
    expect(await drain('203.0.113.8')).toBe(60);
  });

  test('is one for a whole /64 on IPv6', async () => {
    expect(await drain('2001:db8::1')).toBe(60);
    expect(await drain('2001:db8::2')).toBe(0);
    expect(await drain('2001:db8:0:1::1')).toBe(60);
  });

  test('is as much each minute for heartbeats that need a port check', async () => {
    service[Symbol.dispose]();
    service = await openTestServers({ serversPerAddress: 3, probe: createFakeProbe(false) });
    const { probe } = service;
    const beatAll = async () => {
      for (let port = 1; port <= 30; port += 1) await service.beat({ port: `${port}` });
      await service.timers.turn(10 * SECOND_MS);
    };
    for (const probed of [30, 60, 60]) {
      await beatAll();
      expect(probe.tried).toHaveLength(probed);
    }
    expect(complaintsOf(await service.beat({ port: '4' }))).toEqual([
      `Too many heartbeats from ${ADDRESS}. Send one every 30 seconds for each server, the next in 30 s.`,
    ]);
    await service.timers.turn(30 * SECOND_MS);
    await beatAll();
    expect(probe.tried).toHaveLength(90);
  });

  test('refuses a live server too, which stays listed', async () => {
    const hash = hashOf(await service.beat());
    await drain();
    expect(complaintsOf(await service.beat())).toHaveLength(1);
    expect(service.servers.findServer(hash)).toBeDefined();
  });
});
