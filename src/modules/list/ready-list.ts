// The public list as bytes ready to send, rebuilt after each change while somebody reads it.

import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/lib/clock.ts';
import { ENCODINGS, type Encoding } from '../../platform/lib/compress.ts';
import { type Timers, within } from '../../platform/lib/timers.ts';
import {
  isListed,
  type Listing,
  type LiveServer,
  type Registry,
  rankBy,
} from '../registry/index.ts';
import { createListWriter, type RecordFormat } from './list-bytes.ts';

/** A change must show within a second (C5.11). The remaining time allows for a late timer and for compressing. */
const REMAKE_AFTER_MS = 900;
/** The list is rebuilt after this even when nothing visible changed, because uptime grows (C5.11). */
const REMAKE_AT_LATEST_MS = 60_000;
/** An encoding that nobody requested for this long is not built again until somebody requests it. */
const UNUSED_MS = 10 * 60_000;

/** After a start, all clients request the list within this time, which shows the encodings in use. */
const PREPARED_MS = 10_000;

/**
 * After this long without a reader, the list is not rebuilt until somebody requests it. With ten thousand servers, each
 * list takes 20 to 40 ms of the thread that answers heartbeats.
 */
const UNREAD_MS = 10_000;
/**
 * The engine keeps replaced lists until they use as much memory as everything else, about sixty megabytes. This tells
 * it to free them after every fourth list. It begins with the first, which also frees what a start leaves behind. Short
 * lists leave little.
 */
const COLLECTED = { everyLists: 4, fromBytes: 1024 * 1024, afterMs: 500 };
/** How long the reader of a list that is behind waits for the encodings before getting the plain list. */
const ENCODING_WAIT_MS = 1_000;

/** A server on the wire: its keys in order, nothing nested (C1.13). */
export type ListRecord = Readonly<Record<string, string | number | boolean>>;

export interface ListFormat extends RecordFormat {
  describe(listing: Listing, uptimeSeconds: number): ListRecord;
  /** The record in the list of a logged-in player. */
  describeFor(listing: Listing, uptimeSeconds: number, mppass: string): ListRecord;
  /** Writes the list in pure ASCII. */
  write(records: readonly ListRecord[]): string;
}

export interface Rendition {
  readonly encoding: Encoding | 'identity';
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

export interface ListSnapshot {
  readonly servers: readonly LiveServer[];
  readonly madeAt: number;
}

/** The list in the form that pages read. */
export interface PublicList {
  readonly listings: readonly Listing[];
  readonly players: number;
  readonly madeAt: number;
}

interface ReadyListPorts {
  clock: Clock;
  timers: Timers;
  registry: Registry;
  format: ListFormat;
  compress(encoding: Encoding, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  onFailure(error: unknown): void;
}

/** A list of ready bytes that rebuilds itself. */
export type ReadyList = ReturnType<typeof createReadyList>;

export function createReadyList(options: ReadyListPorts) {
  const { clock, timers } = options;
  const latest = new LatestList(options);
  const { encodings } = latest;
  let cancel: (() => void) | undefined;
  let isStopped = false;
  // Whether anybody read the list since `readAt` was last set, so that a request does not read the clock.
  let isRead = false;
  let readAt = clock.now();

  function remakeIfDue(): void {
    cancel?.();
    cancel = undefined;
    if (isStopped) return;
    const now = clock.now();
    if (isRead) readAt = now;
    isRead = false;
    const age = now - latest.snapshot.madeAt;
    // A clock that was set back must not freeze the list.
    if (age >= latest.keptMs() || age < 0) {
      list.isBehind = now - readAt > UNREAD_MS && latest.made > 0;
      if (list.isBehind) return;
      latest.make(list.isBehind);
    }
    cancel = timers.after(
      Math.max(0, latest.snapshot.madeAt + latest.keptMs() - clock.now()),
      remakeIfDue,
    );
  }

  /** Notes a read. Every read of the list begins here. */
  function noteRead(): void {
    isRead = true;
    if (!list.isBehind) return;
    latest.make(list.isBehind);
    list.isBehind = false;
    remakeIfDue();
  }

  let isChangeNotified = false;
  const list = {
    get snapshot() {
      noteRead();
      return latest.snapshot;
    },
    /** Whether the list is older than allowed. The next read rebuilds it. */
    isBehind: false,
    /** Rebuilds a list that is behind, and waits for this encoding and the others in use. */
    async catchUp(encoding: Encoding | 'identity'): Promise<void> {
      if (encoding !== 'identity') encodings.requestedAt.set(encoding, clock.now());
      noteRead();
      await within(ENCODING_WAIT_MS, encodings.settled(), () => {}, timers);
    },
    /** The ready bytes; plain ones while a newly requested encoding is being made. */
    rendition(encoding: Encoding | 'identity'): Rendition {
      if (list.isBehind) noteRead();
      isRead = true;
      if (encoding === 'identity') return latest.plain;
      encodings.requestedAt.set(encoding, latest.snapshot.madeAt);
      const made = encodings.renditions.get(encoding);
      if (made === undefined) encodings.start();
      return made ?? latest.plain;
    },
    /** The servers of the snapshot. */
    listServers(): readonly LiveServer[] {
      noteRead();
      return latest.snapshot.servers;
    },
    /** The public part of the snapshot; the same object until the next snapshot. */
    listPublic(): PublicList {
      noteRead();
      return latest.readPublic();
    },
    changed(): void {
      // Many heartbeats in one turn of the event loop cause one rebuild.
      if (isChangeNotified || list.isBehind) return;
      isChangeNotified = true;
      timers.after(0, () => {
        isChangeNotified = false;
        remakeIfDue();
      });
    },
    remakeIfDue,
    /** Makes every encoding before the first request, and drops each one that nobody requests within ten seconds. */
    prepareEncodings(): void {
      encodings.prepare(latest.snapshot.madeAt - UNUSED_MS + PREPARED_MS);
    },
    settled: encodings.settled,
    stop(): void {
      isStopped = true;
      encodings.stop();
      list.isBehind = false;
      cancel?.();
    },
  };
  return list;
}

/** The latest list: its servers in order, its bytes, and their compressed forms. */
class LatestList {
  snapshot: ListSnapshot = { servers: [], madeAt: Number.NEGATIVE_INFINITY };
  plain: Rendition = { encoding: 'identity', bytes: new Uint8Array(), etag: '""' };
  /** How often the bytes changed. The ETag counts them since the start: a digest would read megabytes a second. */
  made = 0;
  readonly encodings: ReturnType<typeof createListEncodings>;
  private readonly ports: ReadyListPorts;
  private readonly write: ReturnType<typeof createListWriter>;
  private readonly startTag = randomBytes(8).toString('hex');
  private publicList: PublicList | undefined;
  private shown = -1;

