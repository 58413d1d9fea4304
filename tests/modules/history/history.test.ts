// The history: one sample a minute, thinned with age, gaps left as gaps, nothing about private servers.

import { describe, expect, test } from 'bun:test';
import { computeServerHash } from '../../../src/modules/registry/server-hash.ts';
import { NO_DECISIONS } from '../../../src/modules/registry/server-ports.ts';
import { DAY_MS, HOUR_MS, knownOf, MIDNIGHT, openTestHistory } from '../../support/test-history.ts';
import { ADDRESS, MINUTE_MS } from '../../support/test-servers.ts';

const HASH = computeServerHash(ADDRESS, 25_565);

describe('a sample', () => {
  test('is taken once a minute, however often it is asked for', async () => {
    using service = await openTestHistory();
    for (const players of [3, 4, 5]) {
      service.save({ users: players });
      await service.history.sample();
      service.clock.advance(19_000);
    }
    service.save({ users: 9 });
    service.clock.advance(3_000);
    await service.history.sample();
    expect(knownOf(await service.history.findCurve(HASH, '24h'))).toEqual([
      [0, 3, 3],
      [1, 9, 9],
    ]);
  });

  test('counts public servers alone, each and all together', async () => {
    using service = await openTestHistory();
    service.save({ users: 3 });
    service.save({ users: 5, port: 2 });
    service.save({ users: 700, port: 3, public: false });
    await service.history.sample();
    const { players, servers } = await service.history.drawTotals('24h');
    expect(knownOf(players)).toEqual([[0, 8, 8]]);
    expect(knownOf(servers)).toEqual([[0, 2, 2]]);
  });

  test('of no server at all is a zero, not a gap', async () => {
    using service = await openTestHistory();
    await service.live(2);
    const { players, servers } = await service.history.drawTotals('24h');
    expect(knownOf(players)).toEqual(knownOf(servers));
    expect(knownOf(players).map(([, mean]) => mean)).toEqual([0, 0]);
  });

  test('of more players than fit one byte, and of as many as a heartbeat may tell', async () => {
    using service = await openTestHistory();
    // So many count of claimed servers alone.
    const claimed = new Set([HASH, computeServerHash(ADDRESS, 2)]);
    service.registry.applyDecisions({ ...NO_DECISIONS, claimed });
    await service.live(1, { users: 65_535 });
    await service.live(1, { users: 65_535, port: 2 });
    expect(knownOf(await service.history.findCurve(HASH, '24h'))[0]).toEqual([0, 65_534, 65_534]);
    const { players } = await service.history.drawTotals('24h');
    expect(knownOf(players)[1]).toEqual([1, 131_070, 131_070]);
  });

  test('that could not be saved is reported once and leaves a gap', async () => {
    let isBroken = false;
    using service = await openTestHistory((store) => ({
      ...store,
      saveMinute: (minute) =>
        isBroken ? Promise.reject(new Error('no disk')) : store.saveMinute(minute),
    }));
    await service.live(1, { users: 1 });
    isBroken = true;
    await expect(service.history.sample()).rejects.toThrow('no disk');
    await service.history.sample();
    isBroken = false;
    service.clock.advance(MINUTE_MS);
    await service.live(1, { users: 2 });
    expect(knownOf(await service.history.findCurve(HASH, '24h')).map(([at]) => at)).toEqual([0, 2]);
  });

  test('knows after a restart which servers are not new', async () => {
    using service = await openTestHistory();
    for (let port = 1; port <= 501; port += 1) service.save({ port, users: 1 });
    await service.live(2);
    await service.restart();
    await service.history.sample();
    const minutes = await service.store.history.loadMinutes();
    expect(minutes.map(({ series }) => series.length)).toEqual([500, 501, 501]);
  });

  test('adds 500 new servers a minute and the others in the next', async () => {
    using service = await openTestHistory();
    for (let port = 1; port <= 600; port += 1) service.save({ port, users: 1 });
    await service.history.sample();
    expect(await service.store.history.listSeries(0, 5_000)).toHaveLength(500);
    service.clock.advance(MINUTE_MS);
    await service.history.sample();
    expect(await service.store.history.listSeries(0, 5_000)).toHaveLength(600);
    const { players } = await service.history.drawTotals('24h');
    expect(knownOf(players).map(([, mean]) => mean)).toEqual([600, 600]);
  });
});

