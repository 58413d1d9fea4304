// The servers that the registry holds: how heartbeats add and change them, how they leave, and what is unsaved.

import type { Clock } from '../../platform/lib/clock.ts';
import type { Beat } from './beat.ts';
import { takeEntry } from './contest.ts';
import type { Report } from './events.ts';
import {
  fromStoredServer,
  type Listing,
  type LiveServer,
  noteBeat,
  type Place,
  setReachable,
  showBeat,
  toSavedServer,
  updateListing,
} from './live-server.ts';
import { createLiveness, MISSED_HEARTBEAT_MS } from './liveness.ts';
import { computeServerHash } from './server-hash.ts';
import { createCountedServers, createServerIndex } from './server-index.ts';
import type { SavedBeat, SavedServer, ServerBatch } from './server-ports.ts';

export interface RegistryEvents {
  /** The public list changed. */
  changed(): void;
  /** The program that holds the entry loses it to a former holder. Called while the entry is still listed unchanged. */
  contested(server: LiveServer): void;
  /** A server gained this many players. */
  grew(hash: string, players: number): void;
}

/** The only facts of a server that the log gets, because its secrets are kept beside them. */
export const describeServer = ({ hash, name, ip, port }: Listing) => ({ hash, name, ip, port });

export interface CorePorts {
  clock: Clock;
  staleAfterMs: number;
  report: Report;
  events: RegistryEvents;
}

export type RegistryCore = ReturnType<typeof createRegistryCore>;

export function createRegistryCore({ clock, staleAfterMs, report, events }: CorePorts) {
  const index = createServerIndex();
  const live = createCountedServers();
  const unsaved = createUnsaved(clock, index.findByHash);
  /** `visible` grows when the public list changes, `secret` when a salt does, `members` when a server comes or goes. */
  const revisions = { visible: 0, secret: 0, members: 0 };
  const { silence, ...liveness } = createLiveness(staleAfterMs, showChange);

  function showChange(): void {
    revisions.visible += 1;
    events.changed();
  }

  /** Computed for each list, so that a stale server leaves it at once (C6.20). */
  const isLive = (server: LiveServer, now = clock.now()): boolean =>
    now - server.lastBeatAt <= silence.longestMs;

  function leave(server: LiveServer): boolean {
    if (!live.delete(server)) return false;
    revisions.members += 1;
    setReachable(server, null, clock.now());
    unsaved.note(server);
    if (server.isPublic) showChange();
    report('server_left', describeServer(server.listing));
    return true;
  }

  function forget(server: LiveServer): void {
    index.remove(server);
    unsaved.noteRemoved(server);
  }

  return {
    index,
    live,
    unsaved,
    revisions,
    showChange,
    ...liveness,
    isLive,
    leave,
    forget,
    add(server: LiveServer): void {
      index.add(server);
      unsaved.keep(server);
    },
    drop(server: LiveServer): void {
      leave(server);
      forget(server);
    },
    enter(server: LiveServer): void {
      live.add(server);
      revisions.members += 1;
      if (server.isPublic) showChange();
    },
    relist(server: LiveServer, listing: Listing): void {
      if (server.listing === listing) return;
      const joined = listing.players - server.listing.players;
      server.listing = listing;
      if (joined !== 0) server.playersChangedAt = clock.now();
      if (joined > 0) events.grew(listing.hash, joined);
      if (server.isPublic) showChange();
    },
    changeSalt(server: LiveServer, salt: string, now: number): void {
      if (takeEntry(server, salt, now)) events.contested(server);
      // The next heartbeat comes from another program, so it begins a new line.
      server.logLine = undefined;
      revisions.secret += 1;
    },
  };
}

/** The country and place of a new server, which the intake needs. */
interface Decisions {
  findCountry(hash: string, ip: string): string;
  updateAround(server: LiveServer): void;
}

/** The state that the registry's parts share. */
export interface RegistryParts extends RegistryCore {
  clock: Clock;
  report: Report;
  decisions: Decisions;
}

/** Adds a new server. */
export function createServer({ add, decisions }: RegistryParts, stored: SavedServer): LiveServer {
  const server = fromStoredServer(stored);
  add(server);
  decisions.updateAround(server);
  return server;
}

function createFrom(parts: RegistryParts, beat: Beat, ip: string, now: number): LiveServer {
  const { port, public: isPublic, salt } = beat;
  const hash = computeServerHash(ip, port);
  return createServer(parts, {
    hash,
    ip,
    port,
    ...showBeat(beat),
    isPublic,
    salt,
    country: parts.decisions.findCountry(hash, ip),
    startedAt: now,
    lastBeatAt: now,
    steadySince: now,
    reachableAt: null,
    portCheckedAt: now,
  });
}

