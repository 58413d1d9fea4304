// Checks the pictures that people upload, and draws a small PNG of each.

import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32, deflateSync, inflate } from 'node:zlib';
import { createBoundedQueue } from '../lib/bounded-queue.ts';
import { sha256Hex } from '../lib/digest.ts';
import { BUSY_SECONDS, Failure } from '../lib/failure.ts';
import { formatBytes } from '../lib/text.ts';
import { within } from '../lib/timers.ts';
import { inputFailures } from '../messages/messages.ts';

export const PICTURE_LIMITS = { bytes: 64 * 1024, side: 1024 } as const;
/** Width and height of the icon in pixels. Its PNG has at most 17 KB: the size of noise with transparency. */
export const ICON_SIDE = 64;
const MAX_DURATION_MS = 2_000;
/** Editors write about ten scans. 64 KB have room for 5,000: 10 s of decoding, which cannot be stopped. */
const SCAN_LIMIT = 100;
const START_OF_SCAN = '\xff\xda';
const END_OF_IMAGE = '\xff\xd9';
const { picture: failures } = inputFailures;

/** An upload with the facts of its header. */
export interface Picture {
  bytes: Uint8Array<ArrayBuffer>;
  format: 'PNG' | 'JPEG';
  width: number;
  height: number;
}

interface Chunk {
  name: string;
  /** The chunk with its length, name and checksum. */
  whole: Uint8Array;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const PIXEL_CHUNKS = ['PLTE', 'tRNS', 'IDAT', 'IEND'];
/** The most bytes per pixel, and room for the extra bytes of an interlaced picture. */
const PIXEL_BYTES = 8;
const SLACK = 32 * 1024;
/** A line of the icon: one byte for its filter (none), then four per pixel: red, green, blue, opacity. */
const LINE_BYTES = 1 + ICON_SIDE * 4;
/** The icon's width and height, 8 bits for each of four channels, and no special options. */
const ICON_HEADER = Buffer.from([0, 0, 0, ICON_SIDE, 0, 0, 0, ICON_SIDE, 8, 6, 0, 0, 0]);
const unpack = promisify(inflate);

/** A decoder uses a core for up to a fifth of a second, so only one works at a time. */
const queue = createBoundedQueue({ atOnce: 1, waiting: 8 });

/** The digest that names an icon: it changes with the picture. */
export const iconDigest = (png: Uint8Array): string => sha256Hex(png).slice(0, 16);

/** Checks an upload's header before anything decodes it, because decoders believe the header. Throws `invalid`. */
export function readPicture(given: Uint8Array): Picture {
  const { bytes: most, side } = PICTURE_LIMITS;
  if (given.length === 0) throw invalid(failures.none);
  if (given.length > most) throw invalid(failures.large(given.length, formatBytes(most)));
  const header = readHeader(given);
  if (header === undefined) throw invalid(failures.kind);
  const { width, height } = header;
  if (Math.max(width, height) > side) throw invalid(failures.wide(width, height, side));
  return { bytes: new Uint8Array(given), ...header };
}

/**
 * Draws a picture anew, as a PNG of 64 × 64 pixels. Each `uploader` has one turn at a time. Throws `invalid`, and
 * `unavailable` when too many wait or drawing takes too long. On a busy machine, a good picture may take too long.
 */
export async function makeIcon(
  picture: Picture,
  uploader: string,
  longestMs: number = MAX_DURATION_MS,
): Promise<Uint8Array<ArrayBuffer>> {
  const caller = { address: uploader, site: uploader };
  const late = () => {
    throw new Failure('unavailable', failures.slow, { retryAfterSeconds: BUSY_SECONDS });
  };
  return queue.run(() => within(longestMs, drawIcon(picture), late), caller);
}

async function drawIcon(picture: Picture): Promise<Uint8Array<ArrayBuffer>> {
  const { format, width, height } = picture;
  try {
    const bytes = format === 'PNG' ? await keepPixels(picture) : checkScans(picture);
    const options = { maxPixels: PICTURE_LIMITS.side ** 2, autoOrient: false };
    // Without compression Bun filters no line, so the pixels can be read straight from its PNG.
    const png = await new Bun.Image(bytes, options).png({ compressionLevel: 0 }).bytes();
    return encodeIcon(await shrink(png));
  } catch {
    // Decoders report faulty bytes. People get the same sentence for all of these errors.
    throw invalid(failures.damaged(format, width, height));
  }
}

/** Refuses a JPEG that costs a decoder too much time, and one that is cut off, which decoders would fill with grey. */
function checkScans({ bytes }: Picture): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  const scans = text.split(START_OF_SCAN);
  if (scans.length - 1 > SCAN_LIMIT) throw new Error('It has too many scans.');
  if (!scans.at(-1)?.includes(END_OF_IMAGE)) throw new Error('It ends too early.');
  return bytes;
}