describe('a private server', () => {
  test('is not sampled, and nothing is shown of it while it is private', async () => {
    using service = await openTestHistory();
    await service.live(2, { users: 3 });
    await service.live(2, { users: 4, public: false });
    expect(await service.history.findCurve(HASH, '24h')).toBeUndefined();
    await service.live(1, { users: 5 });
    expect(knownOf(await service.history.findCurve(HASH, '24h'))).toEqual([
      [0, 3, 3],
      [1, 3, 3],
      [4, 5, 5],
    ]);
  });

  test('has no curve from the moment it turns private, a kept one neither', async () => {
    using service = await openTestHistory();
    await service.live(1, { users: 3 });
    expect(await service.history.findCurve(HASH, '24h')).toBeDefined();
    service.save({ public: false });
    expect(await service.history.findCurve(HASH, '24h')).toBeUndefined();
  });

  test('that was never public leaves nothing on disk', async () => {
    using service = await openTestHistory();
    await service.live(3, { public: false });
    expect(await service.store.history.findSeries(HASH)).toBeUndefined();
  });
});

describe('a curve', () => {
  test('of a server that is not live is none, and of one not yet sampled an empty one', async () => {
    using service = await openTestHistory();
    expect(await service.history.findCurve(HASH, '24h')).toBeUndefined();
    service.save();
    expect(knownOf(await service.history.findCurve(HASH, '24h'))).toEqual([]);
    service.clock.advance(181_000);
    expect(await service.history.findCurve(HASH, '24h')).toBeUndefined();
  });

  test.each([
    ['24h', 1_440, 60],
    ['7d', 1_008, 600],
    ['90d', 2_160, 3_600],
  ] as const)(
    'of %s has %p samples of %p s, the last one that of now',
    async (range, count, step) => {
      using service = await openTestHistory();
      await service.live(1, { users: 3 });
      const curve = await service.history.findCurve(HASH, range);
      expect(curve?.means).toHaveLength(count);
      expect(curve?.peaks).toHaveLength(count);
      expect(curve?.stepMs).toBe(step * 1_000);
      expect(curve?.means.at(-1)).toBe(3);
      expect(curve?.startAt).toBe(MIDNIGHT - (count - 1) * step * 1_000);
    },
  );

  test('is the same until the next sample: the store is not read again', async () => {
    let reads = 0;
    using service = await openTestHistory((store) => ({
      ...store,
      readChunks(place) {
        reads += 1;
        return store.readChunks(place);
      },
    }));
    await service.live(1, { users: 3 });
    const first = await service.history.findCurve(HASH, '24h');
    const before = reads;
    for (let time = 0; time < 1_000; time += 1) {
      expect(await service.history.findCurve(HASH, '24h')).toBe(first as NonNullable<typeof first>);
    }
    expect(reads).toBe(before);
    await service.live(1, { users: 4 });
    expect(await service.history.findCurve(HASH, '24h')).not.toBe(first);
    expect(reads).toBe(before + 1);
  });
});

