// The servers that the registry holds: how they come, change and go, and what of that is not saved yet.

import type { Clock } from '../../platform/lib/clock.ts';
import { takeEntry } from './contest.ts';
import type { Report } from './events.ts';
import { type Listing, type LiveServer, setReachable, toSavedServer } from './live-server.ts';
import { createCountedServers, createServerIndex } from './server-index.ts';
import type { SavedBeat, SavedServer, ServerBatch } from './server-ports.ts';

/** A server that comes back within this time after its last good heartbeat keeps its uptime (C6.21). */
const COMEBACK_MS = 10 * 60_000;

export interface RegistryEvents {
  /** The public list changed. */
  changed(): void;
  /** The program that has the entry loses it to one that had it before. Called while it is still listed as it was. */
  contested(server: LiveServer): void;
  /** A server has so many players more than before. */
  grew(hash: string, players: number): void;
}

/** What the log says of a server: nothing else, since its secrets are kept beside. */
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
  let allowedMs = 0;

  function showChange(): void {
    revisions.visible += 1;
    events.changed();
  }

  /** Computed for each list, so that a stale server is gone from it at once (C6.20). */
  const isLive = (server: LiveServer, now = clock.now()): boolean =>
    now - server.lastBeatAt <= staleAfterMs + allowedMs;

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
    isLive,
    leave,
    forget,
    comebackMs: Math.max(COMEBACK_MS, staleAfterMs),
    /** While silence is allowed, servers that are stale may come back as long. */
    isGone: (server: LiveServer, now: number) => now - server.lastBeatAt > COMEBACK_MS + allowedMs,
    isStillThere: ({ lastBeatAt }: SavedServer, now: number) =>
      now - lastBeatAt <= Math.max(COMEBACK_MS, staleAfterMs + allowedMs),
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
      // Its next heartbeat is another program's, so it begins a line.
      server.logLine = undefined;
      revisions.secret += 1;
    },
    /** Servers stay live for so much longer, while it cannot be known here what they sent to other replicas. */
    allowSilence(ms: number): void {
      if (ms === allowedMs) return;
      allowedMs = ms;
      showChange();
    },
    allowedSilence: () => allowedMs,
  };
}

/** What changed since the last batch, and was removed; a hash is in one of them. */
function createUnsaved(clock: Clock, findByHash: (hash: string) => LiveServer | undefined) {
  /** True where more than players and the last heartbeat did. */
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
    /** Another replica saved what is to be known of it. */
    settle: (server: LiveServer): void => void dirty.delete(server),
    keep: (server: LiveServer): void => void removed.delete(server.listing.hash),
    /** Everything that changed since the last batch. Give one that failed to `restoreBatch`. */
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
    /** Later changes override those of the batch. */
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
