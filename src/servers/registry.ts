// The registry of live servers: held in memory, asked by every list, written behind to the store.

import type { Clock } from '../lib/clock.ts';
import type { Heartbeat } from './heartbeat.ts';
import {
  alterListing,
  describeListing,
  fromStoredServer,
  type Listing,
  type LiveServer,
  toStoredServer,
} from './live-server.ts';
import type { CountryLookup, ServerBatch, StoredServer } from './ports.ts';
import { computeServerHash } from './server-hash.ts';

/** A server that comes back within this time after its last good beat keeps its uptime. */
const COMEBACK_MS = 10 * 60_000;

/** Told when servers come and go, and when the public list has to show something else. */
export interface RegistryEvents {
  changed(): void;
  appeared(listing: Listing): void;
  left(listing: Listing): void;
}

/** Numbers that grow when something changed that a list must show. */
export interface Revisions {
  /** What the public list shows. */
  visible: number;
  /** What only logged-in players are shown: salts. */
  secret: number;
}

export interface Registry {
  readonly revisions: Revisions;
  /** Takes in what the store held. Call it once, before the first beat. */
  load(stored: readonly StoredServer[], pauseMs: number): void;
  findByAddress(ip: string, port: number): LiveServer | undefined;
  /** The server of this hash while it is live. */
  findLive(hash: string): LiveServer | undefined;
  /** `now` spares a reading of the clock where the caller has one. */
  isLive(server: LiveServer, now?: number): boolean;
  /** All live servers, public and private, in no particular order. */
  listLive(): LiveServer[];
  /** How many live servers an address has, private ones counted. */
  countLive(ip: string): number;
  /** Writes a heartbeat down. Returns the server. */
  save(beat: Heartbeat, ip: string, arrival: number, now?: number): LiveServer;
  /** Writes down what a port check found. */
  recordProbe(server: LiveServer, isOpen: boolean): void;
  /** Lets go of servers that went stale; returns how many left the lists. */
  sweep(): number;
  /** Drops every server whose address the test names. */
  dropWhere(isDropped: (ip: string) => boolean): void;
  setFeatured(hashes: ReadonlySet<string>): void;
  /** Looks up the country of every server anew. */
  refreshCountries(): void;
  /** Everything that changed since the last batch; a failed one is given back with `restoreBatch`. */
  takeBatch(): ServerBatch;
  restoreBatch(batch: ServerBatch): void;
}