describe('a restart', () => {
  test('leaves a gap for the time the service was down, and no line across it', async () => {
    using service = await openTestHistory();
    await service.live(2, { users: 3 });
    service.clock.advance(5 * MINUTE_MS);
    await service.restart();
    await service.live(1, { users: 6 });
    const means = (await service.history.findCurve(HASH, '24h'))?.means;
    expect(means?.slice(-8)).toEqual([3, 3, null, null, null, null, null, 6]);
  });

  test('within a minute that has its sample takes no second one', async () => {
    using service = await openTestHistory();
    service.save({ users: 3 });
    await service.history.sample();
    await service.restart();
    service.save({ users: 8 });
    await service.history.sample();
    expect(knownOf(await service.history.findCurve(HASH, '24h'))).toEqual([[0, 3, 3]]);
  });

  test.each(['24h', '7d', '90d'] as const)(
    'of %s has each hour once when one is closed while the chunks are read',
    async (range) => {
      let onRead: (() => Promise<void>) | undefined;
      using service = await openTestHistory((store) => ({
        ...store,
        async readChunks(place) {
          const before = await store.readChunks(place);
          const close = onRead;
          onRead = undefined;
          await close?.();
          return before;
        },
      }));
      await service.live(150, { users: 3 });
      const minutes = 150;
      onRead = async () => {
        await service.compactAll();
      };
      const during = await service.history.findCurve(HASH, range);
      expect(onRead).toBeUndefined();
      const known = knownOf(during);
      const stepMinutes = (during?.stepMs ?? 0) / MINUTE_MS;
      expect(known).toHaveLength(Math.ceil(minutes / stepMinutes));
      expect(known.every(([, mean, peak]) => mean === 3 && peak === 3)).toBe(true);
      // And afterwards, from the chunks.
      service.clock.advance(MINUTE_MS);
      await service.history.sample();
      expect(knownOf(await service.history.findCurve(HASH, range)).slice(0, known.length)).toEqual(
        known,
      );
    },
  );

  test('in the middle of thinning loses nothing and counts nothing twice', async () => {
    using service = await openTestHistory();
    for (let port = 1; port <= 100; port += 1) service.save({ port, users: port });
    await service.live(3);
    service.clock.advance(HOUR_MS);
    for (let port = 1; port <= 100; port += 1) service.save({ port, users: port });
    const before = knownOf(await service.history.findCurve(computeServerHash(ADDRESS, 90), '24h'));
    for (let step = 0; step < 4; step += 1) {
      await service.history.compact();
      await service.restart();
      const after = knownOf(await service.history.findCurve(computeServerHash(ADDRESS, 90), '24h'));
      expect(after).toEqual(before);
    }
    await service.compactAll();
    expect(await service.store.history.loadMinutes()).toEqual([]);
    const after = knownOf(await service.history.findCurve(computeServerHash(ADDRESS, 90), '24h'));
    expect(after).toEqual(before);
    expect(before).toHaveLength(3);
  });
});

describe('a clock', () => {
  test('that is set back replaces what it comes by again, and forgets what has not come', async () => {
    using service = await openTestHistory();
    await service.live(5, { users: 3 });
    service.clock.advance(-3 * MINUTE_MS);
    service.save({ users: 7 });
    await service.history.sample();
    const known = knownOf(await service.history.findCurve(HASH, '24h'));
    expect(known).toEqual([
      [0, 3, 3],
      [1, 3, 3],
      [2, 7, 7],
    ]);
    await service.restart();
    expect(knownOf(await service.history.findCurve(HASH, '24h'))).toEqual(known);
  });

  test('that was hours ahead leaves nothing of them in the coarser steps of the day', async () => {
    using service = await openTestHistory();
    service.clock.advance(3 * HOUR_MS);
    await service.live(61, { users: 99 });
    await service.compactAll();
    service.clock.advance(-4 * HOUR_MS);
    await service.live(61, { users: 4 });
    await service.compactAll();
    service.clock.advance(4 * HOUR_MS);
    service.save({ users: 4 });
    for (const range of ['7d', '90d'] as const) {
      const known = knownOf(await service.history.findCurve(HASH, range));
      expect(known.map(([, mean]) => mean)).not.toContain(99);
    }
  });

  test('that was a year ahead leaves nothing behind when it is corrected', async () => {
    using service = await openTestHistory();
    await service.live(2, { users: 3 });
    service.clock.advance(365 * DAY_MS);
    await service.live(90, { users: 99 });
    await service.compactAll();
    service.clock.advance(-365 * DAY_MS);
    await service.live(2, { users: 4 });
    await service.compactAll();
    const known = knownOf(await service.history.findCurve(HASH, '24h'));
    expect(known.map(([, mean]) => mean)).not.toContain(99);
    expect(known.slice(-2).map(([, mean]) => mean)).toEqual([4, 4]);
    const series = (await service.store.history.findSeries(HASH))?.id ?? 0;
    for (const step of [1, 10, 60]) {
      const place = { series, step, first: 0, last: Number.MAX_SAFE_INTEGER };
      for (const { means } of await service.store.history.readChunks(place)) {
        expect([...means]).not.toContain(100);
      }
    }
  });
});
