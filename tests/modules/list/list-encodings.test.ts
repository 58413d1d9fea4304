// The encodings of the public list, and the ETag of each.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compress, ENCODINGS, type Encoding } from '../../../src/platform/lib/compress.ts';
import { settle } from '../../support/fake-timers.ts';
import { MINUTE_MS } from '../../support/test-servers.ts';
import { createTestList, type TestList } from './test-list.ts';

let bench: TestList;
beforeEach(async () => {
  bench = createTestList();
  await requestAll();
});
afterEach(() => bench.list.stop());

/** Asks for every encoding, as somebody always does. */
async function requestAll(): Promise<void> {
  for (const encoding of ENCODINGS) bench.list.rendition(encoding);
  await bench.list.settled();
}

const decode: Record<Encoding, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array> = {
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => gunzipSync(bytes),
  zstd: (bytes) => Bun.zstdDecompressSync(bytes),
};

describe('the encodings', () => {
  test('all decode to the same JSON', async () => {
    for (let port = 1; port <= 50; port += 1) bench.save({ port, name: `Zoë ${port} 😀` });
    await bench.timers.turn(1_000);
    await bench.list.settled();
    const plain = bench.list.rendition('identity');
    for (const encoding of ENCODINGS) {
      const rendition = bench.list.rendition(encoding);
      expect(rendition.encoding).toBe(encoding);
      expect(Buffer.compare(decode[encoding](rendition.bytes), plain.bytes)).toBe(0);
    }
  });

  test('are plain until the first one is made', async () => {
    const { list } = createTestList();
    expect(list.rendition('br')).toBe(list.rendition('identity'));
    await list.settled();
    expect(list.rendition('br').encoding).toBe('br');
    list.stop();
  });

  test('are made of new lists only when they were requested within ten minutes', async () => {
    const packed: Encoding[] = [];
    bench.pack = (encoding, bytes) => {
      packed.push(encoding);
      return compress(encoding, bytes);
    };
    /** Which encodings are made when the list changes. */
    async function change(name: string): Promise<Encoding[]> {
      await bench.list.settled();
      bench.names();
      await bench.list.settled();
      packed.length = 0;
      bench.save({ name });
      await bench.timers.turn(1_000);
      await bench.list.settled();
      return packed.splice(0);
    }
    await bench.timers.turn(5 * MINUTE_MS);
    expect(await change('After five')).toEqual([...ENCODINGS]);
    bench.list.rendition('br');
    await bench.timers.turn(6 * MINUTE_MS);
    expect(await change('After eleven')).toEqual(['br']);
    // Not an old list: the plain one, and its own soon after.
    expect(bench.list.rendition('gzip')).toBe(bench.list.rendition('identity'));
    await bench.list.settled();
    expect(packed.splice(0)).toEqual(['gzip']);
    const { bytes } = bench.list.rendition('gzip');
    expect(new TextDecoder().decode(gunzipSync(bytes))).toContain('"After eleven"');
    expect(await change('At last')).toEqual(['br', 'gzip']);
  });

  test('are ready for the first request after a start, and for ten seconds without one', async () => {
    const started = createTestList();
    const { list, timers } = started;
    const packed: Encoding[] = [];
    started.pack = (encoding, bytes) => {
      packed.push(encoding);
      return compress(encoding, bytes);
    };
    started.save({ name: 'First' });
    await timers.turn(1_000);
    expect(packed).toEqual([]);
    list.prepareEncodings();
    await list.settled();
    for (const encoding of ENCODINGS) expect(list.rendition(encoding).encoding).toBe(encoding);

    const unasked = createTestList();
    const again: Encoding[] = [];
    unasked.pack = (encoding, bytes) => {
      again.push(encoding);
      return compress(encoding, bytes);
    };
    unasked.list.prepareEncodings();
    await unasked.list.settled();
    unasked.list.rendition('zstd');
    unasked.save({ name: 'Soon' });
    await unasked.timers.turn(1_000);
    await unasked.list.settled();
    expect(again.splice(0)).toEqual([...ENCODINGS, ...ENCODINGS]);
    await unasked.timers.turn(MINUTE_MS);
    unasked.names();
    unasked.save({ name: 'Later' });
    await unasked.timers.turn(1_000);
    await unasked.list.settled();
    expect(new Set(again)).toEqual(new Set(['zstd']));
    list.stop();
    unasked.list.stop();
  });

  test('are the older ones, with their own ETag, while newer ones are being made', async () => {
    bench.save({ name: 'Before' });
    await bench.timers.turn(1_000);
    await bench.list.settled();
    const before = bench.list.rendition('gzip');
    const gates: (() => void)[] = [];
    bench.pack = async (encoding, bytes) => {
      await new Promise<void>((resolve) => gates.push(resolve));
      return compress(encoding, bytes);
    };
    bench.save({ name: 'After' });
    await bench.timers.turn(1_000);
    expect(bench.names()).toEqual(['After']);
    expect(bench.list.rendition('gzip')).toBe(before);
    while (gates.length > 0 || bench.list.rendition('gzip') === before) {
      gates.shift()?.();
      await settle();
    }
    expect(new TextDecoder().decode(gunzipSync(bench.list.rendition('gzip').bytes))).toContain(
      'After',
    );
  });

  /** A list whose last read is long past, and which changed since. */
  async function fallBehind(): Promise<void> {
    bench.save({ name: 'Before' });
    await bench.timers.turn(12_000);
    await bench.list.settled();
    bench.save({ name: 'After' });
    await bench.timers.turn(12_000);
    expect(bench.list.isBehind).toBe(true);
  }

  test('of a list that nobody read for long are not sent: its reader waits for new ones', async () => {
    await fallBehind();
    await bench.list.catchUp('gzip');
    expect(bench.list.isBehind).toBe(false);
    const { encoding, bytes } = bench.list.rendition('gzip');
    expect(encoding).toBe('gzip');
    expect(new TextDecoder().decode(gunzipSync(bytes))).toContain('"After"');
  });

  test('that take too long are not waited for: the plain list has to do', async () => {
    await fallBehind();
    bench.pack = () => new Promise(() => {});
    const caughtUp = bench.list.catchUp('gzip');
    await bench.timers.turn(1_000);
    await caughtUp;
    expect(bench.list.rendition('gzip')).toBe(bench.list.rendition('identity'));
    expect(bench.names()).toEqual(['After']);
  });

  test('of a list that was made while they were, come after it', async () => {
    let started = 0;
    bench.pack = async (encoding, bytes) => {
      started += 1;
      if (started === 1) {
        bench.save({ name: 'Meanwhile' });
        await bench.timers.turn(2_000);
      }
      return compress(encoding, bytes);
    };
    bench.save({ name: 'First' });
    await bench.timers.turn(1_000);
    await bench.list.settled();
    for (const encoding of ENCODINGS) {
      const text = new TextDecoder().decode(decode[encoding](bench.list.rendition(encoding).bytes));
      expect(text).toContain('"Meanwhile"');
    }
  });

  test('that cannot be made are reported, and the plain one is sent instead', async () => {
    bench.save();
    await bench.timers.turn(1_000);
    await bench.list.settled();
    bench.pack = (encoding, bytes) =>
      encoding === 'zstd' ? Promise.reject(new Error('broken')) : compress(encoding, bytes);
    bench.save({ name: 'After' });
    await bench.timers.turn(1_000);
    await bench.list.settled();
    expect(bench.failures).toEqual([new Error('broken')]);
    expect(bench.list.rendition('zstd')).toBe(bench.list.rendition('identity'));
    expect(bench.list.rendition('br').encoding).toBe('br');
    bench.pack = compress;
    bench.save({ name: 'Later' });
    await bench.timers.turn(1_000);
    await bench.list.settled();
    expect(bench.list.rendition('zstd').encoding).toBe('zstd');
  });
});
