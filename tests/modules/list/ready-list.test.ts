// When the public list is rebuilt, what it shows, and how late it may be.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { ENCODINGS } from '../../../src/platform/lib/compress.ts';
import { MINUTE_MS, recordsOf, START } from '../../support/test-servers.ts';
import { createTestList, type TestList } from './test-list.ts';

let bench: TestList;
beforeEach(() => {
  bench = createTestList();
});
afterEach(() => bench.list.stop());

/** How often the list was made while something was done. */
async function countMade(action: () => unknown): Promise<number> {
  const before = bench.madeCount;
  await action();
  return bench.madeCount - before;
}

describe('the list', () => {
  test('is ready and empty at first', () => {
    expect(new TextDecoder().decode(bench.list.rendition('identity').bytes)).toBe('{"servers":[]}');
    expect(bench.madeCount).toBe(1);
  });

  // C5.1
  test('shows public servers alone', async () => {
    bench.save({ port: 1, name: 'Public' });
    bench.save({ port: 2, name: 'Private', public: false });
    await bench.timers.turn(1_000);
    expect(bench.names()).toEqual(['Public']);
  });

  test('lists the servers that it shows, best first', async () => {
    bench.save({ port: 1, users: 1 });
    bench.save({ port: 2, users: 2 });
    await bench.timers.turn(1_000);
    const { servers, madeAt } = bench.list.snapshot;
    expect(servers.map(({ listing }) => listing.port)).toEqual([2, 1]);
    expect(madeAt).toBe(START + 900);
  });
});

// C5.11
describe('a visible change', () => {
  test('shows at once when the list is older than that', async () => {
    await bench.timers.turn(1_000);
    bench.save();
    await bench.timers.turn(0);
    expect(bench.names()).toEqual(['A server']);
  });

  test('waits until the list is 0.9 s old', async () => {
    bench.save();
    await bench.timers.turn(899);
    expect(bench.names()).toEqual([]);
    await bench.timers.turn(1);
    expect(bench.names()).toEqual(['A server']);
  });

  test('never waits longer than that, which leaves a late timer a tenth of its second', async () => {
    for (let step = 0; step < 40; step += 1) {
      await bench.timers.turn(step * 37);
      const name = `Step ${step}`;
      bench.save({ name });
      await bench.timers.turn(900);
      expect(bench.names()).toEqual([name]);
    }
  });

  test('makes one list, however many changes come meanwhile', async () => {
    await bench.timers.turn(5_000);
    bench.save();
    await bench.timers.turn(0);
    const made = await countMade(async () => {
      for (let beat = 0; beat < 90; beat += 1) {
        bench.save({ users: beat });
        await bench.timers.turn(10);
      }
    });
    expect(made).toBe(1);
    expect(await countMade(() => bench.timers.turn(1_000))).toBe(0);
    expect(recordsOf(bench.list.rendition('identity').bytes)[0]?.players).toBe(89);
  });
});

describe('without a visible change', () => {
  // C5.11
  test('the list is rebuilt every 60 s, and not sooner', async () => {
    /** Passes time in which somebody reads the list now and then. */
    async function readFor(ms: number): Promise<void> {
      for (let passed = 0; passed < ms; passed += 6_000) {
        bench.names();
        await bench.timers.turn(Math.min(6_000, ms - passed));
      }
    }
    bench.save();
    await bench.timers.turn(900);
    expect(await countMade(() => readFor(MINUTE_MS - 1))).toBe(0);
    expect(await countMade(() => bench.timers.turn(1))).toBe(1);
    expect(recordsOf(bench.list.rendition('identity').bytes)[0]?.uptime).toBe(60);
    expect(await countMade(() => readFor(10 * MINUTE_MS))).toBe(10);
  });

  // C5.11, C5.13
  test('no list is made, and the ETag stays', async () => {
    bench.save();
    await bench.timers.turn(1_000);
    const { etag } = bench.list.rendition('identity');
    const made = await countMade(async () => {
      bench.save({ salt: 'another' });
      await bench.timers.turn(30_000);
    });
    expect(made).toBe(0);
    expect(bench.list.rendition('identity').etag).toBe(etag);
  });

  test('an empty list keeps its ETags for good', async () => {
    for (const encoding of ENCODINGS) bench.list.rendition(encoding);
    await bench.list.settled();
    const before = [...ENCODINGS].map((encoding) => bench.list.rendition(encoding).etag);
    await bench.timers.turn(5 * MINUTE_MS);
    await bench.list.settled();
    expect([...ENCODINGS].map((encoding) => bench.list.rendition(encoding).etag)).toEqual(before);
  });
});

describe('a list that nobody read for ten seconds', () => {
  async function beUnread(): Promise<void> {
    bench.names();
    bench.save({ name: 'Read' });
    await bench.timers.turn(12_000);
  }

  test('is not rebuilt, whatever changes, and keeps no timer', async () => {
    await beUnread();
    const made = await countMade(async () => {
      for (let users = 1; users <= 10; users += 1) {
        bench.save({ users });
        await bench.timers.turn(1_000);
      }
      await bench.timers.turn(5 * MINUTE_MS);
    });
    expect(made).toBe(0);
    expect(bench.timers.waiting).toBe(0);
  });

  test.each([
    ['the bytes', () => bench.names()],
    ['the servers', () => bench.list.snapshot.servers.map(({ listing }) => listing.name)],
    ['the listings', () => bench.list.listPublic().listings.map(({ name }) => name)],
  ])('shows the present to who reads %s, and is rebuilt again after that', async (_, read) => {
    await beUnread();
    bench.save({ name: 'Unread' });
    await bench.timers.turn(60_000);
    expect(await countMade(() => expect(read()).toEqual(['Unread']))).toBe(1);
    expect(await countMade(() => read())).toBe(0);
    bench.save({ name: 'Next' });
    expect(await countMade(() => bench.timers.turn(900))).toBe(1);
    expect(read()).toEqual(['Next']);
  });

  test('waits 0.9 s for its first change even then', async () => {
    await beUnread();
    await bench.timers.turn(60_000);
    bench.names();
    bench.save({ name: 'Soon' });
    expect(await countMade(() => bench.timers.turn(899))).toBe(0);
    expect(await countMade(() => bench.timers.turn(1))).toBe(1);
  });
});

describe('a clock that was set back', () => {
  test('does not freeze the list', async () => {
    bench.save();
    await bench.timers.turn(1_000);
    bench.clock.advance(-60 * MINUTE_MS);
    bench.save({ name: 'After' });
    await bench.timers.turn(1_000);
    expect(bench.names()).toEqual(['After']);
  });
});

test('a list that was stopped is not rebuilt', async () => {
  bench.save();
  bench.list.stop();
  expect(await countMade(() => bench.timers.turn(5 * MINUTE_MS))).toBe(0);
  expect(bench.timers.waiting).toBe(0);
});
