// How many ports are probed at once, how long a place is waited for, and how long a result counts.

import { beforeEach, describe, expect, test } from 'bun:test';
import {
  createReachability,
  type Reachability,
} from '../../../src/modules/heartbeat/reachability.ts';
import {
  isPortKnownOpen,
  isSeenInUse,
  type LiveServer,
} from '../../../src/modules/registry/live-server.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { createFakeProbe, type FakeProbe } from '../../support/fake-probe.ts';
import { createFakeTimers, type FakeTimers, settle } from '../../support/fake-timers.ts';
import { ADDRESS, createTestRegistry, MINUTE_MS, START } from '../../support/test-servers.ts';

let clock: FakeClock;
let timers: FakeTimers;
let probe: FakeProbe;
let reachability: Reachability;
let described: string[];

function open(options: { isOn?: boolean; exempt?: string[] } = {}): void {
  reachability = createReachability({
    clock,
    timers,
    probe,
    limits: {
      isPortCheckOn: options.isOn ?? true,
      portCheckExempt: options.exempt ?? [],
    },
    onChecked: (ip, port, isOpen) => described.push(`${ip}:${port} ${isOpen}`),
  });
}

beforeEach(() => {
  clock = createFakeClock(START);
  timers = createFakeTimers(clock);
  probe = createFakeProbe();
  described = [];
  open();
});

/** Starts so many checks, each of a port of its own. */
async function checkMany(count: number, firstPort = 1): Promise<Promise<string>[]> {
  const ports = Array.from({ length: count }, (_, index) => firstPort + index);
  const checks = ports.map((port) => reachability.check(ADDRESS, port));
  await settle();
  return checks;
}

/** A public server whose port was last tried, and last seen open, at these times. */
function serverWith(changes: Partial<LiveServer> = {}): LiveServer {
  return Object.assign(createTestRegistry().save(), changes);
}

// C7.1
describe('a check', () => {
  test.each([
    [true, 'open'],
    [false, 'closed'],
  ])('of a port whose probe says %p finds it %s', async (verdict, found) => {
    probe.verdict = verdict;
    expect(await reachability.check(ADDRESS, 25_565)).toBe(found as 'open' | 'closed');
    expect(probe.timeoutsMs).toEqual([3_000]);
  });

  // C7.4
  test('of one address and port is made once at a time, and again afterwards', async () => {
    const [first] = await checkMany(1);
    const [second] = await checkMany(1);
    expect(probe.tried).toHaveLength(1);
    probe.answer(true);
    expect([await first, await second]).toEqual(['open', 'open']);
    await checkMany(1);
    expect(probe.tried).toHaveLength(2);
  });
});

// C7.4
describe('places', () => {
  test('are 64', async () => {
    await checkMany(80);
    expect(probe.held).toHaveLength(64);
  });

  test('are given to the caller who waits longest, as soon as one is free', async () => {
    await checkMany(66);
    await timers.turn(2_999);
    probe.answer(true, `${ADDRESS}:7`);
    await settle();
    expect(probe.held).toHaveLength(64);
    expect(probe.tried.at(-1)).toBe(`${ADDRESS}:65`);
    expect(probe.mostAtOnce).toBe(64);
  });

  test('are waited for 3 s and no longer', async () => {
    const checks = await checkMany(65);
    let verdict = 'none yet';
    void checks[64]?.then((it) => {
      verdict = it;
    });
    await timers.turn(2_999);
    expect(verdict).toBe('none yet');
    await timers.turn(1);
    expect(verdict).toBe('busy');
    expect(reachability.counts.busy).toBe(1);
    probe.answer(true);
    await settle();
    expect(probe.tried).toHaveLength(64);
  });

  test('are all free again after any number of checks, whatever came of them', async () => {
    for (let round = 0; round < 3; round += 1) {
      await checkMany(100, round * 1_000 + 1);
      await timers.turn(1_000);
      probe.answer(round % 2 === 0);
      await settle();
      await timers.turn(3_000);
      probe.answer(true);
      await settle();
    }
    expect(probe.held).toEqual([]);
    expect(timers.waiting).toBe(0);
    await checkMany(80, 50_000);
    expect(probe.held).toHaveLength(64);
    expect(probe.mostAtOnce).toBe(64);
  });
});

