// When the public list is made anew, how far it lags, and what its encodings and ETags are.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { serverListFormat } from '../../src/http/api/server-record.ts';
import { compress, ENCODINGS, type Encoding } from '../../src/lib/compress.ts';
import type { Heartbeat } from '../../src/servers/heartbeat.ts';
import { createReadyList, type ReadyList } from '../../src/servers/ready-list.ts';
import { createRegistry, type Registry } from '../../src/servers/registry.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { createFakeTimers, type FakeTimers, settle } from '../support/fake-timers.ts';
import { ADDRESS, goodBeat, MINUTE_MS, recordsOf, STALE_AFTER_MS, START } from './room.ts';

let clock: FakeClock;
let timers: FakeTimers;
let registry: Registry;
let list: ReadyList;
let madeCount: number;
let failures: unknown[];
let arrivals = 0;

/** How bytes are compressed; some tests put something else in its place. */
let pack: typeof compress;

beforeEach(() => {
  clock = createFakeClock(START);
  timers = createFakeTimers(clock);
  madeCount = 0;
  failures = [];
  pack = compress;
  registry = createRegistry({
    clock,
    staleAfterMs: STALE_AFTER_MS,
    countries: { findCountry: () => 'NL' },
    events: { changed: () => list.changed(), appeared() {}, left() {} },
  });
  list = createReadyList({
    clock,
    timers,
    registry,
    format: {
      ...serverListFormat,
      wrap(records) {
        madeCount += 1;
        return serverListFormat.wrap(records);
      },
    },
    compress: (encoding, bytes) => pack(encoding, bytes),
    onFailure: (error) => failures.push(error),
  });
  list.remakeIfDue();
});
afterEach(() => list.stop());

function save(changes: Partial<Heartbeat> = {}): void {
  arrivals += 1;
  registry.save(goodBeat(changes), ADDRESS, arrivals);
}

const names = (): string[] => recordsOf(list.rendition('identity').bytes).map(({ name }) => name);

/** How often the list was made while something was done. */
async function countMade(act: () => unknown): Promise<number> {
  const before = madeCount;
  await act();
  return madeCount - before;
}

describe('the list', () => {
  test('is ready and empty at first', () => {
    expect(new TextDecoder().decode(list.rendition('identity').bytes)).toBe('{"servers":[]}');
    expect(madeCount).toBe(1);
  });

  test('shows public servers alone', async () => {
    save({ port: 1, name: 'Public' });
    save({ port: 2, name: 'Private', public: false });
    await timers.turn(1_000);
    expect(names()).toEqual(['Public']);
  });

  test('shows every key of a record, in the order of the contract', async () => {
    save({ name: 'Zoë "1"', web: true });
    await timers.turn(1_000);
    expect(new TextDecoder().decode(list.rendition('identity').bytes)).toMatch(
      /^\{"servers":\[\{"hash":"[0-9a-f]{32}","name":"Zo\\u00eb \\"1\\"","players":3,"maxplayers":20,"software":"MCGalaxy 1\.9\.5\.3","uptime":1,"country_abbr":"NL","featured":false,"web":true\}\]\}$/,
    );
  });

  test('has the records of its snapshot, best first', async () => {
    save({ port: 1, users: 1 });
    save({ port: 2, users: 2 });
    await timers.turn(1_000);
    const { servers, records, madeAt } = list.snapshot;
    expect(servers.map(({ listing }) => listing.port)).toEqual([2, 1]);
    expect(records).toHaveLength(2);
    expect(madeAt).toBe(START + 1_000);
  });
});