/** Keeps only the pixels of a PNG. A second header, animation, profiles and texts never reach a decoder. */
async function keepPixels({ bytes, width, height }: Picture): Promise<Uint8Array> {
  const chunks = [...readChunks(bytes)];
  await inflateLines(chunks, width * height * PIXEL_BYTES + SLACK);
  const kept = chunks.filter(({ name }, place) => place === 0 || PIXEL_CHUNKS.includes(name));
  return Buffer.concat([SIGNATURE, ...kept.map(({ whole }) => whole)]);
}

function* readChunks(png: Uint8Array): Generator<Chunk> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  let name = '';
  for (let offset = SIGNATURE.length; name !== 'IEND'; ) {
    const end = offset + 12 + view.getUint32(offset);
    if (end > png.length) throw new Error('It ends too early.');
    name = String.fromCharCode(...png.subarray(offset + 4, offset + 8));
    yield { name, whole: png.subarray(offset, end) };
    offset = end;
  }
}

/** Throws when the result exceeds `most` bytes: a few KB may inflate to many MB. */
async function inflateLines(chunks: Iterable<Chunk>, most: number): Promise<Buffer> {
  const data = [...chunks].filter(({ name }) => name === 'IDAT');
  const packed = Buffer.concat(data.map(({ whole }) => whole.subarray(8, -4)));
  return unpack(packed, { maxOutputLength: most });
}

/** Fits the picture into a clear square: averages the pixels of a larger one, draws blocks for a smaller one. */
async function shrink(png: Uint8Array): Promise<Buffer> {
  // Bun's own filters would mix the colour of clear pixels into the pixels beside them.
  const { width, height } = readHeader(png) ?? { width: 0, height: 0 };
  const lineBytes = 1 + width * 4;
  const lines = await inflateLines(readChunks(png), height * lineBytes);
  const scale = ICON_SIDE / Math.max(width, height);
  const [across = 0, down = 0] = [width, height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  );
  const [left, top] = [(ICON_SIDE - across) >> 1, (ICON_SIDE - down) >> 1];
  const icon = Buffer.alloc(ICON_SIDE * LINE_BYTES);
  const span = (place: number, places: number, side: number) => {
    const from = Math.floor((place * side) / places);
    return { from, to: Math.max(from + 1, Math.ceil(((place + 1) * side) / places)) };
  };
  for (let place = 0; place < across * down; place += 1) {
    const [x, y] = [place % across, Math.floor(place / across)];
    // A large picture is four million numbers, so other work gets a turn between lines.
    if (x === 0) await setImmediate();
    const [rows, columns] = [span(y, down, height), span(x, across, width)];
    let [r, g, b, a, count] = [0, 0, 0, 0, 0];
    for (let row = rows.from; row < rows.to; row += 1) {
      for (let column = columns.from; column < columns.to; column += 1) {
        const at = row * lineBytes + 1 + column * 4;
        const alpha = lines[at + 3] ?? 0;
        r += (lines[at] ?? 0) * alpha;
        g += (lines[at + 1] ?? 0) * alpha;
        b += (lines[at + 2] ?? 0) * alpha;
        a += alpha;
        count += 1;
      }
    }
    const colour = a === 0 ? [0, 0, 0, 0] : [r / a, g / a, b / a, a / count];
    icon.set(colour.map(Math.round), (top + y) * LINE_BYTES + 1 + (left + x) * 4);
  }
  return icon;
}

function encodeIcon(lines: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunks = { IHDR: ICON_HEADER, IDAT: deflateSync(lines), IEND: Buffer.alloc(0) };
  const parts = Object.entries(chunks).flatMap(([name, data]) => {
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(data, crc32(name)));
    return [length, Buffer.from(name), data, sum];
  });
  return new Uint8Array(Buffer.concat([SIGNATURE, ...parts]));
}

/** `undefined` for a file that is neither a PNG nor a JPEG, or that ends before its size is known. */
function readHeader(bytes: Uint8Array): Omit<Picture, 'bytes'> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength >= 24 && view.getBigUint64(0) === 0x89504e470d0a1a0an) {
    if (view.getUint32(12) !== 0x49484452) return undefined;
    return { format: 'PNG', width: view.getUint32(16), height: view.getUint32(20) };
  }
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  let offset = 2;
  while (offset + 9 <= view.byteLength && view.getUint8(offset) === 0xff) {
    const marker = view.getUint8(offset + 1);
    // Markers of frames. Three numbers in this range are not frames: tables, extensions and arithmetic conditioning.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const [height, width] = [view.getUint16(offset + 5), view.getUint16(offset + 7)];
      return { format: 'JPEG', width, height };
    }
    // Any number of 0xff may stand before a marker.
    offset += marker === 0xff ? 1 : 2 + view.getUint16(offset + 2);
  }
  return undefined;
}

function invalid(sentence: string): Failure {
  return new Failure('invalid', sentence, { field: 'icon' });
}
