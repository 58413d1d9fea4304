// What every store of the history must do.

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type {
  HistoryChunk,
  KnownServer,
  NewHistoryMinute,
} from '../../src/modules/history/history-ports.ts';
import { rounds } from '../support/rounds.ts';
import { type OpenFresh, refusalOf, sampleHash } from './fresh-stores.ts';

const anySlot = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 200 }),
  fc.integer({ min: 200, max: 65_535 }),
  fc.integer({ min: 65_536, max: 0xffffffff }),
);
const anyPlane = (slots: number) =>
  fc.array(anySlot, { minLength: slots, maxLength: slots }).map((all) => Uint32Array.from(all));

const anyChunk: fc.Arbitrary<HistoryChunk> = fc.constantFrom(24, 60, 144).chain((slots) =>
  fc.record({
    series: fc.integer({ min: -2, max: 2 ** 31 }),
    step: fc.constantFrom(1, 10, 60),
    number: fc.integer({ min: 0, max: 1_000_000 }),
    means: anyPlane(slots),
    peaks: anyPlane(slots),
  }),
);

/** A minute of known series, with newcomers where a test wants some. */
export function sampleMinute(changes: Partial<NewHistoryMinute> = {}): NewHistoryMinute {
  return {
    at: 30_000_000,
    players: 7,
    servers: 2,
    series: Uint32Array.of(),
    counts: Uint16Array.of(),
    newcomers: [],
    ...changes,
  };
}

export function sampleChunk(changes: Partial<HistoryChunk> = {}): HistoryChunk {
  const means = new Uint32Array(60).fill(4);
  return { series: 1, step: 1, number: 500_000, means, peaks: means, ...changes };
}

/** The server of this number as it is known to the history. */
const knownServer = (number: number, changes: Partial<KnownServer> = {}): KnownServer => ({
  ...{ hash: sampleHash(number), name: `Server ${number}`, ip: '203.0.113.7', port: 25_565 },
  ...changes,
});