describe('a visible change', () => {
  test('shows at once when the list is older than a second', async () => {
    await timers.turn(1_000);
    save();
    await timers.turn(0);
    expect(names()).toEqual(['A server']);
  });

  test('waits until the list is a second old', async () => {
    save();
    await timers.turn(999);
    expect(names()).toEqual([]);
    await timers.turn(1);
    expect(names()).toEqual(['A server']);
  });

  test('never waits longer than a second, whenever it comes', async () => {
    for (let step = 0; step < 40; step += 1) {
      await timers.turn(step * 37);
      const name = `Step ${step}`;
      save({ name });
      await timers.turn(1_000);
      expect(names()).toEqual([name]);
    }
  });

  test('makes one list, however many changes come within a second', async () => {
    await timers.turn(5_000);
    save();
    await timers.turn(0);
    const made = await countMade(async () => {
      for (let beat = 0; beat < 100; beat += 1) {
        save({ users: beat });
        await timers.turn(10);
      }
    });
    expect(made).toBe(1);
    expect(await countMade(() => timers.turn(1_000))).toBe(0);
    expect(recordsOf(list.rendition('identity').bytes)[0]?.players).toBe(99);
  });

  test('of many servers in one turn makes one list', async () => {
    await timers.turn(5_000);
    const made = await countMade(async () => {
      for (let port = 1; port <= 500; port += 1) save({ port });
      await timers.turn(0);
    });
    expect(made).toBe(1);
    expect(names()).toHaveLength(500);
  });

  test.each<[string, () => void]>([
    ['a server that leaves', () => registry.dropWhere(() => true)],
    ['a server that turns private', () => save({ public: false })],
    [
      'a server that is featured',
      () => registry.setFeatured(new Set(list.snapshot.servers.map((it) => it.listing.hash))),
    ],
  ])('is %s too', async (_what, act) => {
    save();
    await timers.turn(1_000);
    const before = list.rendition('identity').etag;
    act();
    await timers.turn(1_000);
    expect(list.rendition('identity').etag).not.toBe(before);
  });

  test('is the sweep of a stale server', async () => {
    save();
    await timers.turn(STALE_AFTER_MS + 1);
    registry.sweep();
    await timers.turn(1_000);
    expect(names()).toEqual([]);
  });
});

describe('without a visible change', () => {
  test('the list is made anew every 60 s, and not sooner', async () => {
    save();
    await timers.turn(1_000);
    expect(await countMade(() => timers.turn(MINUTE_MS - 1))).toBe(0);
    expect(await countMade(() => timers.turn(1))).toBe(1);
    expect(recordsOf(list.rendition('identity').bytes)[0]?.uptime).toBe(61);
    expect(await countMade(() => timers.turn(10 * MINUTE_MS))).toBe(10);
  });

  test.each<[string, () => void]>([
    ['a beat that says the same', () => save()],
    ['another salt', () => save({ salt: 'another' })],
    ['a private server that appears', () => save({ port: 2, public: false })],
    ['a private server that changes', () => save({ port: 2, public: false, users: 9 })],
    [
      'a verdict on its port',
      () => {
        const [server] = list.snapshot.servers;
        if (server !== undefined) registry.recordProbe(server, true);
      },
    ],
  ])('%s makes no list and keeps the ETag', async (_what, act) => {
    save();
    await timers.turn(1_000);
    const { etag } = list.rendition('identity');
    const made = await countMade(async () => {
      act();
      await timers.turn(30_000);
    });
    expect(made).toBe(0);
    expect(list.rendition('identity').etag).toBe(etag);
  });

  test('an empty list keeps its ETags for good', async () => {
    await list.settled();
    const before = [...ENCODINGS].map((encoding) => list.rendition(encoding).etag);
    await timers.turn(5 * MINUTE_MS);
    await list.settled();
    expect([...ENCODINGS].map((encoding) => list.rendition(encoding).etag)).toEqual(before);
  });
});

describe('a clock that was set back', () => {
  test('does not freeze the list', async () => {
    save();
    await timers.turn(1_000);
    clock.advance(-60 * MINUTE_MS);
    save({ name: 'After' });
    await timers.turn(1_000);
    expect(names()).toEqual(['After']);
  });
});

