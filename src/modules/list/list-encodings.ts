// The public list compressed, in each encoding that clients request.

import { ENCODINGS, type Encoding } from '../../platform/lib/compress.ts';

/** An encoding that was not requested for this long is not built again until it is requested. */
export const UNUSED_MS = 10 * 60_000;

export interface Rendition {
  readonly encoding: Encoding | 'identity';
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/** `plainOf` returns the latest list, which may change while it is being compressed. */
export function createListEncodings({
  plainOf,
  compress,
  onFailure,
}: {
  plainOf(): Rendition;
  compress(encoding: Encoding, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  onFailure(error: unknown): void;
}) {
  const renditions = new Map<Encoding, Rendition>();
  // The build time of the list that was last requested: a request does not read the clock.
  const requestedAt = new Map<Encoding, number>();
  /** The list of which each encoding was last made, also when that failed. */
  const madeOf = new Map<Encoding, Rendition>();
  let compressing: Promise<void> | undefined;
  let isStopped = false;

  const isDue = (encoding: Encoding): boolean =>
    requestedAt.has(encoding) && madeOf.get(encoding) !== plainOf();

  function startCompressing(): void {
    if (compressing === undefined && !isStopped && ENCODINGS.some(isDue)) {
      compressing = compressAll();
    }
  }

  /** Runs until every requested encoding is up to date; the list may change meanwhile. */
  async function compressAll(): Promise<void> {
    while (!isStopped && ENCODINGS.some(isDue)) {
      for (const encoding of ENCODINGS)
        if (isDue(encoding)) await makeRendition(encoding, plainOf());
    }
    compressing = undefined;
  }

  async function makeRendition(encoding: Encoding, source: Rendition): Promise<void> {
    madeOf.set(encoding, source);
    try {
      const bytes = await compress(encoding, source.bytes);
      // C5.15
      const etag = `${source.etag.slice(0, -1)}-${encoding}"`;
      if (requestedAt.has(encoding)) renditions.set(encoding, { encoding, bytes, etag });
    } catch (error) {
      renditions.delete(encoding);
      onFailure(error);
    }
  }

  /** Resolves when every requested encoding of the present list is ready. */
  async function settled(): Promise<void> {
    while (compressing !== undefined) await compressing;
  }

  return {
    settled,
    start: startCompressing,
    /** Whether it was requested since it was last dropped. */
    isRequested: (encoding: Encoding): boolean => requestedAt.has(encoding),
    request(encoding: Encoding, at: number): void {
      requestedAt.set(encoding, at);
    },
    find: (encoding: Encoding): Rendition | undefined => renditions.get(encoding),
    /** Drops encodings that nobody requested for long; all finished ones where the list was behind. */
    drop(now: number, wasBehind: boolean): void {
      if (wasBehind) renditions.clear();
      for (const [encoding, at] of requestedAt) {
        if (now - at <= UNUSED_MS) continue;
        requestedAt.delete(encoding);
        renditions.delete(encoding);
      }
    },
    stop(): void {
      isStopped = true;
    },
  };
}