  constructor(ports: ReadyListPorts) {
    this.ports = ports;
    this.write = createListWriter(ports.format);
    this.encodings = createListEncodings({ ...ports, plainOf: () => this.plain });
  }

  make(wasBehind: boolean): void {
    const { clock, timers, registry } = this.ports;
    const now = clock.now();
    this.shown = registry.revisions.visible;
    const servers = rankBy(registry.listLive().filter(isListed), ({ listing }) => listing, now);
    this.snapshot = { servers, madeAt: now };
    this.publicList = undefined;
    const bytes = this.write(servers, now);
    if (bytes === this.plain.bytes) return;
    this.made += 1;
    const etag = `"${this.startTag}${this.made.toString(16)}"`;
    this.plain = { encoding: 'identity', bytes, etag };
    this.encodings.drop(now, wasBehind);
    this.encodings.start();
    if (this.made % COLLECTED.everyLists === 1 && bytes.length >= COLLECTED.fromBytes) {
      // After this time, new encodings have replaced the old ones as well.
      timers.after(COLLECTED.afterMs, () => Bun.gc(true));
    }
  }

  /** How long this list may be sent before a newer one replaces it. */
  keptMs(): number {
    const isCurrent = this.shown === this.ports.registry.revisions.visible;
    return isCurrent ? REMAKE_AT_LATEST_MS : REMAKE_AFTER_MS;
  }

  readPublic(): PublicList {
    this.publicList ??= toPublicList(this.snapshot);
    return this.publicList;
  }
}

/** Keeps the compressed lists. `plainOf` returns the latest list, which may change during compression. */
function createListEncodings({
  plainOf,
  compress,
  onFailure,
}: {
  plainOf(): Rendition;
  compress(encoding: Encoding, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  onFailure(error: unknown): void;
}) {
  const renditions = new Map<Encoding, Rendition>();
  // The build time of the list at the last request, so that a request does not read the clock.
  const requestedAt = new Map<Encoding, number>();
  /** The list that each encoding was last made from, even when that failed. */
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

  /** Runs until every requested encoding is up to date. The list may change meanwhile. */
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

  /** Resolves when every requested encoding of the current list is ready. */
  async function settled(): Promise<void> {
    while (compressing !== undefined) await compressing;
  }

  return {
    settled,
    start: startCompressing,
    renditions: renditions as ReadonlyMap<Encoding, Rendition>,
    requestedAt,
    /** Makes every encoding, as if each was requested at that time. */
    prepare(at: number): void {
      for (const encoding of ENCODINGS) requestedAt.getOrInsert(encoding, at);
      startCompressing();
    },
    /** Drops encodings that nobody requested for long, and all finished ones when the list was behind. */
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

function toPublicList({ servers, madeAt }: ListSnapshot): PublicList {
  const listings = servers.map(({ listing }) => listing);
  const players = listings.reduce((sum, listing) => sum + listing.counted, 0);
  return { listings, players, madeAt };
}
