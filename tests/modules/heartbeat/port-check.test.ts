// Which heartbeats wait for a port check, what its result changes, and what it must not undo.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { RawHeartbeat } from '../../../src/modules/heartbeat/heartbeat-fields.ts';
import { createFakeProbe } from '../../support/fake-probe.ts';
import { settle } from '../../support/fake-timers.ts';
import { banOf, entryOf } from '../../support/moderation-samples.ts';
import {
  ADDRESS,
  complaintsOf,
  hashOf,
  MINUTE_MS,
  openTestServers,
  rawBeat,
  SECOND_MS,
  STALE_AFTER_MS,
  type TestServers,
} from '../../support/test-servers.ts';

const PLACE = `${ADDRESS}:25565`;
const NOT_OPEN = `Port 25565 on ${ADDRESS} is not open. Forward it (TCP) on your router, or set public=false.`;

let service: TestServers;
beforeEach(async () => {
  service = await openTestServers({ serversPerAddress: 2, probe: createFakeProbe(true) });
});
afterEach(() => service[Symbol.dispose]());

/** Takes in one heartbeat; says how often its port was tried for it, and whether it was accepted. */
async function send(changes?: RawHeartbeat): Promise<{ tries: number; isAccepted: boolean }> {
  const before = service.probe.tried.length;
  const { isAccepted } = await service.beat(changes);
  return { tries: service.probe.tried.length - before, isAccepted };
}

/** Beats every 30 s for so long, the last one at the end. */
async function keepBeating(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 30 * SECOND_MS) {
    await service.timers.turn(30 * SECOND_MS);
    await service.beat();
  }
}

// C7.1, C7.3
describe('a public heartbeat waits for its port', () => {
  test('when the server is new', async () => {
    expect(await send()).toEqual({ tries: 1, isAccepted: true });
    expect(service.probe.tried).toEqual([PLACE]);
    expect(service.probe.timeoutsMs).toEqual([3_000]);
  });

  test('but not when its last good verdict is fresh', async () => {
    await send();
    await service.timers.turn(30 * SECOND_MS);
    expect(await send()).toEqual({ tries: 0, isAccepted: true });
    expect(service.servers.announce(rawBeat(), ADDRESS)).not.toBeInstanceOf(Promise);
  });

  // C7.2
  test('nor when that verdict is exactly 10 minutes old, but when it is older', async () => {
    await send();
    await keepBeating(10 * MINUTE_MS);
    expect(service.probe.tried).toHaveLength(1);
    await service.timers.turn(1);
    expect(await send()).toEqual({ tries: 1, isAccepted: true });
  });

  test('when the server was stale', async () => {
    await send();
    await service.timers.turn(STALE_AFTER_MS + 1);
    expect(await send()).toEqual({ tries: 1, isAccepted: true });
  });

  test('when the server was private until now', async () => {
    expect(await send({ public: 'false' })).toEqual({ tries: 0, isAccepted: true });
    expect(await send()).toEqual({ tries: 1, isAccepted: true });
    await send({ public: 'false' });
    expect(await send()).toEqual({ tries: 1, isAccepted: true });
  });

  test('when its last verdict was bad, even if there was a good one shortly before', async () => {
    await send();
    await keepBeating(5 * MINUTE_MS);
    service.probe.verdict = false;
    service.servers.checkDuePorts();
    await settle();
    expect(await send()).toEqual({ tries: 1, isAccepted: false });
    service.probe.verdict = true;
    expect(await send()).toEqual({ tries: 1, isAccepted: true });
  });
});

// C7.8
describe('no port is probed', () => {
  // C7.5
  test.each(['127.0.0.1', '10.1.2.3', '192.168.1.10'])(
    'but at %s as anywhere else',
    async (address) => {
      service.probe.verdict = false;
      expect(complaintsOf(await service.beat({}, address))).toEqual([
        NOT_OPEN.replace(ADDRESS, address),
      ]);
    },
  );
});

