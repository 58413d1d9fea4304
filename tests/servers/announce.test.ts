// Who is admitted to the list: the order of the checks, places, bans, IPv6 and the budget.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { heartbeatBudget } from '../../src/servers/announce.ts';
import { banOf, entryOf, rangeOf } from '../support/moderation-samples.ts';
import {
  ADDRESS,
  complaintsOf,
  hashOf,
  openServersModule,
  SECOND_MS,
  type ServersTestModule,
  STALE_AFTER_MS,
} from './test-module.ts';

const OTHER = '198.51.100.9';

let room: ServersTestModule;
beforeEach(async () => {
  room = await openServersModule({ serversPerAddress: 3 });
});
afterEach(() => room[Symbol.dispose]());

/** Lets three servers in from the address, on ports 1 to 3. */
async function fill(ip = ADDRESS, isPublic = 'true'): Promise<void> {
  for (const port of ['1', '2', '3']) hashOf(await room.beat({ port, public: isPublic }, ip));
}

async function ban(range: string, reason = 'Spam.'): Promise<void> {
  await room.store.moderation.addBan(banOf(range, reason), entryOf());
  await room.servers.reloadModeration();
}

/** Sends bad beats until the address is told to wait; returns how many were taken in. */
async function drain(ip = ADDRESS): Promise<number> {
  for (let taken = 0; ; taken += 1) {
    const [complaint] = complaintsOf(await room.beat({ name: '' }, ip));
    if (complaint?.startsWith('Too many heartbeats')) return taken;
  }
}

// C6.13
describe('places', () => {
  test('a fourth server is refused, with how many are allowed', async () => {
    await fill();
    expect(complaintsOf(await room.beat({ port: '4' }))).toEqual([
      `Too many servers from ${ADDRESS}: 3 are live and 3 are allowed. Stop one of them, or wait until it is no longer listed.`,
    ]);
    expect(room.listed()).toHaveLength(0);
    await room.timers.turn(SECOND_MS);
    expect(room.listed()).toHaveLength(3);
  });

  test('private servers are counted', async () => {
    await fill(ADDRESS, 'false');
    expect(complaintsOf(await room.beat({ port: '4' }))).toHaveLength(1);
  });

  test('a private server needs a place as well', async () => {
    await fill();
    expect(complaintsOf(await room.beat({ port: '4', public: 'false' }))).toHaveLength(1);
  });

  test('those that are live may always beat', async () => {
    await fill();
    for (const port of ['1', '2', '3']) hashOf(await room.beat({ port, public: 'false' }));
  });

  test('those of one address are not those of another', async () => {
    await fill();
    await fill(OTHER);
  });

  test('a server that went stale frees its place, before the sweep too', async () => {
    await fill();
    await room.timers.turn(STALE_AFTER_MS);
    hashOf(await room.beat({ port: '1' }));
    hashOf(await room.beat({ port: '2' }));
    expect(complaintsOf(await room.beat({ port: '4' }))).toHaveLength(1);
    await room.timers.turn(1);
    hashOf(await room.beat({ port: '4' }));
  });

  test('a server that comes back after its place was taken is refused', async () => {
    await fill();
    await room.timers.turn(STALE_AFTER_MS + 1);
    for (const port of ['4', '5', '6']) hashOf(await room.beat({ port }));
    expect(complaintsOf(await room.beat({ port: '1' }))).toHaveLength(1);
  });

  test('none is taken by a beat that is refused', async () => {
    room.probe.verdict = false;
    for (const port of ['1', '2', '3', '4']) complaintsOf(await room.beat({ port }));
    room.probe.verdict = true;
    await fill();
  });
});

// C6.14
describe('IPv6', () => {
  test('a sender on it is refused, with the address and what to do', async () => {
    expect(complaintsOf(await room.beat({}, '2001:db8::7'))).toEqual([
      'Your heartbeat came from the IPv6 address 2001:db8::7; only servers on IPv4 can be listed. Send it over IPv4.',
    ]);
  });

  test('a private server on it is refused too', async () => {
    expect(complaintsOf(await room.beat({ public: 'false' }, '2001:db8::7'))).toHaveLength(1);
  });

  test('it is told together with what else is wrong, and last', async () => {
    const described = complaintsOf(await room.beat({ name: '', salt: '' }, '2001:db8::7'));
    expect(described).toHaveLength(3);
    expect(described[2]).toContain('IPv6');
  });
});

