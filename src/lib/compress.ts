// Compression off the event loop's thread, for bytes that are made once and sent many times.

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The content encodings that ready-made answers are offered in, the preferred one first. */
export const ENCODINGS = ['br', 'zstd', 'gzip'] as const;

export type Encoding = (typeof ENCODINGS)[number];

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

// Chosen on a list of 10,000 servers: what a level more would save costs several times the work.
const GZIP_LEVEL = 6;
const BROTLI_QUALITY = 5;
const ZSTD_LEVEL = 6;

/** Compresses in the runtime's thread pool. */
export async function compress(encoding: Encoding, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'gzip') return ownBytes(await gzipAsync(bytes, { level: GZIP_LEVEL }));
  if (encoding === 'zstd') return ownBytes(await Bun.zstdCompress(bytes, { level: ZSTD_LEVEL }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return ownBytes(await brotliAsync(bytes, { params }));
}

/** A copy that keeps alive no larger pool than itself. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
