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

/** The field that a picture was sent in, which failures name, and the largest file. */
interface Upload {
  readonly field: string;
  readonly bytes: number;
}

const ICON_UPLOAD: Upload = { field: 'icon', bytes: PICTURE_LIMITS.bytes };

/** An upload with the facts of its header. */
export interface Picture {
  field: string;
  bytes: Uint8Array<ArrayBuffer>;
  format: 'PNG' | 'JPEG';
  width: number;
  height: number;
}

/** The pixels line by line, four numbers for each: red, green, blue and opacity. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
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
const unpack = promisify(inflate);

/** A decoder uses a core for up to a fifth of a second, so only one works at a time. */
const queue = createBoundedQueue({ atOnce: 1, waiting: 8 });

/** The digest that names an icon: it changes with the picture. */
export const iconDigest = (png: Uint8Array): string => sha256Hex(png).slice(0, 16);

/** Checks an upload's header before anything decodes it, because decoders believe the header. Throws `invalid`. */
export function readPicture(
  given: Uint8Array,
  { field, bytes: most }: Upload = ICON_UPLOAD,
): Picture {
  const { side } = PICTURE_LIMITS;
  if (given.length === 0) throw invalid(field, failures.none);
  if (given.length > most) throw invalid(field, failures.large(given.length, formatBytes(most)));
  const header = readHeader(given);
  if (header === undefined) throw invalid(field, failures.kind);
  const { width, height } = header;
  if (Math.max(width, height) > side) throw invalid(field, failures.wide(width, height, side));
  return { field, bytes: new Uint8Array(given), ...header };
}

/** Draws a picture anew, as a PNG of 64 × 64 pixels. Throws like `redraw`. */
export const makeIcon = (picture: Picture, uploader: string, longestMs?: number) =>
  redraw(picture, uploader, shrink, longestMs);

/**
 * Draws a picture anew, as a PNG of the pixels that `draw` makes of it. Each `uploader` has one turn at a time. Throws
 * `invalid`, and `unavailable` when too many wait or drawing takes too long. On a busy machine, a good picture may take
 * too long.
 */
export async function redraw(
  picture: Picture,
  uploader: string,
  draw: (pixels: Pixels) => Pixels | Promise<Pixels>,
  longestMs: number = MAX_DURATION_MS,
): Promise<Uint8Array<ArrayBuffer>> {
  const caller = { address: uploader, site: uploader };
  const late = () => {
    throw new Failure('unavailable', failures.slow, { retryAfterSeconds: BUSY_SECONDS });
  };
  return queue.run(() => within(longestMs, decode(picture, draw), late), caller);
}

async function decode(
  picture: Picture,
  draw: (pixels: Pixels) => Pixels | Promise<Pixels>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { field, format, width, height } = picture;
  try {
    const bytes = format === 'PNG' ? await keepPixels(picture) : checkScans(picture);
    const options = { maxPixels: PICTURE_LIMITS.side ** 2, autoOrient: false };
    // Without compression Bun filters no line, so the pixels can be read straight from its PNG.
    const png = await new Bun.Image(bytes, options).png({ compressionLevel: 0 }).bytes();
    return encodePng(await draw(await readPixels(png)));
  } catch {
    // Decoders report faulty bytes. People get the same sentence for all of these errors.
    throw invalid(field, failures.damaged(format, width, height));
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

/** Reads a PNG whose lines have no filter, such as one of `encodePng`. */
export async function readPixels(png: Uint8Array): Promise<Pixels> {
  const { width, height } = readHeader(png) ?? { width: 0, height: 0 };
  const length = width * 4;
  const lines = await inflateLines(readChunks(png), height * (length + 1));
  const data = new Uint8Array(height * length);
  for (let y = 0; y < height; y += 1) {
    const start = y * (length + 1) + 1;
    data.set(lines.subarray(start, start + length), y * length);
  }
  return { width, height, data };
}

/** Fits the picture into a clear square: averages the pixels of a larger one, draws blocks for a smaller one. */
async function shrink({ width, height, data }: Pixels): Promise<Pixels> {
  // Bun's own filters would mix the colour of clear pixels into the pixels beside them.
  const scale = ICON_SIDE / Math.max(width, height);
  const [across = 0, down = 0] = [width, height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  );
  const [left, top] = [(ICON_SIDE - across) >> 1, (ICON_SIDE - down) >> 1];
  const icon = new Uint8Array(ICON_SIDE * ICON_SIDE * 4);
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
        const at = (row * width + column) * 4;
        const alpha = data[at + 3] ?? 0;
        r += (data[at] ?? 0) * alpha;
        g += (data[at + 1] ?? 0) * alpha;
        b += (data[at + 2] ?? 0) * alpha;
        a += alpha;
        count += 1;
      }
    }
    const colour = a === 0 ? [0, 0, 0, 0] : [r / a, g / a, b / a, a / count];
    icon.set(colour.map(Math.round), ((top + y) * ICON_SIDE + left + x) * 4);
  }
  return { width: ICON_SIDE, height: ICON_SIDE, data: icon };
}

export function encodePng({ width, height, data }: Pixels): Uint8Array<ArrayBuffer> {
  // The width and height, 8 bits for each of four channels, and no special options.
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const length = width * 4;
  // A line begins with its filter: none.
  const lines = Buffer.alloc(height * (length + 1));
  for (let y = 0; y < height; y += 1) {
    lines.set(data.subarray(y * length, (y + 1) * length), y * (length + 1) + 1);
  }
  const chunks = { IHDR: header, IDAT: deflateSync(lines), IEND: Buffer.alloc(0) };
  const parts = Object.entries(chunks).flatMap(([name, data]) => {
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(data, crc32(name)));
    return [length, Buffer.from(name), data, sum];
  });
  return new Uint8Array(Buffer.concat([SIGNATURE, ...parts]));
}

/** `undefined` for a file that is neither a PNG nor a JPEG, or that ends before its size is known. */
function readHeader(bytes: Uint8Array): Omit<Picture, 'field' | 'bytes'> | undefined {
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

function invalid(field: string, sentence: string): Failure {
  return new Failure('invalid', sentence, { field });
}
