// PNGs made chunk by chunk, JPEGs, and the pixels of what the service draws.

import { crc32, deflateSync, inflateSync } from 'node:zlib';
import type { Answer, Browser } from './test-app.ts';

export const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
type Bytes = Uint8Array<ArrayBuffer>;

export interface PngLook {
  width: number;
  height: number;
  depth?: number;
  colour?: number;
  interlaced?: number;
}

export function chunk(name: string, data: Uint8Array = new Uint8Array()): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

export function head({ width, height, depth = 8, colour = 6, interlaced = 0 }: PngLook): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, colour, 0, 0, interlaced], 8);
  return chunk('IHDR', data);
}

/** A PNG of a header, chunks between, and lines that are packed. */
export function png(look: PngLook, lines: Uint8Array, between: readonly Buffer[] = []): Bytes {
  const data = chunk('IDAT', deflateSync(lines, { level: 9 }));
  return new Uint8Array(Buffer.concat([SIGNATURE, head(look), ...between, data, chunk('IEND')]));
}

/** A PNG whose pixels repeat `colour`: red, green, blue and opacity, or one number for all four. */
export function plainPng(width: number, height: number, ...colour: readonly number[]): Bytes {
  const line = [0, ...Array.from({ length: width * 4 }, (_, i) => colour[i % colour.length] ?? 0)];
  return png({ width, height }, Buffer.from(Array.from({ length: height }, () => line).flat()));
}

export async function plainJpeg(width: number, height: number, shade: number): Promise<Bytes> {
  const plain = new Bun.Image(plainPng(width, height, shade, shade, shade, 255));
  return new Uint8Array(await plain.jpeg({ quality: 90 }).bytes());
}

/** Sends a form with one file, as browsers do. */
export async function submitFile(
  by: Browser,
  path: string,
  field: string,
  bytes: Bytes,
): Promise<Answer> {
  const form = new FormData();
  form.set(field, new Blob([bytes]), 'picture.png');
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  const body = new Uint8Array(await encoded.arrayBuffer());
  return by.submit(path, {}, { body, headers: { 'content-type': type } });
}

/** A picture as rows of pixels, four bytes for each: red, green, blue and opacity. */
export interface Pixels {
  width: number;
  height: number;
  data: Buffer;
}

export async function readPixels(picture: Uint8Array): Promise<Pixels> {
  const image = new Bun.Image(picture);
  // Without compression no line is filtered.
  const plain = Buffer.from(await image.png({ compressionLevel: 0 }).bytes());
  const { width, height } = image;
  const packed: Buffer[] = [];
  for (let offset = SIGNATURE.length; offset < plain.length; ) {
    const end = offset + 12 + plain.readUInt32BE(offset);
    if (plain.toString('latin1', offset + 4, offset + 8) === 'IDAT')
      packed.push(plain.subarray(offset + 8, end - 4));
    offset = end;
  }
  const lines = inflateSync(Buffer.concat(packed));
  // Each line begins with the number of its filter.
  const data = Array.from({ length: height }, (_, y) =>
    lines.subarray(y * (width * 4 + 1) + 1, (y + 1) * (width * 4 + 1)),
  );
  return { width, height, data: Buffer.concat(data) };
}

export function pngOf({ width, height, data }: Pixels): Bytes {
  const lines = Array.from({ length: height }, (_, y) => [
    Buffer.of(0),
    data.subarray(4 * y * width, 4 * (y + 1) * width),
  ]);
  return png({ width, height }, Buffer.concat(lines.flat()));
}

/** The size of an icon, and its pixels: four numbers for each. */
export async function readIcon(icon: Uint8Array) {
  const { width, height, data } = await readPixels(icon);
  const pixel = (x: number, y: number) => [...data.subarray(4 * (y * width + x)).subarray(0, 4)];
  return { width, height, pixel };
}
