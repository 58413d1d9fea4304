// The history by its rules: one sample a minute, thinned as it ages, gaps left as gaps, nothing private.

import { describe, expect, test } from 'bun:test';
import { computeServerHash } from '../../src/servers/server-hash.ts';
import { DAY_MS, HOUR_MS, knownOf, MIDNIGHT, openTestHistory } from './test-history.ts';
import { ADDRESS, MINUTE_MS } from './test-module.ts';

const HASH = computeServerHash(ADDRESS, 25_565);

describe('a sample', () => {
  test('is taken once a minute, however often it is asked for', async () => {
    using room = await openTestHistory();
    for (const players of [3, 4, 5]) {
      room.save({ users: players });
      await room.history.sample();
      room.clock.advance(19_000);
    }
    room.save({ users: 9 });
    room.clock.advance(3_000);
    await room.history.sample();
    expect(knownOf(await room.history.findCurve(HASH, '24h'))).toEqual([
      [0, 3, 3],
      [1, 9, 9],
    ]);
  });

  test('counts public servers alone, each and all together', async () => {
    using room = await openTestHistory();
    room.save({ users: 3 });
    room.save({ users: 5, port: 2 });
    room.save({ users: 700, port: 3, public: false });
    await room.history.sample();
    const { players, servers } = await room.history.drawTotals('24h');
    expect(knownOf(players)).toEqual([[0, 8, 8]]);
    expect(knownOf(servers)).toEqual([[0, 2, 2]]);
  });

  test('of no server at all is a zero, not a gap', async () => {
    using room = await openTestHistory();
    await room.live(2);
    const { players, servers } = await room.history.drawTotals('24h');
    expect(knownOf(players)).toEqual(knownOf(servers));
    expect(knownOf(players).map(([, mean]) => mean)).toEqual([0, 0]);
  });

  test('of more players than fit one byte, and of as many as a heartbeat may tell', async () => {
    using room = await openTestHistory();
    await room.live(1, { users: 65_535 });
    await room.live(1, { users: 65_535, port: 2 });
    expect(knownOf(await room.history.findCurve(HASH, '24h'))[0]).toEqual([0, 65_534, 65_534]);
    const { players } = await room.history.drawTotals('24h');
    expect(knownOf(players)[1]).toEqual([1, 131_070, 131_070]);
  });

  test('that could not be saved is told once and leaves a gap', async () => {
    let isBroken = false;
    using room = await openTestHistory((store) => ({
      ...store,
      saveMinute: (minute) =>
        isBroken ? Promise.reject(new Error('no disk')) : store.saveMinute(minute),
    }));
    await room.live(1, { users: 1 });
    isBroken = true;
    await expect(room.history.sample()).rejects.toThrow('no disk');
    await room.history.sample();
    isBroken = false;
    room.clock.advance(MINUTE_MS);
    await room.live(1, { users: 2 });
    expect(knownOf(await room.history.findCurve(HASH, '24h')).map(([at]) => at)).toEqual([0, 2]);
  });

  test('takes in 500 new servers a minute and the others in the next', async () => {
    using room = await openTestHistory();
    for (let port = 1; port <= 600; port += 1) room.save({ port, users: 1 });
    await room.history.sample();
    expect(await room.store.history.listSeries(0, 5_000)).toHaveLength(500);
    room.clock.advance(MINUTE_MS);
    await room.history.sample();
    expect(await room.store.history.listSeries(0, 5_000)).toHaveLength(600);
    const { players } = await room.history.drawTotals('24h');
    expect(knownOf(players).map(([, mean]) => mean)).toEqual([600, 600]);
  });
});

describe('a private server', () => {
  test('is not sampled, and nothing is shown of it while it is private', async () => {
    using room = await openTestHistory();
    await room.live(2, { users: 3 });
    await room.live(2, { users: 4, public: false });
    expect(await room.history.findCurve(HASH, '24h')).toBeUndefined();
    await room.live(1, { users: 5 });
    expect(knownOf(await room.history.findCurve(HASH, '24h'))).toEqual([
      [0, 3, 3],
      [1, 3, 3],
      [4, 5, 5],
    ]);
  });

  test('has no curve from the moment it turns private, a kept one neither', async () => {
    using room = await openTestHistory();
    await room.live(1, { users: 3 });
    expect(await room.history.findCurve(HASH, '24h')).toBeDefined();
    room.save({ public: false });
    expect(await room.history.findCurve(HASH, '24h')).toBeUndefined();
  });

  test('that was never public leaves nothing on disk', async () => {
    using room = await openTestHistory();
    await room.live(3, { public: false });
    expect(await room.store.history.findSeries(HASH)).toBeUndefined();
  });
});