describe('a closed port', () => {
  beforeEach(() => {
    service.probe.verdict = false;
  });

  // C7.7
  test('refuses the heartbeat with exactly the sentence of the contract', async () => {
    expect(complaintsOf(await service.beat())).toEqual([NOT_OPEN]);
  });

  test('stores nothing of a new server', async () => {
    await send();
    await service.servers.flush();
    expect((await service.store.servers.loadServers()).servers).toEqual([]);
    expect(service.events).toEqual([]);
  });

  // C6.17
  test('does not refresh a live server, which stays until it is stale', async () => {
    service.probe.verdict = true;
    const hash = hashOf(await service.beat());
    await keepBeating(10 * MINUTE_MS);
    service.probe.verdict = false;
    await service.timers.turn(STALE_AFTER_MS);
    expect(await send({ name: 'After' })).toEqual({ tries: 1, isAccepted: false });
    expect(service.servers.findServer(hash)?.listing.name).toBe('A server');
    await service.timers.turn(1);
    expect(service.servers.findServer(hash)).toBeUndefined();
  });
});

describe('during a probe', () => {
  beforeEach(() => {
    service.probe.verdict = undefined;
  });

  test('a second heartbeat for it shares the probe and its verdict', async () => {
    const beats = [service.beat(), service.beat({ name: 'Second' })];
    await settle();
    expect(service.probe.tried).toEqual([PLACE]);
    service.probe.answer(true);
    for (const answer of await Promise.all(beats)) hashOf(answer);
    expect(service.probe.tried).toEqual([PLACE]);
    const late = [service.beat({ port: '2' }), service.beat({ port: '2' })];
    await settle();
    service.probe.answer(false);
    for (const answer of await Promise.all(late)) expect(complaintsOf(answer)).toHaveLength(1);
  });

  test('a later heartbeat is not undone by the one that waited', async () => {
    const first = service.beat({ name: 'First', salt: 'first' });
    const hash = hashOf(await service.beat({ name: 'Later', salt: 'later', public: 'false' }));
    service.probe.answer(true);
    expect(hashOf(await first)).toBe(hash);
    const found = service.servers.findServer(hash);
    expect(found).toMatchObject({ listing: { name: 'Later' }, isPublic: false });
    // Its port was seen open while it was private, which is worth nothing once it is public.
    service.probe.verdict = true;
    expect(await send()).toEqual({ tries: 1, isAccepted: true });
  });

  test('a later heartbeat that waits for the same probe wins over the earlier one', async () => {
    const beats = [service.beat({ name: 'First' }), service.beat({ name: 'Later' })];
    await settle();
    service.probe.answer(true);
    const [, later] = await Promise.all(beats);
    if (later === undefined) throw new Error('no answer');
    expect(service.servers.findServer(hashOf(later))?.listing.name).toBe('Later');
  });

  test('of many that wait at once no more are accepted than are allowed', async () => {
    const beats = ['1', '2', '3', '4'].map((port) => service.beat({ port }));
    await settle();
    service.probe.answer(true);
    const answers = await Promise.all(beats);
    expect(answers.map(({ isAccepted }) => isAccepted)).toEqual([true, true, false, false]);
  });

  test('the address may be banned; then the waiting heartbeat is refused', async () => {
    const waited = service.beat();
    await service.store.moderation.addBan(banOf(`${ADDRESS}/32`, 'Spam.'), entryOf());
    await service.servers.reloadModeration();
    service.probe.answer(true);
    expect(complaintsOf(await waited)).toEqual([`${ADDRESS} is banned: Spam.`]);
  });
});

// C7.4
describe('when no place for a probe is free', () => {
  beforeEach(async () => {
    service[Symbol.dispose]();
    service = await openTestServers({ serversPerAddress: 100, probe: createFakeProbe() });
    for (let port = 1; port <= 64; port += 1) void service.beat({ port: String(port) });
  });

  test('the heartbeat is accepted after 3 s, and probed in the background', async () => {
    const crowded = service.beat({ port: '100' });
    await service.timers.turn(3 * SECOND_MS);
    const hash = hashOf(await crowded);
    expect(service.probe.tried).toHaveLength(64);
    service.probe.answer(true);
    await settle();
    service.servers.checkDuePorts();
    await settle();
    expect(service.probe.held).toEqual([`${ADDRESS}:100`]);
    service.probe.answer(false);
    await settle();
    expect(service.events).toContain('unreachable 100');
    expect(service.servers.findServer(hash)).toBeDefined();
  });
});