// C6.15
describe('bans', () => {
  test('a banned address is refused with the reason', async () => {
    await ban(`${ADDRESS}/32`, 'Copies the names of others.');
    expect(complaintsOf(await room.beat())).toEqual([
      `${ADDRESS} is banned: Copies the names of others.`,
    ]);
  });

  test('a private server on a banned address is refused too', async () => {
    await ban(`${ADDRESS}/32`);
    expect(complaintsOf(await room.beat({ public: 'false' }))).toHaveLength(1);
  });

  test('a range is banned whole, and its neighbours are not', async () => {
    await ban('203.0.113.0/29');
    expect(complaintsOf(await room.beat({}, '203.0.113.0'))).toHaveLength(1);
    expect(complaintsOf(await room.beat({}, '203.0.113.7'))).toHaveLength(1);
    hashOf(await room.beat({}, '203.0.113.8'));
  });

  test('of two bans the older one gives the reason', async () => {
    await ban('203.0.113.0/24', 'The range.');
    await ban(`${ADDRESS}/32`, 'The address.');
    expect(complaintsOf(await room.beat())).toEqual([`${ADDRESS} is banned: The range.`]);
  });

  test('the reason is told in ASCII', async () => {
    await ban(`${ADDRESS}/32`, 'Für Späße.');
    expect(complaintsOf(await room.beat())).toEqual([`${ADDRESS} is banned: F?r Sp??e.`]);
  });

  test('the ban is told together with what else is wrong, and last', async () => {
    await ban(`${ADDRESS}/32`);
    expect(complaintsOf(await room.beat({ port: '0' }))).toEqual([
      expect.stringContaining('The port "0"'),
      `${ADDRESS} is banned: Spam.`,
    ]);
  });

  test('servers of a banned address are dropped, and come back as new ones once it is lifted', async () => {
    const hash = hashOf(await room.beat());
    await room.timers.turn(60 * SECOND_MS);
    await ban(`${ADDRESS}/32`);
    expect(room.servers.findServer(hash)).toBeUndefined();
    await room.timers.turn(SECOND_MS);
    expect(room.listed()).toEqual([]);
    await room.store.moderation.removeBan(rangeOf(`${ADDRESS}/32`), entryOf());
    await room.servers.reloadModeration();
    hashOf(await room.beat());
    expect(room.servers.findServer(hash)?.uptimeSeconds).toBe(0);
  });
});

describe('the order', () => {
  test('a banned address is told of the ban, not of its places', async () => {
    await fill();
    await ban('198.51.100.0/24');
    await fill('203.0.113.9');
    expect(complaintsOf(await room.beat({ port: '4' }, OTHER))[0]).toContain('is banned');
  });

  test('too many servers are told of before any port is tried', async () => {
    await fill();
    const before = room.probe.tried.length;
    complaintsOf(await room.beat({ port: '4' }));
    expect(room.probe.tried).toHaveLength(before);
  });

  test('neither a wrong beat nor a banned address nor one on IPv6 has a port tried', async () => {
    await ban('198.51.100.0/24');
    complaintsOf(await room.beat({ users: '' }));
    complaintsOf(await room.beat({}, OTHER));
    complaintsOf(await room.beat({}, '2001:db8::7'));
    expect(room.probe.tried).toEqual([]);
  });

  test('too many heartbeats are told of alone, whatever else is wrong', async () => {
    await drain();
    expect(complaintsOf(await room.beat({ name: '', port: '' }))).toEqual([
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
    expect(heartbeatBudget(servers)).toEqual({ refill, everyMs: 10_000, capacity: 2 * refill });
  });

  test('counts failed beats, and good ones', async () => {
    expect(await drain()).toBe(60);
    await room.timers.turn(10 * SECOND_MS);
    for (let beat = 0; beat < 30; beat += 1) hashOf(await room.beat());
    expect(complaintsOf(await room.beat())).toHaveLength(1);
  });

  test('is refilled every 10 s, up to what it holds', async () => {
    await drain();
    await room.timers.turn(9_999);
    expect(await drain()).toBe(0);
    await room.timers.turn(1);
    expect(await drain()).toBe(30);
    await room.timers.turn(3_600_000);
    expect(await drain()).toBe(60);
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

  test('refuses a live server too, which stays listed', async () => {
    const hash = hashOf(await room.beat());
    await drain();
    expect(complaintsOf(await room.beat())).toHaveLength(1);
    expect(room.servers.findServer(hash)).toBeDefined();
  });
});
