// The thread in which one uploaded picture is decoded, and drawn anew as a small PNG.

import { inflateSync } from 'node:zlib';
import { type DecodedPng, decode as decodePng, encode as encodePng } from 'fast-png';
import { decode as decodeJpeg } from 'jpeg-js';
import { lowerPriority } from '../lib/thread.ts';
import { ICON_SIDE, PICTURE_LIMITS, type Picture, type PictureReport } from './picture.ts';

declare const self: Worker;

lowerPriority();

/** Four bytes for each pixel: red, green, blue, opacity. */
type Pixels = Pick<Picture, 'width' | 'height'> & { data: Uint8Array };

const SIGNATURE_LENGTH = 8;
const INDEXED = 3;
/** The most bytes that a pixel has, and what lines of an interlaced picture take besides. */
const PIXEL_BYTES = 8;
const SLACK = 32 * 1024;

self.onmessage = ({ data }: MessageEvent<Picture>) => self.postMessage(work(data));

function work(picture: Picture): PictureReport {
  const { format, width, height } = picture;
  try {
    if (width * height === 0) throw new Error('It has no pixels.');
    const pixels = format === 'PNG' ? readPng(picture) : readJpeg(picture);
    if (pixels.width !== width || pixels.height !== height) throw new Error('It has two sizes.');
    return new Uint8Array(encodePng(shrink(pixels)));
  } catch {
    // What decoders say is about bytes: the sentence for people is the same for all of it.
    return undefined;
  }
}

function readJpeg({ bytes }: Picture): Pixels {
  const maxResolutionInMP = PICTURE_LIMITS.side ** 2 / 1e6;
  const limits = { maxResolutionInMP, maxMemoryUsageInMB: 64 };
  return decodeJpeg(bytes, { useTArray: true, tolerantDecoding: false, ...limits });
}

/** Decodes the picture alone: a second header, animation, profiles and texts are left out before anything reads them. */
function readPng({ bytes, width, height }: Picture): Pixels {
  const [depth = 0, colour, , , interlaced] = bytes.subarray(24, 29);
  if (interlaced === 1 && depth < 8) throw new Error('The decoder takes it for one of 8 bits.');
  const wanted = ['IDAT', 'tRNS', 'IEND', ...(colour === INDEXED ? ['PLTE'] : [])];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept = [bytes.subarray(0, SIGNATURE_LENGTH)];
  const data: Uint8Array[] = [];
  let name = '';
  for (let offset = SIGNATURE_LENGTH; name !== 'IEND'; ) {
    const end = offset + 12 + view.getUint32(offset);
    if (end > bytes.length) throw new Error('It ends too early.');
    name = String.fromCharCode(...bytes.subarray(offset + 4, offset + 8));
    if (kept.length === 1 || wanted.includes(name)) kept.push(bytes.subarray(offset, end));
    if (name === 'IDAT') data.push(bytes.subarray(offset + 8, end - 4));
    offset = end;
  }
  // Throws once there is more than such a picture can have; the decoder would inflate it all.
  inflateSync(Buffer.concat(data), { maxOutputLength: width * height * PIXEL_BYTES + SLACK });
  const png = decodePng(Buffer.concat(kept));
  if (colour === INDEXED && png.palette === undefined) throw new Error('It has no palette.');
  return toPixels(png);
}

function toPixels(png: DecodedPng): Pixels {
  const { width, height, data, depth, channels, palette, transparency } = png;
  const lineBytes = Math.ceil((width * channels * depth) / 8);
  const highest = 2 ** depth - 1;
  const shades = palette?.map((colour) => [...colour, 255].slice(0, 4));
  const read = (x: number, y: number, channel: number): number => {
    const place = x * channels + channel;
    if (depth >= 8) return data[y * width * channels + place] ?? 0;
    const bit = place * depth;
    return ((data[y * lineBytes + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & highest;
  };
  const rgba = new Uint8Array(width * height * 4);
  const colours = channels < 3 ? 1 : 3;
  for (let place = 0; place < width * height; place += 1) {
    const [x, y] = [place % width, Math.floor(place / width)];
    if (shades !== undefined) {
      const colour = shades[read(x, y, 0)];
      if (colour === undefined) throw new Error('It uses a colour that it does not have.');
      rgba.set(colour, place * 4);
      continue;
    }
    let isClear = transparency !== undefined;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = read(x, y, channel % colours);
      rgba[place * 4 + channel] = Math.round((value / highest) * 255);
      isClear &&= value === transparency?.[channel % colours];
    }
    const opacity = channels > colours ? read(x, y, colours) / highest : 1;
    rgba[place * 4 + 3] = isClear ? 0 : Math.round(opacity * 255);
  }
  return { width, height, data: rgba };
}

/** The whole picture in the middle of a clear square: means of what is larger, blocks of what is smaller. */
function shrink({ width, height, data }: Pixels): Pixels {
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