describe('the background', () => {
  test.each([
    ['tried 5 minutes ago', { probedAt: START - 5 * MINUTE_MS }, true],
    ['tried just under 5 minutes ago', { probedAt: START - 5 * MINUTE_MS + 1 }, false],
    ['seen open 5 minutes ago, before a restart', { reachableAt: START - 5 * MINUTE_MS }, true],
    ['seen open lately, before a restart', { reachableAt: START - MINUTE_MS }, false],
    ['never tried', {}, true],
    ['tried in a future that the clock was set back from', { probedAt: START + MINUTE_MS }, true],
    ['private', { isPublic: false }, false],
  ])('tries a server that was %s: %p → %p', (_what, changes, isDue) => {
    expect(reachability.isDue(serverWith(changes))).toBe(isDue);
  });

  test('tries no exempt server, and none when the check is off', () => {
    open({ exempt: [`${ADDRESS}/32`] });
    expect(reachability.isDue(serverWith())).toBe(false);
    open({ isOn: false });
    expect(reachability.isDue(serverWith())).toBe(false);
  });

  test('leaves places to waiting heartbeats', async () => {
    await checkMany(47);
    expect(reachability.isDue(serverWith())).toBe(true);
    await checkMany(1, 1_000);
    expect(reachability.isDue(serverWith())).toBe(false);
    probe.answer(true, `${ADDRESS}:1`);
    await settle();
    expect(reachability.isDue(serverWith())).toBe(true);
  });

  test('does not try a port that is being tried', async () => {
    void reachability.check(ADDRESS, 25_565);
    await settle();
    expect(reachability.isDue(serverWith())).toBe(false);
    probe.answer(true);
    await settle();
    expect(reachability.isDue(serverWith())).toBe(true);
  });
});

describe('a good result', () => {
  test.each([
    ['of now', START, true],
    ['10 minutes old', START - 10 * MINUTE_MS, true],
    ['older than that', START - 10 * MINUTE_MS - 1, false],
    ['from a future that the clock was set back from', START + MINUTE_MS, false],
    ['that there never was', null, false],
  ])('%s answers a beat: %p → %p', (_what, reachableAt, isGood) => {
    expect(isPortKnownOpen({ reachableAt }, clock.now())).toBe(isGood);
  });
});

// C7.10
describe('a server is seen in use', () => {
  const foundAt = START - 5 * MINUTE_MS;
  const found = { probedAt: foundAt, reachableAt: foundAt };
  test.each([
    ['players came or went since its port was found open', found, foundAt + 1, true],
    ['they did so before that', found, foundAt, false],
    ['its port was found closed', { ...found, reachableAt: null }, foundAt + 1, false],
    ['that is too long ago', { probedAt: 0, reachableAt: START - 11 * MINUTE_MS }, START, false],
    ['it was found open before a restart', { probedAt: 0, reachableAt: foundAt }, START, true],
  ])('where %s: %p, %p → %p', (_what, result, playersChangedAt, isSeen) => {
    expect(isSeenInUse(serverWith({ ...result, playersChangedAt }), START)).toBe(isSeen);
  });
});

describe('an open port', () => {
  test.each([
    ['is required of anybody', {}, true],
    ['is not when the check is off', { isOn: false }, false],
    ['is not of an exempt address', { exempt: ['203.0.113.0/24'] }, false],
    ['is of its neighbours', { exempt: ['203.0.112.0/24'] }, true],
  ])('%s', (_sentence, options, isRequired) => {
    open(options);
    expect(reachability.isRequired(ADDRESS)).toBe(isRequired);
  });
});
