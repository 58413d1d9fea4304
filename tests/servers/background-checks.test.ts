// Ports that are tried again in the background, while their servers keep beating.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createFakeProbe } from '../support/fake-probe.ts';
import { settle } from '../support/fake-timers.ts';
import {
  ADDRESS,
  hashOf,
  MINUTE_MS,
  openServersModule,
  SECOND_MS,
  type ServersTestModule,
} from './test-module.ts';

let room: ServersTestModule;
beforeEach(async () => {
  room = await openServersModule({ serversPerAddress: 100 });
});
afterEach(() => room[Symbol.dispose]());

/** Turns the clock as the house does: ports are looked at every 2 s, beats come every 30 s. */
async function live(ms: number): Promise<void> {
  for (let passed = 2_000; passed <= ms; passed += 2_000) {
    await room.timers.turn(2_000);
    room.servers.checkDuePorts();
    await settle();
    if (passed % (30 * SECOND_MS) === 0) await room.beat();
  }
}

describe('the port of a live public server', () => {
  // C7.2
  test('is tried every 5 minutes', async () => {
    await room.beat();
    await live(4 * MINUTE_MS + 58 * SECOND_MS);
    expect(room.probe.tried).toHaveLength(1);
    await live(2 * SECOND_MS);
    expect(room.probe.tried).toHaveLength(2);
    await live(15 * MINUTE_MS);
    expect(room.probe.tried).toHaveLength(5);
  });

  test('keeps its beats from waiting as long as it is open', async () => {
    await room.beat();
    await live(60 * MINUTE_MS);
    expect(room.probe.tried).toHaveLength(13);
    expect(room.listed()).toHaveLength(1);
  });

  test('that closed is told of once for each check', async () => {
    await room.beat();
    await live(4 * MINUTE_MS + 40 * SECOND_MS);
    room.probe.verdict = undefined;
    for (let look = 0; look < 12; look += 1) {
      await room.timers.turn(2_000);
      room.servers.checkDuePorts();
      await settle();
    }
    expect(room.probe.held).toEqual([`${ADDRESS}:25565`]);
    room.probe.answer(false);
    await settle();
    expect(room.events.filter((event) => event === 'unreachable 25565')).toHaveLength(1);
  });

  test('is saved as soon as it is known', async () => {
    await room.beat();
    await live(5 * MINUTE_MS);
    await room.servers.flush();
    const [stored] = (await room.store.servers.loadServers()).servers;
    expect(stored?.reachableAt).toBe(room.clock.now());
  });
});

describe('no background check', () => {
  test('is made of a private server', async () => {
    await room.beat({ public: 'false' });
    await room.timers.turn(6 * SECOND_MS);
    room.servers.checkDuePorts();
    await settle();
    expect(room.probe.tried).toEqual([]);
  });

  test('is made of a stale server', async () => {
    await room.beat();
    await room.timers.turn(5 * MINUTE_MS);
    room.servers.checkDuePorts();
    await settle();
    expect(room.probe.tried).toHaveLength(1);
  });

  test('changes whether a server is listed', async () => {
    const hash = hashOf(await room.beat());
    await live(4 * MINUTE_MS);
    room.probe.verdict = false;
    await live(2 * MINUTE_MS);
    expect(room.events).toContain('unreachable 25565');
    expect(room.servers.findServer(hash)).toBeDefined();
  });
});

test('after a restart many ports are tried a share at a time, and all of them in the end', async () => {
  for (let port = 1; port <= 60; port += 1) await room.beat({ port: String(port) });
  await room.servers.flush();
  const next = await openServersModule({
    store: room.store,
    clock: room.clock,
    probe: createFakeProbe(),
  });
  await next.timers.turn(150 * SECOND_MS);
  for (let port = 1; port <= 60; port += 1) await next.beat({ port: String(port) });
  await next.timers.turn(150 * SECOND_MS);
  next.servers.checkDuePorts();
  await settle();
  expect(next.probe.held).toHaveLength(48);
  next.probe.answer(true);
  await settle();
  next.servers.checkDuePorts();
  await settle();
  expect(next.probe.held).toHaveLength(12);
});