/** Takes accepted heartbeats. */
export function createIntake(parts: RegistryParts) {
  const { clock, index, live, unsaved, isLive, leave, drop, enter, relist, report } = parts;
  const { comebackMs, showChange, changeSalt } = parts;

  /** Returns whether a stored field changed other than the players and the time of the heartbeat. */
  function refresh(server: LiveServer, beat: Beat, now: number): boolean {
    const { listing, isPublic, salt, steadySince } = server;
    const isComeback = now - server.lastBeatAt <= comebackMs;
    const startedAt = isComeback ? server.listing.startedAt : now;
    if (now - server.lastBeatAt > MISSED_HEARTBEAT_MS) server.steadySince = now;
    if (server.successor !== undefined) {
      server.successor = undefined;
      if (server.isPublic) showChange();
    }
    if (server.isPublic !== beat.public) {
      server.isPublic = beat.public;
      setReachable(server, null, now);
      showChange();
    }
    if (server.salt !== beat.salt) {
      changeSalt(server, beat.salt, now);
      server.steadySince = now;
    }
    relist(server, updateListing(listing, beat, startedAt));
    noteBeat(server, now);
    const isSame = server.isPublic === isPublic && server.salt === salt;
    if (!isSame || server.steadySince !== steadySince) return true;
    const { players: users } = listing;
    return (
      server.listing !== listing &&
      updateListing(listing, { ...beat, users }, startedAt) !== listing
    );
  }

  return {
    /** Ignores a heartbeat with a lower `sequence` than the last one: it waited for a port check and was overtaken. */
    save(
      beat: Beat,
      ip: string,
      sequence: number,
      known = index.findByAddress(ip, beat.port),
      now = clock.now(),
    ): LiveServer {
      if (known !== undefined && known.sequence > sequence) return known;
      if (known !== undefined && !isLive(known, now)) leave(known);
      const isMoreChanged = known === undefined || refresh(known, beat, now);
      const server = known ?? createFrom(parts, beat, ip, now);
      server.sequence = sequence;
      if (!live.all.has(server)) {
        enter(server);
        report('server_appeared', describeServer(server.listing));
      }
      unsaved.note(server, isMoreChanged);
      return server;
    },
    /** Ends the entry of a server that now has another hash, under which it keeps its uptime. */
    replace(former: string, hash: string): void {
      const before = index.findByHash(former);
      const server = index.findByHash(hash);
      if (before === undefined || server === undefined || before === server) return;
      if (clock.now() - before.lastBeatAt <= comebackMs) {
        const startedAt = Math.min(server.listing.startedAt, before.listing.startedAt);
        relist(server, { ...server.listing, startedAt });
        server.steadySince = Math.min(server.steadySince, before.steadySince);
        unsaved.note(server);
      }
      drop(before);
    },
    /** Records the result of a port check; ignored when players no longer join at `tried`. */
    recordProbe(server: LiveServer, isOpen: boolean, tried?: Place): void {
      const { hash, joinIp, joinPort } = server.listing;
      if (index.findByHash(hash) !== server) return;
      if (tried !== undefined && (tried.ip !== joinIp || tried.port !== joinPort)) return;
      const now = clock.now();
      server.probedAt = now;
      setReachable(server, isOpen ? now : null, now);
      unsaved.note(server);
    },
    /** Notes without a probe that a port is still open. */
    confirmOpen(server: LiveServer, now: number): void {
      setReachable(server, now, now);
      unsaved.note(server);
    },
  };
}

/** The changes and removals since the last batch. A hash is in only one of them. */
function createUnsaved(clock: Clock, findByHash: (hash: string) => LiveServer | undefined) {
  /** The changed servers; true when more changed than the players and the last heartbeat. */
  let dirty = new Map<LiveServer, boolean>();
  let removed = new Map<string, ServerBatch['removed'][number]>();

  return {
    note(server: LiveServer, isMoreChanged = true): void {
      if (isMoreChanged || !dirty.has(server)) dirty.set(server, isMoreChanged);
    },
    noteRemoved(server: LiveServer): void {
      const { hash } = server.listing;
      dirty.delete(server);
      removed.set(hash, { hash, lastBeatAt: server.lastBeatAt });
    },
    /** Drops a server's unsaved mark, because another replica saved its latest state. */
    settle: (server: LiveServer): void => void dirty.delete(server),
    keep: (server: LiveServer): void => void removed.delete(server.listing.hash),
    /** Takes everything changed since the last batch. Give a failed batch to `restoreBatch`. */
    takeBatch(areBeatsApart = false): ServerBatch {
      const saved: SavedServer[] = [];
      const beats: SavedBeat[] = [];
      for (const [server, isMoreChanged] of dirty) {
        if (isMoreChanged || !areBeatsApart) saved.push(toSavedServer(server));
        else beats.push([server.listing.hash, server.listing.players, server.lastBeatAt]);
      }
      const batch = { saved, beats, removed: [...removed.values()], aliveAt: clock.now() };
      dirty = new Map();
      removed = new Map();
      return batch;
    },
    /** Puts a failed batch back. Later changes override it. */
    restoreBatch(batch: ServerBatch): void {
      const hashes = [...batch.saved.map(({ hash }) => hash), ...batch.beats.map(([hash]) => hash)];
      for (const hash of hashes) {
        const server = findByHash(hash);
        if (server !== undefined) dirty.set(server, true);
      }
      for (const one of batch.removed) {
        if (findByHash(one.hash) === undefined) removed.set(one.hash, one);
      }
    },
  };
}
