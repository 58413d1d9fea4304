// When a server is stale, when it is removed, and its uptime when it comes back.

import { beforeEach, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { computeServerHash } from '../../../src/modules/registry/server-hash.ts';
import { sampleServer } from '../../contract/fresh-stores.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import {
  ADDRESS,
  createTestRegistry,
  MINUTE_MS,
  STALE_AFTER_MS,
  START,
  type TestRegistry,
} from '../../support/test-servers.ts';

const HASH = computeServerHash(ADDRESS, 25_565);

let bench: TestRegistry;
beforeEach(() => {
  bench = createTestRegistry();
});

const isFound = (): boolean => bench.registry.findLive(HASH) !== undefined;

// C6.20
describe('a server', () => {
  test('is live at exactly the limit, and stale a millisecond later', () => {
    const server = bench.save();
    bench.clock.advance(STALE_AFTER_MS);
    expect([bench.registry.isLive(server), isFound()]).toEqual([true, true]);
    expect(bench.registry.countLive(ADDRESS)).toBe(1);
    bench.clock.advance(1);
    expect([bench.registry.isLive(server), isFound()]).toEqual([false, false]);
    expect(bench.registry.countLive(ADDRESS)).toBe(0);
    expect(bench.registry.listLive()).toEqual([]);
  });
});

// C6.20
describe('the sweep', () => {
  test('leaves live servers alone', () => {
    bench.save();
    bench.clock.advance(STALE_AFTER_MS);
    bench.readEvents();
    expect(bench.registry.sweep()).toBe(0);
    expect(bench.readEvents()).toEqual([]);
  });

  // C5.12
  test('removes a stale public server once, and the list changes', () => {
    bench.save();
    bench.clock.advance(STALE_AFTER_MS + 1);
    bench.readEvents();
    expect(bench.registry.sweep()).toBe(1);
    expect(bench.registry.sweep()).toBe(0);
    expect(bench.readEvents()).toEqual(['changed', 'left 25565']);
  });

  test('removes a private one without changing the list', () => {
    bench.save({ public: false });
    bench.clock.advance(STALE_AFTER_MS + 1);
    bench.readEvents();
    expect(bench.registry.sweep()).toBe(1);
    expect(bench.readEvents()).toEqual(['left 25565']);
  });

  test('keeps a stale server for 10 minutes after its last heartbeat, and removes it then', () => {
    bench.save();
    bench.registry.takeBatch();
    bench.clock.advance(10 * MINUTE_MS);
    bench.registry.sweep();
    expect(bench.registry.takeBatch().removed).toEqual([]);
    expect(bench.registry.findByAddress(ADDRESS, 25_565)).toBeDefined();
    bench.clock.advance(1);
    bench.registry.sweep();
    expect(bench.registry.takeBatch().removed).toMatchObject([{ hash: HASH }]);
    expect(bench.registry.findByAddress(ADDRESS, 25_565)).toBeUndefined();
  });

  test('removes a server at once when staleAfterMs is more than 10 minutes', () => {
    bench = createTestRegistry(20 * MINUTE_MS);
    bench.save();
    bench.clock.advance(15 * MINUTE_MS);
    expect(bench.registry.sweep()).toBe(0);
    bench.clock.advance(5 * MINUTE_MS + 1);
    expect(bench.registry.sweep()).toBe(1);
    expect(bench.registry.findByAddress(ADDRESS, 25_565)).toBeUndefined();
  });
});

// C6.21
describe('coming back', () => {
  test.each([[true], [false]])('it left and appears again (swept: %p)', (isSwept) => {
    bench.save();
    bench.clock.advance(STALE_AFTER_MS + 1);
    if (isSwept) bench.registry.sweep();
    bench.save();
    const described = bench.readEvents().filter((event) => event !== 'changed');
    expect(described).toEqual(['appeared 25565', 'left 25565', 'appeared 25565']);
  });

  test('a live server keeps its uptime when staleAfterMs is more than 10 minutes', () => {
    bench = createTestRegistry(20 * MINUTE_MS);
    bench.save();
    bench.clock.advance(15 * MINUTE_MS);
    expect(bench.save().listing.startedAt).toBe(START);
  });
});

describe('a clock that was set back', () => {
  test('makes no server stale at once', () => {
    bench.save();
    bench.clock.advance(-60 * MINUTE_MS);
    bench.registry.sweep();
    expect(isFound()).toBe(true);
    bench.save();
    expect(isFound()).toBe(true);
  });

  test('leaves no server steady since a time in the future', () => {
    const server = bench.save();
    bench.clock.advance(-60 * MINUTE_MS);
    bench.registry.sweep();
    expect(server.steadySince).toBe(START - 60 * MINUTE_MS);
  });

  test('does not keep a server listed that fell silent', () => {
    bench.save();
    bench.clock.advance(-60 * MINUTE_MS);
    bench.registry.sweep();
    bench.clock.advance(STALE_AFTER_MS + 1);
    expect(bench.registry.sweep()).toBe(1);
    expect(isFound()).toBe(false);
  });
});

// C6.22
describe('what the store held', () => {
  const stored = sampleServer({
    ...{ hash: HASH, ip: ADDRESS, salt: 'kept exactly ' },
    ...{ startedAt: START - 60 * MINUTE_MS, steadySince: START - 50 * MINUTE_MS },
    ...{ lastBeatAt: START, reachableAt: START - 1 },
  });

  test('is not listed when it was stale before, and still keeps its uptime on coming back', () => {
    bench.clock.advance(STALE_AFTER_MS + 1);
    bench.registry.load([stored], 0);
    expect(bench.registry.listLive()).toEqual([]);
    expect(bench.registry.sweep()).toBe(0);
    expect(bench.save().listing.startedAt).toBe(stored.startedAt);
    // It left before the start, and does not leave again.
    expect(bench.readEvents().filter((event) => event !== 'changed')).toEqual(['appeared 25565']);
  });

  test('is saved with the pause, so that a second restart does not count it again', () => {
    bench.clock.advance(60 * MINUTE_MS);
    bench.registry.load([stored], 60 * MINUTE_MS);
    expect(bench.registry.takeBatch().saved).toEqual([
      {
        ...{ ...stored, steadySince: START + 10 * MINUTE_MS, lastBeatAt: START + 60 * MINUTE_MS },
        portCheckedAt: stored.reachableAt ?? 0,
      },
    ]);
  });
});

test('any rhythm of heartbeats gives the uptime that the rule gives', () => {
  const gaps = fc.array(
    fc.record({
      gapMs: fc.oneof(
        fc.integer({ min: 0, max: 15 * MINUTE_MS }),
        fc.constantFrom(STALE_AFTER_MS, STALE_AFTER_MS + 1, 10 * MINUTE_MS, 10 * MINUTE_MS + 1),
      ),
      sweeps: fc.boolean(),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(gaps, (rhythm) => {
      const own = createTestRegistry(STALE_AFTER_MS, createFakeClock(START));
      let startedAt = START;
      own.save();
      for (const { gapMs, sweeps } of rhythm) {
        own.clock.advance(gapMs);
        if (gapMs > 10 * MINUTE_MS) startedAt = own.clock.now();
        if (sweeps) own.registry.sweep();
        expect(own.registry.findLive(HASH) !== undefined).toBe(gapMs <= STALE_AFTER_MS);
        expect(own.save().listing.startedAt).toBe(startedAt);
      }
    }),
  );
});
