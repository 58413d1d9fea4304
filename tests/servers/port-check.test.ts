// Which heartbeats wait for a port check, what its verdict does, and what it must not undo.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { RawHeartbeat } from '../../src/servers/heartbeat.ts';
import { createFakeProbe } from '../support/fake-probe.ts';
import { settle } from '../support/fake-timers.ts';
import { banOf, entryOf } from '../support/moderation-samples.ts';
import {
  ADDRESS,
  complaintsOf,
  hashOf,
  MINUTE_MS,
  openServersModule,
  rawBeat,
  SECOND_MS,
  type ServersTestModule,
  STALE_AFTER_MS,
} from './test-module.ts';

const PLACE = `${ADDRESS}:25565`;
const NOT_OPEN = `Port 25565 on ${ADDRESS} is not open. Forward it (TCP) on your router, or set public=false.`;

let room: ServersTestModule;
beforeEach(async () => {
  room = await openServersModule({ serversPerAddress: 2, probe: createFakeProbe(true) });
});
afterEach(() => room[Symbol.dispose]());

/** Takes in one beat; says how often its port was tried for it, and whether it was accepted. */
async function send(changes?: RawHeartbeat): Promise<{ tries: number; isAccepted: boolean }> {
  const before = room.probe.tried.length;
  const { isAccepted } = await room.beat(changes);
  return { tries: room.probe.tried.length - before, isAccepted };
}

/** Beats every 30 s for so long, the last one at the end. */
async function keepBeating(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 30 * SECOND_MS) {
    await room.timers.turn(30 * SECOND_MS);
    await room.beat();
  }
}

// C7.1, C7.3
describe('a public heartbeat waits for its port', () => {
  test('when the server is new', async () => {
    expect(await send()).toEqual({ tries: 1, isAccepted: true });
    expect(room.probe.tried).toEqual([PLACE]);
    expect(room.probe.timeoutsMs).toEqual([3_000]);
  });

  test('but not when its last good verdict is fresh', async () => {
    await send();
    await room.timers.turn(30 * SECOND_MS);
    expect(await send()).toEqual({ tries: 0, isAccepted: true });
    expect(room.servers.announce(rawBeat(), ADDRESS)).not.toBeInstanceOf(Promise);
  });

  // C7.2
  test('nor when that verdict is exactly 10 minutes old, but when it is older', async () => {
    await send();
    await keepBeating(10 * MINUTE_MS);
    expect(room.probe.tried).toHaveLength(1);
    await room.timers.turn(1);
    expect(await send()).toEqual({ tries: 1, isAccepted: true });
  });

  test('when the server was stale', async () => {
    await send();
    await room.timers.turn(STALE_AFTER_MS + 1);
    expect(await send()).toEqual({ tries: 1, isAccepted: true });
  });

  test('when the server was stale and swept', async () => {
    await send();
    await room.timers.turn(STALE_AFTER_MS + 1);
    room.servers.sweep();
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
    room.probe.verdict = false;
    room.servers.checkDuePorts();
    await settle();
    expect(await send()).toEqual({ tries: 1, isAccepted: false });
    room.probe.verdict = true;
    expect(await send()).toEqual({ tries: 1, isAccepted: true });
  });

  test('for each of its ports apart', async () => {
    await send();
    expect(await send({ port: '25566' })).toEqual({ tries: 1, isAccepted: true });
  });
});

// C7.8
describe('no port is tried', () => {
  test.each([
    ['for a private server', {}, { public: 'false' }, 0],
    ['for an exempt address', { portCheckExempt: ['203.0.113.0/24'] }, {}, 0],
    ['when the check is switched off', { isPortCheckOn: false }, {}, 0],
  ])('%s', async (_when, options, changes, tries) => {
    room[Symbol.dispose]();
    room = await openServersModule({ ...options, probe: createFakeProbe(false) });
    hashOf(await room.beat(changes));
    await room.timers.turn(6 * MINUTE_MS);
    hashOf(await room.beat(changes));
    room.servers.checkDuePorts();
    await settle();
    expect(room.probe.tried).toHaveLength(tries);
  });

  // C7.5
  test.each(['127.0.0.1', '10.1.2.3', '192.168.1.10'])(
    'but at %s as anywhere else',
    async (address) => {
      room.probe.verdict = false;
      expect(complaintsOf(await room.beat({}, address))).toEqual([
        NOT_OPEN.replace(ADDRESS, address),
      ]);
    },
  );

  test('but beside an exempt range', async () => {
    room[Symbol.dispose]();
    room = await openServersModule({ portCheckExempt: ['203.0.113.0/29'] });
    hashOf(await room.beat({}, '203.0.113.8'));
    expect(room.probe.tried).toEqual(['203.0.113.8:25565']);
  });
});

