// The public list as bytes that are ready to be sent: made when something changed, never on a request.

import { randomBytes } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import { ENCODINGS, type Encoding } from '../lib/compress.ts';
import type { Timers } from '../lib/timers.ts';
import { isListed, type Listing, type LiveServer, uptimeSeconds } from './live-server.ts';
import { rankServers } from './ranking.ts';
import type { Registry } from './registry.ts';

/**
 * The list is not made more often than this. A change may show a second late and no later (C5.11), so the
 * rest of that second is left for a timer that comes late, and for compressing.
 */
const REMAKE_AFTER_MS = 900;
/** It is made anew after this even when nothing visible changed, since uptime grows (C5.11). */
const REMAKE_AT_LATEST_MS = 60_000;
/** An encoding that nobody asked for this long is not made again until somebody does. */
const UNASKED_MS = 10 * 60_000;

/** After a start every client asks: the encodings of those who do are known within this time. */
const PREPARED_MS = 10_000;

/** A server as it is written on the wire: what stands under each of its keys, in their order; nothing nested (C1.13). */
export type ListRecord = Readonly<Record<string, string | number | boolean>>;

/** How lists are written on the wire; the surface that owns the wire's names supplies it. */
export interface ListFormat {
  /** A server as anybody gets it. */
  describe(listing: Listing, uptimeSeconds: number): ListRecord;
  /** With what logged-in players get on top. */
  describeFor(listing: Listing, uptimeSeconds: number, mppass: string): ListRecord;
  /** The list, in pure ASCII. */
  write(records: readonly ListRecord[]): string;
}

/** Bytes in one encoding and the ETag that belongs to them alone. */
export interface Rendition {
  readonly encoding: Encoding | 'identity';
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/** The public servers as they stood when the list was last made, best first. */
export interface ListSnapshot {
  readonly servers: readonly LiveServer[];
  readonly madeAt: number;
}

/** The list as bytes. It is made anew by itself, at most once a second. */
export interface ReadyList {
  /** The ready bytes, plain where the encoding asked for is still being made after a while unasked. */
  rendition(encoding: Encoding | 'identity'): Rendition;
  readonly snapshot: ListSnapshot;
  /** To be called whenever something visible changed. */
  changed(): void;
  /** Makes the list anew now if it is due. */
  remakeIfDue(): void;
  /** Begins to make every encoding, before anybody has asked for one; each is kept ten seconds unasked. */
  prepareEncodings(): void;
  /** Resolves when every encoding that is asked for is ready, of the list as it stands. */
  settled(): Promise<void>;
  stop(): void;
}

/** Makes the list; nothing stands in it before it is first made. */
export function createReadyList(options: {
  clock: Clock;
  timers: Timers;
  registry: Registry;
  format: ListFormat;
  compress(encoding: Encoding, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  onFailure(error: unknown): void;
  /** Told after the list was made anew. */
  onMade(): void;
}): ReadyList {
  const { clock, timers, registry, format, compress, onFailure, onMade } = options;
  const renditions = new Map<Encoding, Rendition>();
  // When the list that somebody was given was made: the clock is not read on a request.
  const requestedAt = new Map<Encoding, number>();
  /** What each encoding was last made of, whatever came of it. */
  const madeOf = new Map<Encoding, Rendition>();
  let snapshot: ListSnapshot = { servers: [], madeAt: Number.NEGATIVE_INFINITY };
  let plain: Rendition = { encoding: 'identity', bytes: new Uint8Array(), etag: '""' };
  // An ETag counts the lists of one life of the service: a digest would read megabytes a second.
  const lifeTag = randomBytes(8).toString('hex');
  let made = 0;
  let shown = -1;
  let cancel: (() => void) | undefined;
  let compressing: Promise<void> | undefined;
  let isStopped = false;

  function make(): void {
    const now = clock.now();
    shown = registry.revisions.visible;
    const servers = rankServers(registry.listLive().filter(isListed), now);
    snapshot = { servers, madeAt: now };
    onMade();
    const text = format.write(
      servers.map(({ listing }) => format.describe(listing, uptimeSeconds(listing, now))),
    );
    const bytes = new TextEncoder().encode(text);
    if (Buffer.compare(bytes, plain.bytes) === 0) return;
    made += 1;
    plain = { encoding: 'identity', bytes, etag: `"${lifeTag}${made.toString(16)}"` };
    for (const [encoding, at] of requestedAt) if (now - at > UNASKED_MS) leave(encoding);
    startCompressing();
  }

  function leave(encoding: Encoding): void {
    requestedAt.delete(encoding);
    renditions.delete(encoding);
  }

  const isDue = (encoding: Encoding): boolean =>
    requestedAt.has(encoding) && madeOf.get(encoding) !== plain;

  function startCompressing(): void {
    if (compressing === undefined && !isStopped && ENCODINGS.some(isDue)) {
      compressing = compressAll();
    }
  }

  /** Runs until every encoding asked for is that of the latest list, which may have changed meanwhile. */
  async function compressAll(): Promise<void> {
    while (!isStopped && ENCODINGS.some(isDue)) {
      for (const encoding of ENCODINGS) if (isDue(encoding)) await makeRendition(encoding, plain);
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

  function remakeIfDue(): void {
    cancel?.();
    cancel = undefined;
    if (isStopped) return;
    const age = clock.now() - snapshot.madeAt;
    const due = shown === registry.revisions.visible ? REMAKE_AT_LATEST_MS : REMAKE_AFTER_MS;
    // A clock that was set back must not freeze the list.
    if (age >= due || age < 0) make();
    const wait = shown === registry.revisions.visible ? REMAKE_AT_LATEST_MS : REMAKE_AFTER_MS;
    cancel = timers.after(Math.max(0, snapshot.madeAt + wait - clock.now()), remakeIfDue);
  }

  let isChangeNotified = false;
  return {
    get snapshot() {
      return snapshot;
    },
    rendition(encoding) {
      if (encoding === 'identity') return plain;
      requestedAt.set(encoding, snapshot.madeAt);
      const made = renditions.get(encoding);
      if (made === undefined) startCompressing();
      return made ?? plain;
    },
    changed() {
      // Many beats in one turn of the event loop make one list.
      if (isChangeNotified) return;
      isChangeNotified = true;
      timers.after(0, () => {
        isChangeNotified = false;
        remakeIfDue();
      });
    },
    remakeIfDue,
    prepareEncodings() {
      for (const encoding of ENCODINGS) {
        if (!requestedAt.has(encoding))
          requestedAt.set(encoding, snapshot.madeAt - UNASKED_MS + PREPARED_MS);
      }
      startCompressing();
    },
    async settled() {
      while (compressing !== undefined) await compressing;
    },
    stop() {
      isStopped = true;
      cancel?.();
    },
  };
}
