// Background checks of ports, while their servers send heartbeats.

import { describe, expect, test } from 'bun:test';
import { settle } from '../../support/fake-timers.ts';
import { openedForEach } from '../../support/opened.ts';
import {
  ADDRESS,
  hashOf,
  MINUTE_MS,
  openTestServers,
  SECOND_MS,
} from '../../support/test-servers.ts';

const service = openedForEach(() => openTestServers({ serversPerAddress: 100 }));

/** Moves the clock as in the service: due ports are checked every 2 s, heartbeats come every 30 s. */
async function live(ms: number, playersAt = (_passed: number) => '3'): Promise<void> {
  for (let passed = 2_000; passed <= ms; passed += 2_000) {
    await service.timers.turn(2_000);
    service.servers.checkDuePorts();
    await settle();
    if (passed % (30 * SECOND_MS) === 0) await service.beat({ users: playersAt(passed) });
  }
}

describe('the port of a live public server', () => {
  // C7.2
  test('is tried every 5 minutes', async () => {
    await service.beat();
    await live(4 * MINUTE_MS + 58 * SECOND_MS);
    expect(service.probe.tried).toHaveLength(1);
    await live(2 * SECOND_MS);
    expect(service.probe.tried).toHaveLength(2);
    await live(15 * MINUTE_MS);
    expect(service.probe.tried).toHaveLength(5);
  });

  // C7.10
  test('is not tried again while players come or go, and is within 5 minutes after that', async () => {
    await service.beat();
    await live(60 * MINUTE_MS, (passed) => `${Math.floor(passed / (4 * MINUTE_MS)) % 2}`);
    expect(service.probe.tried).toHaveLength(1);
    await live(10 * MINUTE_MS);
    expect(service.probe.tried).toHaveLength(2);
  });

  test('is not tried again where the clock was set after players came', async () => {
    await service.beat();
    await live(4 * MINUTE_MS, () => '4');
    service.clock.advance(60 * MINUTE_MS);
    service.servers.adjustClock({ steppedMs: 60 * MINUTE_MS, sleptMs: 0 });
    await live(2 * MINUTE_MS, () => '4');
    expect(service.probe.tried).toHaveLength(1);
  });

  test('that is closed is reported once for each check', async () => {
    await service.beat();
    await live(4 * MINUTE_MS + 40 * SECOND_MS);
    service.probe.verdict = undefined;
    for (let look = 0; look < 12; look += 1) {
      await service.timers.turn(2_000);
      service.servers.checkDuePorts();
      await settle();
    }
    expect(service.probe.held).toEqual([`${ADDRESS}:25565`]);
    service.probe.answer(false);
    await settle();
    expect(service.events.filter((event) => event === 'unreachable 25565')).toHaveLength(1);
  });
});

describe('no background check', () => {
  test('is made of a stale server', async () => {
    await service.beat();
    await service.timers.turn(5 * MINUTE_MS);
    service.servers.checkDuePorts();
    await settle();
    expect(service.probe.tried).toHaveLength(1);
  });

  test('changes whether a server is listed', async () => {
    const hash = hashOf(await service.beat());
    await live(4 * MINUTE_MS);
    service.probe.verdict = false;
    await live(2 * MINUTE_MS);
    expect(service.events).toContain('unreachable 25565');
    expect(service.servers.findServer(hash)).toBeDefined();
  });
});
