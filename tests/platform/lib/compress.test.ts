// Compressed bytes decompress to the same bytes.

import { describe, expect, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { compress, ENCODINGS, type Encoding } from '../../../src/platform/lib/compress.ts';
import { rounds } from '../../support/rounds.ts';

const decompress: Record<Encoding, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array> = {
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => gunzipSync(bytes),
  zstd: (bytes) => Bun.zstdDecompressSync(bytes),
};

describe.each([...ENCODINGS])('%s', (encoding) => {
  test('gives back any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), async (bytes) => {
        const packed = await compress(encoding, new Uint8Array(bytes));
        expect(Buffer.compare(decompress[encoding](packed), bytes)).toBe(0);
      }),
      rounds(30),
    );
  });

  test('gives back a list that is large enough to be compressed with less effort', async () => {
    const list = new TextEncoder().encode('{"name":"A server","players":3},'.repeat(20_000));
    expect(list.length).toBeGreaterThan(512 * 1024);
    const packed = await compress(encoding, list);
    expect(packed.length).toBeLessThan(list.length / 20);
    expect(Buffer.compare(decompress[encoding](packed), list)).toBe(0);
  });

  test('keeps alive no larger buffer than its own', async () => {
    const packed = await compress(encoding, new TextEncoder().encode('short'));
    expect(packed.buffer.byteLength).toBe(packed.length);
  });
});
