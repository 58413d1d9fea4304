// The wall clock is set, or the machine sleeps: live servers stay live, and stored times are wall time.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Store } from '../../../src/app/open-stores.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createFakeMachine, type FakeMachine } from '../../support/fake-machine.ts';
import { openTestStore } from '../../support/store.ts';
import {
  ADDRESS,
  hashOf,
  MINUTE_MS,
  openTestServers,
  SECOND_MS,
  STALE_AFTER_MS,
  START,
  type TestServers,
} from '../../support/test-servers.ts';

const HOUR_MS = 60 * MINUTE_MS;
const FOUR_MINUTES = 4 * MINUTE_MS;
const STEPS = [[FOUR_MINUTES], [HOUR_MS], [-FOUR_MINUTES], [-HOUR_MS], [365 * 24 * HOUR_MS]];

let machine: FakeMachine;
let store: Store;
let service: TestServers;
let hash: string;

/** Looks at the clock as the service does every second. */
function look(): void {
  const change = machine.check();
  if (change !== undefined) service.servers.adjustClock(change);
}

beforeEach(async () => {
  machine = createFakeMachine(START);
  store = openTestStore();
  service = await openTestServers({ clock: machine, store });
  hash = hashOf(await service.beat({ name: 'Alpha' }));
  await service.timers.turn(100 * SECOND_MS);
});
afterEach(() => store[Symbol.dispose]());

const names = (of = service): string[] => of.listed().map(({ name }) => name);

describe('a step of the wall clock', () => {
  test.each(STEPS)(
    'by %d ms empties no list, before the clock is looked at and after',
    async (ms) => {
      machine.setWall(ms);
      service.servers.sweep();
      expect(names()).toEqual(['Alpha']);
      look();
      service.servers.sweep();
      await service.timers.turn(SECOND_MS);
      expect(names()).toEqual(['Alpha']);
      expect(service.servers.findServer(hash)).toMatchObject({ uptimeSeconds: 101 });
      expect(service.servers.count()).toMatchObject({ publicServers: 1 });
      expect(service.events.filter((event) => event.startsWith('left'))).toEqual([]);
    },
  );

  test.each(STEPS)('by %d ms keeps no silent server listed for longer', async (ms) => {
    machine.setWall(ms);
    look();
    await service.timers.turn(STALE_AFTER_MS - 100 * SECOND_MS);
    expect(service.servers.findServer(hash)).toBeDefined();
    await service.timers.turn(1);
    expect(service.servers.findServer(hash)).toBeUndefined();
  });

  test.each(STEPS)('by %d ms leaves the time within which a server may come back', async (ms) => {
    await service.timers.turn(9 * MINUTE_MS - 100 * SECOND_MS);
    service.servers.sweep();
    machine.setWall(ms);
    look();
    service.servers.sweep();
    await service.timers.turn(MINUTE_MS);
    await service.beat({ name: 'Alpha' });
    expect(service.servers.findServer(hash)).toMatchObject({ uptimeSeconds: 600 });
  });

  test.each(STEPS)('by %d ms has no port tried before its time', async (ms) => {
    const tried = service.probe.tried.length;
    machine.setWall(ms);
    look();
    service.servers.checkDuePorts();
    await service.beat({ name: 'Alpha' });
    expect(service.probe.tried).toHaveLength(tried);
  });

  test.each(STEPS)('by %d ms: operators read of their heartbeats in the new time', async (ms) => {
    machine.setWall(ms);
    look();
    const { beats, ports, since } = service.servers.operatorReports.reportOn(ADDRESS);
    expect(beats).toMatchObject([{ outcome: 'listed', lastAt: START + ms }]);
    expect(ports).toMatchObject([{ port: 25_565, check: { isOpen: true, at: START + ms } }]);
    expect(since).toBeLessThanOrEqual(machine.wall());
  });

  test.each(STEPS)(
    'by %d ms: what is stored is wall time, and decides after a restart',
    async (ms) => {
      await service.servers.flush();
      machine.setWall(ms);
      look();
      await service.servers.flush();
      const { servers: stored, lastAliveAt } = await store.servers.loadServers();
      expect(lastAliveAt).toBe(machine.wall());
      expect(stored).toMatchObject([{ startedAt: START + ms, lastBeatAt: START + ms }]);
      await service.stop();

      // Down for an hour, which does not count; 100 s of silence were before it.
      const clock = createFakeClock(machine.wall() + HOUR_MS);
      const after = await openTestServers({ clock, store });
      expect(names(after)).toEqual(['Alpha']);
      expect(after.servers.findServer(hash)).toMatchObject({ uptimeSeconds: 3_700 });
      clock.advance(STALE_AFTER_MS - 100 * SECOND_MS + 1);
      expect(after.servers.findServer(hash)).toBeUndefined();
    },
  );
});

test.each([
  ['set back while nothing ran is told', -HOUR_MS, ['clock behind: 3600']],
  ['that runs on is not', HOUR_MS, []],
])('a clock %s', async (_, ms, told) => {
  await service.servers.flush();
  await service.stop();
  const after = await openTestServers({ clock: createFakeClock(machine.wall() + ms), store });
  expect(after.events.filter((event) => event.startsWith('clock'))).toEqual(told);
});

describe('a sleep of the machine', () => {
  test('counts as no silence, but as uptime', async () => {
    machine.sleep(8 * HOUR_MS);
    look();
    service.servers.sweep();
    await service.timers.turn(SECOND_MS);
    expect(names()).toEqual(['Alpha']);
    expect(service.servers.findServer(hash)).toMatchObject({ uptimeSeconds: 8 * 3_600 + 101 });
  });

  test('leaves a server the rest of its time, and no more', async () => {
    machine.sleep(8 * HOUR_MS);
    look();
    await service.timers.turn(STALE_AFTER_MS - 100 * SECOND_MS);
    expect(service.servers.findServer(hash)).toBeDefined();
    await service.timers.turn(1);
    expect(service.servers.findServer(hash)).toBeUndefined();
  });

  test('has ports tried again, since their verdicts are old', async () => {
    const tried = service.probe.tried.length;
    machine.sleep(8 * HOUR_MS);
    look();
    service.servers.checkDuePorts();
    await service.settled();
    expect(service.probe.tried).toHaveLength(tried + 1);
  });
});