const decode: Record<Encoding, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array> = {
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => gunzipSync(bytes),
  zstd: (bytes) => Bun.zstdDecompressSync(bytes),
};

describe('the encodings', () => {
  test('all decode to the same JSON', async () => {
    for (let port = 1; port <= 50; port += 1) save({ port, name: `Zoë ${port} 😀` });
    await timers.turn(1_000);
    await list.settled();
    const plain = list.rendition('identity');
    for (const encoding of ENCODINGS) {
      const rendition = list.rendition(encoding);
      expect(rendition.encoding).toBe(encoding);
      expect(Buffer.compare(decode[encoding](rendition.bytes), plain.bytes)).toBe(0);
    }
  });

  test('each have an ETag of their own, in quotes', async () => {
    save();
    await timers.turn(1_000);
    await list.settled();
    const etags = [list.rendition('identity'), ...ENCODINGS.map((it) => list.rendition(it))].map(
      ({ etag }) => etag,
    );
    expect(new Set(etags).size).toBe(4);
    for (const etag of etags) expect(etag).toMatch(/^"[0-9a-f]{20}(-[a-z]+)?"$/);
  });

  test('all follow a change', async () => {
    save({ name: 'Before' });
    await timers.turn(1_000);
    await list.settled();
    save({ name: 'After' });
    await timers.turn(1_000);
    await list.settled();
    for (const encoding of ENCODINGS) {
      const { bytes } = list.rendition(encoding);
      expect(new TextDecoder().decode(decode[encoding](bytes))).toContain('"After"');
    }
  });

  test('are plain until the first of theirs is made', () => {
    expect(list.rendition('br').encoding).toBe('identity');
  });

  test('are the older ones, with their own ETag, while newer ones are being made', async () => {
    save({ name: 'Before' });
    await timers.turn(1_000);
    await list.settled();
    const before = list.rendition('gzip');
    const gates: (() => void)[] = [];
    pack = async (encoding, bytes) => {
      await new Promise<void>((resolve) => gates.push(resolve));
      return compress(encoding, bytes);
    };
    save({ name: 'After' });
    await timers.turn(1_000);
    expect(names()).toEqual(['After']);
    expect(list.rendition('gzip')).toBe(before);
    while (gates.length > 0 || list.rendition('gzip') === before) {
      gates.shift()?.();
      await settle();
    }
    expect(new TextDecoder().decode(gunzipSync(list.rendition('gzip').bytes))).toContain('After');
  });

  test('of a list that was made while they were, come after it', async () => {
    let started = 0;
    pack = async (encoding, bytes) => {
      started += 1;
      if (started === 1) {
        save({ name: 'Meanwhile' });
        await timers.turn(2_000);
      }
      return compress(encoding, bytes);
    };
    save({ name: 'First' });
    await timers.turn(1_000);
    await list.settled();
    for (const encoding of ENCODINGS) {
      const text = new TextDecoder().decode(decode[encoding](list.rendition(encoding).bytes));
      expect(text).toContain('"Meanwhile"');
    }
  });

  test('that cannot be made are told of, and the plain one stands in', async () => {
    save();
    await timers.turn(1_000);
    await list.settled();
    pack = (encoding, bytes) =>
      encoding === 'zstd' ? Promise.reject(new Error('broken')) : compress(encoding, bytes);
    save({ name: 'After' });
    await timers.turn(1_000);
    await list.settled();
    expect(failures).toEqual([new Error('broken')]);
    expect(list.rendition('zstd')).toBe(list.rendition('identity'));
    expect(list.rendition('br').encoding).toBe('br');
    pack = compress;
    save({ name: 'Later' });
    await timers.turn(1_000);
    await list.settled();
    expect(list.rendition('zstd').encoding).toBe('zstd');
  });
});

test('a list that was stopped is made no more', async () => {
  save();
  list.stop();
  expect(await countMade(() => timers.turn(5 * MINUTE_MS))).toBe(0);
  expect(timers.waiting).toBe(0);
});