/** An empty registry. */
export function createRegistry(options: {
  clock: Clock;
  staleAfterMs: number;
  countries: CountryLookup;
  events: RegistryEvents;
}): Registry {
  const { clock, staleAfterMs, countries, events } = options;
  const byPlace = new Map<string, LiveServer>();
  const byHash = new Map<string, LiveServer>();
  const byAddress = new Map<string, LiveServer[]>();
  const listed = new Set<LiveServer>();
  const revisions: Revisions = { visible: 0, secret: 0 };
  let featured: ReadonlySet<string> = new Set();
  let unsaved = new Set<LiveServer>();
  let forgotten = new Set<string>();

  function showChange(): void {
    revisions.visible += 1;
    events.changed();
  }

  const isLive = (server: LiveServer, now = clock.now()): boolean =>
    now - server.lastBeatAt <= staleAfterMs;

  // One heartbeat asks for its server several times.
  let lastFound: LiveServer | undefined;

  function findByAddress(ip: string, port: number): LiveServer | undefined {
    const last = lastFound?.listing;
    if (last !== undefined && last.port === port && last.ip === ip) return lastFound;
    lastFound = byPlace.get(`${ip}:${port}`);
    return lastFound;
  }

  function add(server: LiveServer): void {
    const { hash, ip, port } = server.listing;
    byPlace.set(`${ip}:${port}`, server);
    byHash.set(hash, server);
    const neighbours = byAddress.get(ip);
    if (neighbours === undefined) byAddress.set(ip, [server]);
    else neighbours.push(server);
    forgotten.delete(hash);
  }

  function forget(server: LiveServer): void {
    const { hash, ip, port } = server.listing;
    if (lastFound === server) lastFound = undefined;
    byPlace.delete(`${ip}:${port}`);
    byHash.delete(hash);
    const neighbours = byAddress.get(ip)?.filter((neighbour) => neighbour !== server) ?? [];
    if (neighbours.length > 0) byAddress.set(ip, neighbours);
    else byAddress.delete(ip);
    unsaved.delete(server);
    forgotten.add(hash);
  }

  function leave(server: LiveServer): boolean {
    if (!listed.delete(server)) return false;
    server.reachableAt = null;
    unsaved.add(server);
    if (server.isPublic) showChange();
    events.left(server.listing);
    return true;
  }

  function relist(server: LiveServer, listing: Listing): void {
    if (server.listing === listing) return;
    server.listing = listing;
    if (server.isPublic) showChange();
  }

  function create(beat: Heartbeat, ip: string, now: number): LiveServer {
    const hash = computeServerHash(ip, beat.port);
    const listing = describeListing(undefined, beat, {
      hash,
      ip,
      port: beat.port,
      country: countries.findCountry(ip),
      isFeatured: featured.has(hash),
      startedAt: now,
    });
    const server: LiveServer = {
      listing,
      isPublic: beat.public,
      salt: beat.salt,
      lastBeatAt: now,
      reachableAt: null,
      probedAt: 0,
      arrival: 0,
      logLine: undefined,
    };
    add(server);
    return server;
  }

  function refresh(server: LiveServer, beat: Heartbeat, now: number): void {
    const { listing } = server;
    const isComeback = now - server.lastBeatAt <= Math.max(COMEBACK_MS, staleAfterMs);
    const next = isComeback
      ? describeListing(listing, beat, listing)
      : describeListing(listing, beat, { ...listing, startedAt: now });
    if (server.isPublic !== beat.public) {
      server.isPublic = beat.public;
      server.reachableAt = null;
      showChange();
    }
    relist(server, next);
    if (server.salt !== beat.salt) {
      server.salt = beat.salt;
      revisions.secret += 1;
    }
    server.lastBeatAt = now;
  }

  return {
    revisions,
    isLive,
    load(stored, pauseMs) {
      const now = clock.now();
      for (const one of stored) {
        const server = fromStoredServer(one, featured.has(one.hash), pauseMs);
        add(server);
        if (isLive(server, now)) listed.add(server);
        // The pause is written down with the next batch, or a second restart would count it again.
        unsaved.add(server);
      }
      showChange();
    },
    findByAddress,
    findLive(hash) {
      const server = byHash.get(hash);
      return server !== undefined && isLive(server) ? server : undefined;
    },
    listLive() {
      const now = clock.now();
      return [...listed].filter((server) => isLive(server, now));
    },
    countLive(ip) {
      let count = 0;
      for (const server of byAddress.get(ip) ?? []) if (isLive(server)) count += 1;
      return count;
    },
    save(beat, ip, arrival, now = clock.now()) {
      const known = findByAddress(ip, beat.port);
      if (known !== undefined && known.arrival > arrival) return known;
      if (known !== undefined && !isLive(known, now)) leave(known);
      if (known !== undefined) refresh(known, beat, now);
      const server = known ?? create(beat, ip, now);
      server.arrival = arrival;
      if (!listed.has(server)) {
        listed.add(server);
        if (server.isPublic) showChange();
        events.appeared(server.listing);
      }
      unsaved.add(server);
      return server;
    },
    recordProbe(server, isOpen) {
      if (byHash.get(server.listing.hash) !== server) return;
      const now = clock.now();
      server.probedAt = now;
      server.reachableAt = isOpen ? now : null;
      unsaved.add(server);
    },
    sweep() {
      const now = clock.now();
      let left = 0;
      for (const server of byHash.values()) {
        if (server.lastBeatAt > now) {
          // The clock was set back: a beat in the future would keep a silent server live until then.
          server.lastBeatAt = now;
          unsaved.add(server);
        }
        if (isLive(server, now)) continue;
        if (leave(server)) left += 1;
        if (now - server.lastBeatAt > COMEBACK_MS) forget(server);
      }
      return left;
    },
    dropWhere(isDropped) {
      for (const [ip, servers] of byAddress) {
        if (!isDropped(ip)) continue;
        for (const server of [...servers]) {
          leave(server);
          forget(server);
        }
      }
    },
    setFeatured(hashes) {
      featured = hashes;
      for (const server of byHash.values()) {
        const isFeatured = hashes.has(server.listing.hash);
        if (server.listing.isFeatured !== isFeatured)
          relist(server, alterListing(server.listing, { isFeatured }));
      }
    },
    refreshCountries() {
      for (const server of byHash.values()) {
        const country = countries.findCountry(server.listing.ip);
        if (server.listing.country === country) continue;
        relist(server, alterListing(server.listing, { country }));
        unsaved.add(server);
      }
    },
    takeBatch() {
      const batch = {
        saved: [...unsaved].map(toStoredServer),
        removed: [...forgotten],
        aliveAt: clock.now(),
      };
      unsaved = new Set();
      forgotten = new Set();
      return batch;
    },
    restoreBatch(batch) {
      for (const { hash } of batch.saved) {
        const server = byHash.get(hash);
        if (server !== undefined) unsaved.add(server);
      }
      for (const hash of batch.removed) if (!byHash.has(hash)) forgotten.add(hash);
    },
  };
}
