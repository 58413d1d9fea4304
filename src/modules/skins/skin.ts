// Which pictures are skins, how they are cleaned, and the face that is drawn from one.

import type { Picture, Pixels } from '../../platform/input/picture.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { skinFailures } from './messages.ts';

/** The field of the form, and the largest file. */
export const SKIN_UPLOAD = { field: 'skin', bytes: 32 * 1024 } as const;
export const FACE_SIZES = { smallest: 8, usual: 64, largest: 256 } as const;

/** `old` has 64 × 32 pixels and one arm and leg for both sides; the others have 64 × 64, `slim` with narrow arms. */
export type SkinShape = 'old' | 'wide' | 'slim';

const OPAQUE = 255;
/** The head's faces in the picture: its top and bottom, and below them its four sides. */
const HEAD = [
  { x: 8, y: 0, width: 16, height: 8 },
  { x: 0, y: 8, width: 32, height: 8 },
] as const;
/** The hat has the same faces, further right. */
const HAT_LEFT = 32;
/** Compatibility: the client takes arms as narrow when this pixel of the right arm's back is clear. */
const PAST_SLIM_ARM = { x: 54, y: 20 } as const;

/** Refuses pictures of another format or size. Throws `invalid`. */
export function requireSkin({ format, width, height, field }: Picture): void {
  if (format !== 'PNG') throw new Failure('invalid', skinFailures.format, { field });
  if (width === 64 && (height === 32 || height === 64)) return;
  throw new Failure('invalid', skinFailures.size(width, height), { field });
}

/**
 * Returns the skin as it is stored. Removes colours of clear pixels, makes the head opaque, and removes a hat of one
 * colour without any clear pixel: editors without transparency leave such a hat, which would hide the head.
 */
export function cleanSkin({ width, height, data }: Pixels): Pixels {
  const cleaned = { width, height, data: Uint8Array.from(data) };
  for (const at of listHead(0)) cleaned.data[at + 3] = OPAQUE;
  const hat = [...listHead(HAT_LEFT)];
  const colourAt = (at: number) => data.subarray(at, at + 4).join();
  const [first = 0] = hat;
  const isBlank = data[first + 3] === OPAQUE && hat.every((at) => colourAt(at) === colourAt(first));
  if (isBlank) for (const at of hat) cleaned.data[at + 3] = 0;
  for (let at = 0; at < cleaned.data.length; at += 4) {
    if (cleaned.data[at + 3] === 0) cleaned.data.fill(0, at, at + 3);
  }
  return cleaned;
}

export function shapeOf({ height, data }: Pixels): SkinShape {
  if (height === 32) return 'old';
  const { x, y } = PAST_SLIM_ARM;
  return (data[placeOf(x, y) + 3] ?? 0) < OPAQUE / 2 ? 'slim' : 'wide';
}

/** The sides of the face in the skin. */
const FACE_SIDE = 8;

/** Draws the front of the head with its hat, in squares without blending, `size` pixels wide. */
export function drawFace(skin: Pixels, size: number): Pixels {
  const colours = mixFace(skin);
  const face = { width: size, height: size, data: new Uint8Array(size * size * 4) };
  const cellAt = (place: number) => Math.floor((place * FACE_SIDE) / size);
  // Anybody may ask for any size, so lines of the same squares are drawn once and copied.
  for (let y = 0; y < size; y += 1) {
    const start = y * size * 4;
    if (y > 0 && cellAt(y) === cellAt(y - 1)) {
      face.data.copyWithin(start, start - size * 4, start);
      continue;
    }
    for (let x = 0; x < size; x += 1) {
      const at = (cellAt(y) * FACE_SIDE + cellAt(x)) * 4;
      face.data.set(colours.subarray(at, at + 4), start + x * 4);
    }
  }
  return face;
}

/** The 64 colours of the face, with the hat over the head. */
function mixFace({ data }: Pixels): Uint8Array {
  const colours = new Uint8Array(FACE_SIDE * FACE_SIDE * 4);
  for (let place = 0; place < FACE_SIDE * FACE_SIDE; place += 1) {
    const [x, y] = [8 + (place % FACE_SIDE), 8 + Math.floor(place / FACE_SIDE)];
    const [head, hat] = [placeOf(x, y), placeOf(x + HAT_LEFT, y)];
    const cover = (data[hat + 3] ?? 0) / OPAQUE;
    const mixed = [0, 1, 2].map((channel) => {
      const [below = 0, above = 0] = [data[head + channel], data[hat + channel]];
      return Math.round(above * cover + below * (1 - cover));
    });
    colours.set([...mixed, OPAQUE], place * 4);
  }
  return colours;
}

/** Where a pixel is in the data of a skin. */
const placeOf = (x: number, y: number): number => (y * 64 + x) * 4;

function* listHead(left: number): Generator<number> {
  for (const { x, y, width, height } of HEAD) {
    for (let place = 0; place < width * height; place += 1) {
      yield placeOf(left + x + (place % width), y + Math.floor(place / width));
    }
  }
}
