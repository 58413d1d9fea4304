// Thinning: rounded means, peaks kept, and nothing lost but detail.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { HistoryChunk } from '../../../src/modules/history/history-ports.ts';
import {
  emptyChunk,
  HOURS,
  MINUTES,
  TENS,
  type Tier,
  thinInto,
} from '../../../src/modules/history/history-tiers.ts';
import { computeServerHash } from '../../../src/modules/registry/server-hash.ts';
import { rounds } from '../../support/rounds.ts';
import { DAY_MS, HOUR_MS, knownOf, openTestHistory } from '../../support/test-history.ts';
import { ADDRESS, MINUTE_MS } from '../../support/test-servers.ts';

const HASH = computeServerHash(ADDRESS, 25_565);
const DAY_MINUTES = 1_440;

const slot = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 65_535 }));

/** A chunk with the known samples of these slots in place of its own. */
const overlay = (target: HistoryChunk, tier: Tier, slots: ArrayLike<number>) =>
  thinInto(target, tier, { number: target.number, means: slots, peaks: slots }, tier);

test('samples laid over a chunk leave that one as it was', () => {
  const kept = overlay(emptyChunk(MINUTES, 1, 7), MINUTES, [3, 0, 5]);
  const before = structuredClone(kept);
  const laid = overlay(kept, MINUTES, [9, 9]);
  expect([[...laid.means.slice(0, 3)], [...laid.peaks.slice(0, 3)]]).toEqual([
    [9, 9, 5],
    [9, 9, 5],
  ]);
  expect(kept).toEqual(before);
});

describe('thinning an hour', () => {
  test.each<[string, number[], [number, number]]>([
    ['of even numbers', [2, 2, 2], [2, 2]],
    ['of a half, which is rounded up', [1, 2], [2, 2]],
    ['of a peak', [0, 0, 0, 0, 0, 0, 0, 0, 0, 9], [1, 9]],
    ['of one sample among gaps', [5], [5, 5]],
    ['of a zero', [0], [0, 0]],
  ])('%s', (_what, counts, [mean, peak]) => {
    const minutes = overlay(
      emptyChunk(MINUTES, 1, 24 * 100 + 3),
      MINUTES,
      counts.map((count) => count + 1),
    );
    const thinned = thinInto(emptyChunk(TENS, 1, 100), TENS, minutes, MINUTES);
    expect([thinned.means[18], thinned.peaks[18]]).toEqual([mean + 1, peak + 1]);
    expect([...thinned.means].filter((one) => one > 0)).toHaveLength(1);
  });

  test('of any samples keeps what is known, within its bounds, and the same when done twice', () => {
    fc.assert(
      fc.property(
        fc.array(slot, { minLength: 144, maxLength: 144 }),
        fc.array(slot, { minLength: 24, maxLength: 24 }),
        (slots, earlier) => {
          const source = overlay(emptyChunk(TENS, 1, 7), TENS, slots);
          const target = overlay(emptyChunk(HOURS, 1, 7), HOURS, earlier);
          const once = thinInto(target, HOURS, source, TENS);
          expect(thinInto(once, HOURS, source, TENS)).toEqual(once);
          for (let hour = 0; hour < 24; hour += 1) {
            const known = slots.slice(hour * 6, hour * 6 + 6).filter((one) => one > 0);
            const mean = once.means[hour] ?? 0;
            if (known.length === 0) expect(mean).toBe(earlier[hour] ?? 0);
            else {
              expect(mean).toBeGreaterThanOrEqual(Math.min(...known));
              expect(mean).toBeLessThanOrEqual(Math.max(...known));
              expect(once.peaks[hour]).toBe(Math.max(...known));
            }
          }
        },
      ),
      rounds(50),
    );
  });
});