describe('a curve', () => {
  test('of a server that is not live is none, and of one not yet sampled an empty one', async () => {
    using room = await openTestHistory();
    expect(await room.history.findCurve(HASH, '24h')).toBeUndefined();
    room.save();
    expect(knownOf(await room.history.findCurve(HASH, '24h'))).toEqual([]);
    room.clock.advance(181_000);
    expect(await room.history.findCurve(HASH, '24h')).toBeUndefined();
  });

  test.each([
    ['24h', 1_440, 60],
    ['7d', 1_008, 600],
    ['90d', 2_160, 3_600],
  ] as const)(
    'of %s has %p samples of %p s, the last one that of now',
    async (range, count, step) => {
      using room = await openTestHistory();
      await room.live(1, { users: 3 });
      const curve = await room.history.findCurve(HASH, range);
      expect(curve?.means).toHaveLength(count);
      expect(curve?.peaks).toHaveLength(count);
      expect(curve?.stepMs).toBe(step * 1_000);
      expect(curve?.means.at(-1)).toBe(3);
      expect(curve?.startAt).toBe(MIDNIGHT - (count - 1) * step * 1_000);
    },
  );

  test('is the same until the next sample: the store is not read again', async () => {
    let reads = 0;
    using room = await openTestHistory((store) => ({
      ...store,
      readChunks(place) {
        reads += 1;
        return store.readChunks(place);
      },
    }));
    await room.live(1, { users: 3 });
    const first = await room.history.findCurve(HASH, '24h');
    const before = reads;
    for (let time = 0; time < 1_000; time += 1) {
      expect(await room.history.findCurve(HASH, '24h')).toBe(first as NonNullable<typeof first>);
    }
    expect(reads).toBe(before);
    await room.live(1, { users: 4 });
    expect(await room.history.findCurve(HASH, '24h')).not.toBe(first);
    expect(reads).toBe(before + 1);
  });
});

describe('a restart', () => {
  test('leaves a gap for the time the service was down, and no line across it', async () => {
    using room = await openTestHistory();
    await room.live(2, { users: 3 });
    room.clock.advance(5 * MINUTE_MS);
    await room.restart();
    await room.live(1, { users: 6 });
    const means = (await room.history.findCurve(HASH, '24h'))?.means;
    expect(means?.slice(-8)).toEqual([3, 3, null, null, null, null, null, 6]);
  });

  test('within a minute that has its sample takes no second one', async () => {
    using room = await openTestHistory();
    room.save({ users: 3 });
    await room.history.sample();
    await room.restart();
    room.save({ users: 8 });
    await room.history.sample();
    expect(knownOf(await room.history.findCurve(HASH, '24h'))).toEqual([[0, 3, 3]]);
  });

  test.each(['24h', '7d', '90d'] as const)(
    'of %s has each hour once when one is closed while the chunks are read',
    async (range) => {
      let onRead: (() => Promise<void>) | undefined;
      using room = await openTestHistory((store) => ({
        ...store,
        async readChunks(place) {
          const before = await store.readChunks(place);
          const close = onRead;
          onRead = undefined;
          await close?.();
          return before;
        },
      }));
      await room.live(150, { users: 3 });
      const minutes = 150;
      onRead = async () => {
        await room.compactAll();
      };
      const during = await room.history.findCurve(HASH, range);
      expect(onRead).toBeUndefined();
      const known = knownOf(during);
      const stepMinutes = (during?.stepMs ?? 0) / MINUTE_MS;
      expect(known).toHaveLength(Math.ceil(minutes / stepMinutes));
      expect(known.every(([, mean, peak]) => mean === 3 && peak === 3)).toBe(true);
      // And afterwards, from the chunks.
      room.clock.advance(MINUTE_MS);
      await room.history.sample();
      expect(knownOf(await room.history.findCurve(HASH, range)).slice(0, known.length)).toEqual(
        known,
      );
    },
  );

  test('in the middle of thinning loses nothing and counts nothing twice', async () => {
    using room = await openTestHistory();
    for (let port = 1; port <= 100; port += 1) room.save({ port, users: port });
    await room.live(3);
    room.clock.advance(HOUR_MS);
    for (let port = 1; port <= 100; port += 1) room.save({ port, users: port });
    const before = knownOf(await room.history.findCurve(computeServerHash(ADDRESS, 90), '24h'));
    for (let step = 0; step < 4; step += 1) {
      await room.history.compact();
      await room.restart();
      const after = knownOf(await room.history.findCurve(computeServerHash(ADDRESS, 90), '24h'));
      expect(after).toEqual(before);
    }
    await room.compactAll();
    expect(await room.store.history.loadMinutes()).toEqual([]);
    const after = knownOf(await room.history.findCurve(computeServerHash(ADDRESS, 90), '24h'));
    expect(after).toEqual(before);
    expect(before).toHaveLength(3);
  });
});

describe('a clock', () => {
  test('that is set back replaces what it comes by again, and forgets what has not come', async () => {
    using room = await openTestHistory();
    await room.live(5, { users: 3 });
    room.clock.advance(-3 * MINUTE_MS);
    room.save({ users: 7 });
    await room.history.sample();
    const known = knownOf(await room.history.findCurve(HASH, '24h'));
    expect(known).toEqual([
      [0, 3, 3],
      [1, 3, 3],
      [2, 7, 7],
    ]);
    await room.restart();
    expect(knownOf(await room.history.findCurve(HASH, '24h'))).toEqual(known);
  });

  test('that ran a year ahead leaves nothing behind when it is set right', async () => {
    using room = await openTestHistory();
    await room.live(2, { users: 3 });
    room.clock.advance(365 * DAY_MS);
    await room.live(90, { users: 99 });
    await room.compactAll();
    room.clock.advance(-365 * DAY_MS);
    await room.live(2, { users: 4 });
    await room.compactAll();
    const known = knownOf(await room.history.findCurve(HASH, '24h'));
    expect(known.map(([, mean]) => mean)).not.toContain(99);
    expect(known.slice(-2).map(([, mean]) => mean)).toEqual([4, 4]);
    const series = (await room.store.history.findSeries(HASH)) ?? 0;
    for (const step of [1, 10, 60]) {
      const place = { series, step, first: 0, last: Number.MAX_SAFE_INTEGER };
      for (const { means } of await room.store.history.readChunks(place)) {
        expect([...means]).not.toContain(100);
      }
    }
  });
});