const allOf = (series: number, step = 1) => ({ series, step, first: 0, last: 1_000_000 });

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeHistoryStore(openFresh: OpenFresh): void {
  test('a new store knows no minute, no series and no chunk', async () => {
    using stores = openFresh();
    const { history } = stores;
    expect(await history.loadMinutes()).toEqual([]);
    expect(await history.listSeries(0, 10)).toEqual([]);
    expect(await history.findSeries(sampleHash(1))).toBeUndefined();
    expect(await history.readChunks(allOf(1))).toEqual([]);
  });

  test('a minute comes back whole, newcomers behind the series that were known', async () => {
    using stores = openFresh();
    const { history } = stores;
    const newcomers = [1, 2].map((number) => ({ ...knownServer(number), players: number * 10 }));
    const [first = 0, second = 0] = await history.saveMinute(sampleMinute({ newcomers }));
    expect(first).toBeGreaterThan(0);
    expect(second).toBeGreaterThan(first);
    expect(await history.loadMinutes()).toEqual([
      {
        at: 30_000_000,
        players: 7,
        servers: 2,
        series: Uint32Array.of(first, second),
        counts: Uint16Array.of(10, 20),
      },
    ]);
    expect(await history.findSeries(sampleHash(2))).toMatchObject({
      id: second,
      ...knownServer(2),
    });
    expect(await history.listSeries(0, 10)).toEqual([first, second]);
    expect(await history.listSeries(0, 1)).toEqual([first]);
    expect(await history.listSeries(first, 10)).toEqual([second]);
  });

  test('a newcomer that was there before gets the series it had', async () => {
    using stores = openFresh();
    const newcomers = [{ ...knownServer(1), players: 1 }];
    const before = await stores.history.saveMinute(sampleMinute({ newcomers }));
    const after = await stores.history.saveMinute(sampleMinute({ at: 30_000_001, newcomers }));
    expect(after).toEqual(before);
    expect(await stores.history.listSeries(0, 10)).toEqual(before);
  });

  test('a minute saved again replaces itself and whatever came after it', async () => {
    using stores = openFresh();
    for (const at of [10, 11, 12, 13]) await stores.history.saveMinute(sampleMinute({ at }));
    await stores.history.saveMinute(sampleMinute({ at: 11, players: 99 }));
    const left = await stores.history.loadMinutes();
    expect(left.map(({ at, players }) => [at, players])).toEqual([
      [10, 7],
      [11, 99],
    ]);
  });

  test('records are saved with a minute, replace those before, and stay where a minute has none', async () => {
    using stores = openFresh();
    const { history } = stores;
    const recordsOf = (players: number) => ({
      players: { count: players, at: 1_700_000_000_000 },
      servers: { count: 2, at: 60_000 },
    });
    expect(await history.loadRecords()).toBeUndefined();
    await history.saveMinute(sampleMinute());
    expect(await history.loadRecords()).toBeUndefined();
    await history.saveMinute(sampleMinute({ at: 30_000_001, records: recordsOf(7) }));
    expect(await history.loadRecords()).toEqual(recordsOf(7));
    await history.saveMinute(sampleMinute({ at: 30_000_002, records: recordsOf(2 ** 31) }));
    await history.saveMinute(sampleMinute({ at: 30_000_003 }));
    await history.removeMinutes(0, 40_000_000);
    expect(await history.loadRecords()).toEqual(recordsOf(2 ** 31));
  });

  test('minutes are listed, and loaded after one that is known', async () => {
    using stores = openFresh();
    const { history } = stores;
    expect(await history.listMinutes()).toEqual([]);
    for (const at of [10, 11, 13]) await history.saveMinute(sampleMinute({ at, players: at }));
    expect(await history.listMinutes()).toEqual([10, 11, 13]);
    expect(await history.loadMinutes(10)).toMatchObject([
      { at: 11, players: 11 },
      { at: 13, players: 13 },
    ]);
    expect(await history.loadMinutes(13)).toEqual([]);
  });

  test('the series of many servers are found at once, without those that have none', async () => {
    using stores = openFresh();
    const { history } = stores;
    const hashes = Array.from({ length: 2_500 }, (_, index) => sampleHash(index));
    const newcomers = hashes.slice(1).map((hash) => ({ ...knownServer(1), hash, players: 1 }));
    const series = await history.saveMinute(sampleMinute({ newcomers }));
    const found = await history.findSeriesOf(hashes);
    expect(found.size).toBe(2_499);
    expect(hashes.slice(1).map((hash) => found.get(hash)?.id)).toEqual(series);
    expect(await history.findSeriesOf([])).toEqual(new Map());
  });

  test('a server has the name of its latest minute, and none once it is forgotten', async () => {
    using stores = openFresh();
    const { history } = stores;
    const save = (changes: Partial<NewHistoryMinute>) => history.saveMinute(sampleMinute(changes));
    const [id = 0] = await save({ newcomers: [{ ...knownServer(1), players: 1 }] });
    const renamed = knownServer(1, { name: 'Odd \0 name', ip: '203.0.113.8' });
    expect(await save({ newcomers: [{ ...renamed, players: 1 }] })).toEqual([id]);
    expect(await history.findSeries(sampleHash(1))).toMatchObject({ id, ...renamed });
    await save({ forgotten: [sampleHash(1), sampleHash(2)] });
    expect(await history.findSeries(sampleHash(1))).toMatchObject({ id, ...renamed, name: '' });
  });

  test('the newest servers are those that were sampled for the first time last, and have a name', async () => {
    using stores = openFresh();
    const { history } = stores;
    const save = (at: number, ...numbers: number[]) => {
      const newcomers = numbers.map((number) => ({ ...knownServer(number), players: 1 }));
      return history.saveMinute(sampleMinute({ at, newcomers }));
    };
    await save(10, 1);
    await save(11, 2, 1);
    await save(12, 3);
    const newest = async (since = 0, most = 9) =>
      (await history.listNewest(since, most)).map(({ name, firstAt }) => [name, firstAt]);
    const all = [12, 11, 10].map((at, index) => [`Server ${3 - index}`, at * 60_000]);
    expect(await newest()).toEqual(all);
    expect(await newest(0, 2)).toEqual(all.slice(0, 2));
    expect(await newest(11 * 60_000)).toEqual(all.slice(0, 1));
    await history.saveMinute(sampleMinute({ at: 13, forgotten: [sampleHash(3)] }));
    expect(await newest()).toEqual(all.slice(1));
  });

  test('minutes are removed from the first to the last named', async () => {
    using stores = openFresh();
    for (const at of [10, 11, 12, 13]) await stores.history.saveMinute(sampleMinute({ at }));
    await stores.history.removeMinutes(11, 12);
    expect((await stores.history.loadMinutes()).map(({ at }) => at)).toEqual([10, 13]);
  });

  test('ten thousand newcomers at once are no problem', async () => {
    using stores = openFresh();
    const newcomers = Array.from({ length: 10_000 }, (_, index) => ({
      ...knownServer(index),
      players: index % 65_535,
    }));
    const series = await stores.history.saveMinute(sampleMinute({ newcomers }));
    expect(new Set(series).size).toBe(10_000);
    const [minute] = await stores.history.loadMinutes();
    expect([...(minute?.counts ?? [])]).toEqual(newcomers.map(({ players }) => players));
  });

  test('whatever chunk is saved comes back exactly', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyChunk, {
          selector: ({ series, step, number }) => `${series} ${step} ${number}`,
          maxLength: 12,
        }),
        async (saved) => {
          using stores = openFresh();
          await stores.history.saveCompaction({ saved, removed: [], emptied: [] });
          for (const chunk of saved) {
            const { series, step, number } = chunk;
            const place = { series, step, first: number, last: number };
            expect(await stores.history.readChunks(place)).toEqual([chunk]);
          }
        },
      ),
      rounds(25),
    );
  });

  test('chunks are read in their order, of one series and step alone, within the numbers named', async () => {
    using stores = openFresh();
    const { history } = stores;
    const saved = [
      ...[9, 3, 7, 5].map((number) => sampleChunk({ number })),
      sampleChunk({ number: 4, step: 10 }),
      sampleChunk({ number: 4, series: 2 }),
    ];
    await history.saveCompaction({ saved, removed: [], emptied: [] });
    const found = await history.readChunks({ series: 1, step: 1, first: 5, last: 9 });
    expect(found.map(({ number }) => number)).toEqual([5, 7, 9]);
  });

  test('chunks saved again have only their latest samples, and are removed by their numbers', async () => {
    using stores = openFresh();
    const { history } = stores;
    const fresh = sampleChunk({ means: new Uint32Array(60).fill(9) });
    const other = sampleChunk({ number: 500_001 });
    await history.saveCompaction({ saved: [sampleChunk(), other], removed: [], emptied: [] });
    const removed = [{ series: 1, step: 1, first: 500_001, last: Number.MAX_SAFE_INTEGER }];
    await history.saveCompaction({ saved: [fresh], removed, emptied: [] });
    expect(await history.readChunks(allOf(1))).toEqual([fresh]);
  });

  test('a series is forgotten when it has no chunk left, and its number is not given again', async () => {
    using stores = openFresh();
    const { history } = stores;
    const newcomers = [1, 2].map((number) => ({ ...knownServer(number), players: 1 }));
    const [first = 0, second = 0] = await history.saveMinute(sampleMinute({ newcomers }));
    const saved = [sampleChunk({ series: first })];
    await history.saveCompaction({ saved, removed: [], emptied: [first, second] });
    expect(await history.listSeries(0, 10)).toEqual([first]);
    const removed = [allOf(first)];
    await history.saveCompaction({ saved: [], removed, emptied: [first] });
    expect(await history.listSeries(0, 10)).toEqual([]);
    const [again = 0] = await history.saveMinute(sampleMinute({ at: 30_000_001, newcomers }));
    expect(again).toBeGreaterThan(second);
  });

  test('an upkeep that fails at its last chunk changes nothing', async () => {
    using stores = openFresh();
    const { history } = stores;
    await history.saveCompaction({ saved: [sampleChunk()], removed: [], emptied: [] });
    const bad = sampleChunk({ number: null as unknown as number });
    const saved = [sampleChunk({ number: 500_007 }), bad];
    const broken = history.saveCompaction({ saved, removed: [allOf(1)], emptied: [] });
    expect(await refusalOf(broken)).toBeInstanceOf(Error);
    expect(await history.readChunks(allOf(1))).toEqual([sampleChunk()]);
  });
}