describe('a sample', () => {
  test('stands by the minute for a day, by ten minutes for a week, by the hour for 90 days, then no more', async () => {
    using service = await openTestHistory();
    await service.live(60, { users: 4 });
    service.clock.advance(-60 * MINUTE_MS);
    service.clock.advance(30 * MINUTE_MS);
    await service.live(30, { users: 10 });
    const series = (await service.store.history.findSeries(HASH))?.id ?? 0;
    const chunksAt = async (step: number) => {
      const place = { series, step, first: 0, last: Number.MAX_SAFE_INTEGER };
      return (await service.store.history.readChunks(place)).length;
    };
    const ages: [days: number, chunks: [number, number, number]][] = [
      [0.5, [1, 1, 1]],
      [1, [1, 1, 1]],
      [1.1, [0, 1, 1]],
      [7, [0, 1, 1]],
      [8.1, [0, 0, 1]],
      [90, [0, 0, 1]],
      [91.1, [0, 0, 0]],
    ];
    let age = 0;
    service.clock.advance(-HOUR_MS);
    for (const [days, chunks] of ages) {
      service.clock.advance((days - age) * DAY_MS);
      age = days;
      await service.history.sample();
      await service.compactAll();
      const found = [await chunksAt(1), await chunksAt(10), await chunksAt(60)];
      expect(found, `after ${days} days`).toEqual(chunks);
      service.save();
      const curve = knownOf(await service.history.findCurve(HASH, '90d'));
      if (days < 90) expect(curve[0], `after ${days} days`).toEqual([0, 7, 10]);
      service.clock.advance(-1);
      service.registry.dropWhere(() => true);
      service.clock.advance(1);
    }
    expect(await service.store.history.findSeries(HASH)).toBeUndefined();
  });

  test('of every minute of eight days is in the curve of 90 days, whatever was thinned meanwhile', async () => {
    using service = await openTestHistory();
    for (let minute = 0; minute < 8 * DAY_MINUTES; minute += 1) {
      service.save({ users: Math.floor(minute / 60) % 50 });
      await service.history.sample();
      if (minute % 5 === 0) await service.history.compact();
      service.clock.advance(MINUTE_MS);
    }
    const curve = knownOf(await service.history.findCurve(HASH, '90d'));
    expect(curve).toEqual(
      Array.from({ length: 192 }, (_, hour) => [hour * 60, hour % 50, hour % 50]),
    );
    const week = knownOf(await service.history.findCurve(HASH, '7d'));
    expect(week).toHaveLength(7 * 144);
    expect(week.every(([minute, mean]) => mean === Math.floor(minute / 60) % 50)).toBe(true);
    expect(await service.store.history.loadMinutes()).toHaveLength(60);
  });
});

test('thinning goes in small steps: no more than some 40 chunks and a few series at once', async () => {
  let most = 0;
  using service = await openTestHistory((store) => ({
    ...store,
    saveCompaction(compaction) {
      most = Math.max(most, compaction.saved.length);
      return store.saveCompaction(compaction);
    },
  }));
  for (let port = 1; port <= 500; port += 1) service.save({ port });
  await service.live(1);
  service.clock.advance(HOUR_MS);
  expect(await service.compactAll()).toBeGreaterThan(10);
  expect(most).toBeGreaterThan(10);
  expect(most).toBeLessThanOrEqual(40);
});

test('what could not be thinned is thinned an hour later, and nothing of it is lost', async () => {
  let isBroken = true;
  using service = await openTestHistory((store) => ({
    ...store,
    saveCompaction: (compaction) =>
      isBroken ? Promise.reject(new Error('no disk')) : store.saveCompaction(compaction),
  }));
  await service.live(2, { users: 3 });
  service.clock.advance(HOUR_MS);
  await expect(service.history.compact()).rejects.toThrow('no disk');
  await service.history.compact();
  isBroken = false;
  service.clock.advance(HOUR_MS);
  await service.compactAll();
  expect(await service.store.history.loadMinutes()).toEqual([]);
  service.save();
  expect(knownOf(await service.history.findCurve(HASH, '24h'))).toEqual([
    [0, 3, 3],
    [1, 3, 3],
  ]);
});

test('what could not be thinned for three days is thinned at once and in small steps, then nothing is left to do', async () => {
  let isBroken = true;
  let most = 0;
  using service = await openTestHistory((store) => ({
    ...store,
    async saveCompaction(compaction) {
      if (isBroken) throw new Error('no disk');
      most = Math.max(most, compaction.saved.length);
      await store.saveCompaction(compaction);
    },
  }));
  const hours = 72;
  for (let hour = 0; hour < hours; hour += 1) {
    await service.live(1, { users: hour % 50 });
    await service.history.compact().catch(() => {});
    service.clock.advance(HOUR_MS - MINUTE_MS);
  }
  expect(await service.store.history.loadMinutes()).toHaveLength(hours);
  isBroken = false;
  await service.compactAll();
  expect(await service.store.history.loadMinutes()).toEqual([]);
  // Fewer than 40 chunks, and one series more: 20 hours and what was thinned meanwhile.
  expect(most).toBeLessThanOrEqual(64);
  expect(await service.compactAll()).toBe(0);
  service.save();
  expect(knownOf(await service.history.findCurve(HASH, '90d'))).toEqual(
    Array.from({ length: hours }, (_, hour) => [hour * 60, hour % 50, hour % 50]),
  );
});