describe('a closed port', () => {
  beforeEach(() => {
    room.probe.verdict = false;
  });

  // C7.7
  test('refuses the beat with exactly the sentence of the contract', async () => {
    expect(complaintsOf(await room.beat())).toEqual([NOT_OPEN]);
  });

  test('stores nothing of a new server', async () => {
    await send();
    await room.servers.flush();
    expect((await room.store.servers.loadServers()).servers).toEqual([]);
    expect(room.events).toEqual([]);
  });

  test('changes nothing of a server that is private', async () => {
    hashOf(await room.beat({ public: 'false', name: 'Before' }));
    await room.servers.flush();
    const before = await room.store.servers.loadServers();
    await room.timers.turn(SECOND_MS);
    expect(await send({ name: 'After' })).toMatchObject({ isAccepted: false });
    await room.servers.flush();
    expect(await room.store.servers.loadServers()).toEqual(before);
  });

  // C6.17
  test('does not refresh a live server, which stays until it is stale', async () => {
    room.probe.verdict = true;
    const hash = hashOf(await room.beat());
    await keepBeating(10 * MINUTE_MS);
    room.probe.verdict = false;
    await room.timers.turn(STALE_AFTER_MS);
    expect(await send({ name: 'After' })).toEqual({ tries: 1, isAccepted: false });
    expect(room.servers.findServer(hash)?.listing.name).toBe('A server');
    await room.timers.turn(1);
    expect(room.servers.findServer(hash)).toBeUndefined();
  });
});

describe('while a port is tried', () => {
  beforeEach(() => {
    room.probe.verdict = undefined;
  });

  test('a second beat for it shares the probe and its verdict', async () => {
    const beats = [room.beat(), room.beat({ name: 'Second' })];
    await settle();
    expect(room.probe.tried).toEqual([PLACE]);
    room.probe.answer(true);
    for (const answer of await Promise.all(beats)) hashOf(answer);
    expect(room.probe.tried).toEqual([PLACE]);
    const late = [room.beat({ port: '2' }), room.beat({ port: '2' })];
    await settle();
    room.probe.answer(false);
    for (const answer of await Promise.all(late)) expect(complaintsOf(answer)).toHaveLength(1);
  });

  test('the server is not listed yet', async () => {
    const beat = room.beat();
    await room.timers.turn(2 * SECOND_MS);
    expect(room.listed()).toEqual([]);
    room.probe.answer(true);
    hashOf(await beat);
    await room.timers.turn(SECOND_MS);
    expect(room.listed()).toHaveLength(1);
  });

  test('a later beat is not undone by the one that waited', async () => {
    const first = room.beat({ name: 'First', salt: 'first' });
    const hash = hashOf(await room.beat({ name: 'Later', salt: 'later', public: 'false' }));
    room.probe.answer(true);
    expect(hashOf(await first)).toBe(hash);
    const found = room.servers.findServer(hash);
    expect(found).toMatchObject({ listing: { name: 'Later' }, isPublic: false });
    // Its port was seen open while it was private, which is worth nothing once it is public.
    room.probe.verdict = true;
    expect(await send()).toEqual({ tries: 1, isAccepted: true });
  });

  test('a later beat that waits for the same probe wins over the earlier one', async () => {
    const beats = [room.beat({ name: 'First' }), room.beat({ name: 'Later' })];
    await settle();
    room.probe.answer(true);
    const [, later] = await Promise.all(beats);
    if (later === undefined) throw new Error('no answer');
    expect(room.servers.findServer(hashOf(later))?.listing.name).toBe('Later');
  });

  test('others may take the last places, and the beat that waited is refused', async () => {
    const waited = room.beat({ port: '1' });
    for (const port of ['2', '3']) hashOf(await room.beat({ port, public: 'false' }));
    room.probe.answer(true);
    expect(complaintsOf(await waited)[0]).toStartWith('Too many servers');
  });

  test('of many that wait at once no more are let in than are allowed', async () => {
    const beats = ['1', '2', '3', '4'].map((port) => room.beat({ port }));
    await settle();
    room.probe.answer(true);
    const answers = await Promise.all(beats);
    expect(answers.map(({ isAccepted }) => isAccepted)).toEqual([true, true, false, false]);
  });

  test('the address may be banned, and the beat that waited is refused', async () => {
    const waited = room.beat();
    await room.store.moderation.addBan(banOf(`${ADDRESS}/32`, 'Spam.'), entryOf());
    await room.servers.reloadModeration();
    room.probe.answer(true);
    expect(complaintsOf(await waited)).toEqual([`${ADDRESS} is banned: Spam.`]);
  });
});

// C7.4
describe('when no place for a probe is free', () => {
  beforeEach(async () => {
    room[Symbol.dispose]();
    room = await openServersModule({ serversPerAddress: 100, probe: createFakeProbe() });
    for (let port = 1; port <= 64; port += 1) void room.beat({ port: String(port) });
  });

  test('the beat is accepted after 3 s, and probed in the background', async () => {
    const crowded = room.beat({ port: '100' });
    await room.timers.turn(3 * SECOND_MS);
    const hash = hashOf(await crowded);
    expect(room.probe.tried).toHaveLength(64);
    room.probe.answer(true);
    await settle();
    room.servers.checkDuePorts();
    await settle();
    expect(room.probe.held).toEqual([`${ADDRESS}:100`]);
    room.probe.answer(false);
    await settle();
    expect(room.events).toContain('unreachable 100');
    expect(room.servers.findServer(hash)).toBeDefined();
  });

  test('the next beat of it has no verdict to be answered from, and probes', async () => {
    const crowded = room.beat({ port: '100' });
    await room.timers.turn(3 * SECOND_MS);
    hashOf(await crowded);
    room.probe.answer(true);
    room.probe.verdict = false;
    expect(await send({ port: '100' })).toEqual({ tries: 1, isAccepted: false });
  });
});
