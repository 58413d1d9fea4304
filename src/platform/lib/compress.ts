// Compresses, outside the event loop's thread, bytes that are made once and sent many times.

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The content encodings of ready-made responses, the preferred one first. */
export const ENCODINGS = ['br', 'zstd', 'gzip'] as const;

export type Encoding = (typeof ENCODINGS)[number];

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

const LARGE = 512 * 1024;

const SMALL = 64 * 1024;

interface Effort {
  gzip: number;
  br: number;
  zstd: number;
}

// Measured with lists of 10,000 and of 1,000 servers: the next level takes several times as long and saves little.
const EFFORT_FOR_LARGE: Effort = { gzip: 4, br: 1, zstd: 1 };
const EFFORT: Effort = { gzip: 6, br: 5, zstd: 6 };
/** For a response to a single request, which waits for it. */
const EFFORT_FOR_ONE: Effort = { gzip: 5, br: 4, zstd: 3 };
const EFFORT_FOR_FILES: Effort = { gzip: 9, br: 9, zstd: 12 };
/** For the files of a page, which every first visit waits for: the last level saves a twentieth. */
const EFFORT_FOR_SMALL_FILES: Effort = { ...EFFORT_FOR_FILES, br: 11, zstd: 19 };

export type Lasting = 'once' | 'a while' | 'for good';

/** Compresses in the runtime's thread pool. Bytes that are kept longer are compressed more slowly and better. */
export async function compress(
  encoding: Encoding,
  bytes: Uint8Array<ArrayBuffer>,
  lasts: Lasting = 'a while',
): Promise<Uint8Array<ArrayBuffer>> {
  const quick = bytes.length > LARGE ? EFFORT_FOR_LARGE : EFFORT;
  const lasting = bytes.length > SMALL ? EFFORT_FOR_FILES : EFFORT_FOR_SMALL_FILES;
  const effort = { 'for good': lasting, 'a while': quick, once: EFFORT_FOR_ONE }[lasts];
  if (encoding === 'gzip') return ownBytes(await gzipAsync(bytes, { level: effort.gzip }));
  if (encoding === 'zstd') return ownBytes(await Bun.zstdCompress(bytes, { level: effort.zstd }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: effort.br };
  return ownBytes(await brotliAsync(bytes, { params }));
}

/** Copies the result when the compressor's buffer is larger, so that the rest of the buffer can be freed. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isWhole = bytes.length === bytes.buffer.byteLength;
  return isWhole ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
