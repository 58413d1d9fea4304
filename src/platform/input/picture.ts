// Pictures that people upload: what their header says, and the small PNG that a thread of its own makes of them.

import { createBoundedQueue } from '../lib/bounded-queue.ts';
import { sha256Hex } from '../lib/digest.ts';
import { BUSY_SECONDS, Failure } from '../lib/failure.ts';
import { formatBytes } from '../lib/text.ts';
import { startThread } from '../lib/thread.ts';
import { within } from '../lib/timers.ts';
import { inputFailures } from '../messages/messages.ts';

export const PICTURE_LIMITS = { bytes: 64 * 1024, side: 1024 } as const;
/** The icon is a square of so many pixels; its PNG has at most 17 KB, that of noise with transparency. */
export const ICON_SIDE = 64;
const LONGEST_MS = 2_000;
const { picture: failures } = inputFailures;

/** An upload, and what its header says. */
export interface Picture {
  bytes: Uint8Array<ArrayBuffer>;
  format: 'PNG' | 'JPEG';
  width: number;
  height: number;
}

/** The PNG; `undefined` where a decoder refused the picture. */
export type PictureReport = Uint8Array<ArrayBuffer> | undefined;

/** A decoder may take a whole core for as long as it is let: one works at a time. */
const queue = createBoundedQueue({ atOnce: 1, waiting: 8 });

/** What names an icon: it changes with the picture. */
export const iconDigest = (png: Uint8Array): string => sha256Hex(png).slice(0, 16);

/** Reads what an upload says that it is, before anything is decoded: decoders believe it, and may take gigabytes. Throws `invalid`. */
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
 * Draws a picture anew, as a PNG of 64 × 64 pixels. `uploader` has one turn after the other. Throws `invalid`, and
 * `unavailable` where too many wait, or it takes too long: a good one may on a busy machine.
 */
export async function makeIcon(
  picture: Picture,
  uploader: string,
  longestMs: number = LONGEST_MS,
): Promise<Uint8Array<ArrayBuffer>> {
  const caller = { address: uploader, site: uploader };
  const icon = await queue.run(() => runInThread(picture, longestMs), caller);
  if (icon !== undefined) return icon;
  const { format, width, height } = picture;
  throw invalid(failures.damaged(format, width, height));
}

async function runInThread(picture: Picture, longestMs: number): Promise<PictureReport> {
  const thread = startThread('platform/input/picture');
  const { promise, resolve } = Promise.withResolvers<PictureReport>();
  thread.addEventListener('message', ({ data }: MessageEvent<PictureReport>) => resolve(data));
  for (const end of ['error', 'close']) thread.addEventListener(end, () => resolve(undefined));
  thread.postMessage(picture);
  try {
    return await within(longestMs, promise, () => {
      throw new Failure('unavailable', failures.slow, { retryAfterSeconds: BUSY_SECONDS });
    });
  } finally {
    thread.terminate();
  }
}

/** `undefined` for what is neither a PNG nor a JPEG, or ends before it says how large it is. */
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
    // The frames, among which tables and arithmetic conditioning have numbers, too.
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
