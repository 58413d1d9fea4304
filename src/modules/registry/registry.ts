// The registry of live servers, held in memory. Every list reads it, and write-behind saves its changes.

import type { ClockChange } from '../../platform/lib/steady-clock.ts';
import { createDecidedListings, type DecidedListings } from './decided-listings.ts';
import {
  fromStoredServer,
  isListed,
  type LiveServer,
  mergeStored,
  moveTimes,
  noteBeat,
  setReachable,
  updateListing,
} from './live-server.ts';
import { MISSED_HEARTBEAT_MS } from './liveness.ts';
import {
  type CorePorts,
  createIntake,
  createRegistryCore,
  createServer,
  describeServer,
  type RegistryParts,
} from './registry-core.ts';
import { findSuccessors } from './relocation.ts';
import type { CountryFinder, SavedServer, ServerBatch, StoredServer } from './server-ports.ts';

export type Registry = ReturnType<typeof createRegistry>;

interface Parts extends RegistryParts {
  decisions: DecidedListings;
}

export function createRegistry(ports: CorePorts & { countries: CountryFinder }) {
  const { clock, report, countries } = ports;
  const core = createRegistryCore(ports);
  const decisions = createDecidedListings(core, countries, clock.now);
  const parts = { ...core, clock, report, decisions };
  const { unsaved } = core;
  return {
    revisions: core.revisions,
    isLive: core.isLive,
    drop: core.drop,
    allowSilence: core.allowSilence,
    allowedSilence: core.allowedSilence,
    applyDecisions: decisions.applyDecisions,
    redecide: decisions.redecide,
    joinPlaceOf: decisions.joinPlaceOf,
    refreshCountries: decisions.refreshCountries,
    takeBatch: unsaved.takeBatch,
    restoreBatch: unsaved.restoreBatch,
    ...createLookups(parts),
    ...createIntake(parts),
    ...createUpkeep(parts),
    ...createModeration(parts),
    merge: createMerge(parts),
  };
}

function createLookups({ clock, index, live, isLive }: Parts) {
  return {
    findByAddress: index.findByAddress,
    findByJoinPlace: index.findByJoinPlace,
    isTaken: index.isTaken,
    findLive(hash: string): LiveServer | undefined {
      // The sweep comes later, so liveness is computed here (C5.10).
      const server = index.findByHash(hash);
      return server !== undefined && isLive(server) ? server : undefined;
    },
    listLive(): LiveServer[] {
      const now = clock.now();
      return [...live.all].filter((server) => isLive(server, now));
    },
    /** Counts live servers, with those that went stale since the last sweep; of one network, with `countIn`. */
    countAll: (): number => live.all.size,
    countIn: live.countIn,
    listLiveOn: (ip: string): LiveServer[] =>
      [...index.neighboursOn(ip)].filter((server) => isLive(server)),
    countLive(ip: string): number {
      const now = clock.now();
      let count = 0;
      for (const server of index.neighboursOn(ip)) if (isLive(server, now)) count += 1;
      return count;
    },
  };
}

/** Loads the servers, and updates them as time passes. */
function createUpkeep(parts: Parts) {
  const { clock, index, live, unsaved, add, isLive, isGone, leave, forget, showChange } = parts;

  /** Lists servers that now send from another address only with the new address. */
  function noteSuccessors(now: number): void {
    for (const [server, successor] of findSuccessors([...live.all], now)) {
      if (server.successor !== undefined) continue;
      const wasListed = isListed(server);
      server.successor = successor;
      if (wasListed) showChange();
      const { hash: hashBefore, ip: ipBefore } = server.listing;
      const facts = { ...describeServer(successor.listing), hashBefore, ipBefore };
      parts.report('server_relocated', facts);
    }
  }

  return {
    /** Loads the stored servers before the first heartbeat. `pauseMs` is how long the service was down. */
    load(stored: readonly StoredServer[], pauseMs: number): void {
      const now = clock.now();
      for (const one of stored) {
        const server = fromStoredServer(one, pauseMs); // C6.22
        add(server);
        if (isLive(server, now)) live.add(server);
        // The next batch saves the moved times; otherwise a second restart would add the pause again.
        if (pauseMs > 0) unsaved.note(server);
      }
      noteSuccessors(now);
      showChange();
    },
    /** Unlists and counts servers that went stale, and finds those that moved. */
    sweep(): number {
      const now = clock.now();
      let left = 0;
      for (const server of index.all()) {
        if (server.lastBeatAt > now) {
          // After the clock was set back, a heartbeat in the future would keep a silent server live until then.
          server.lastBeatAt = now;
          server.steadySince = Math.min(server.steadySince, now);
          unsaved.note(server);
        }
        if (isLive(server, now)) continue;
        // C5.12
        if (leave(server)) left += 1;
        if (isGone(server, now)) forget(server);
      }
      noteSuccessors(now);
      return left;
    },
    /** Moves all times, so that a step of the wall clock makes no server stale or fresh. */
    adjustClock(change: ClockChange): void {
      for (const server of index.all()) {
        moveTimes(server, change);
        // The next start compares these times with the time when the service was last alive.
        unsaved.note(server);
      }
      showChange();
    },
  };
}

function createModeration({ clock, index, unsaved, drop, showChange }: Parts) {
  return {
    dropWhere(isDropped: (server: LiveServer) => boolean): void {
      for (const server of [...index.all()]) if (isDropped(server)) drop(server);
    },
    /** Makes every public server private for which the test is true, as if its heartbeat had asked for it. */
    hideWhere(isHidden: (server: LiveServer) => boolean): void {
      for (const server of index.all()) {
        if (!server.isPublic || !isHidden(server)) continue;
        server.isPublic = false;
        setReachable(server, null, clock.now());
        unsaved.note(server);
        showChange();
      }
    },
  };
}

/** Merges batches of another replica. Returns the changed servers and the new ones. */
function createMerge(parts: Parts) {
  const { clock, index, live, unsaved, isLive, leave, enter, relist, decisions } = parts;

  function becomeListed(server: LiveServer, now: number): void {
    if (!live.all.has(server) && isLive(server, now)) enter(server);
  }

  /** Adds a server that another replica saved; `undefined` when it has been silent for too long by now. */
  function adopt(stored: SavedServer, now: number): LiveServer | undefined {
    if (!parts.isStillThere(stored, now)) return undefined;
    const country = decisions.findCountry(stored.hash, stored.ip);
    const server = createServer(parts, { ...stored, country });
    becomeListed(server, now);
    return server;
  }

  /** Updates a server to another replica's saved state. Returns false when nothing was new. */
  function catchUp(server: LiveServer, stored: SavedServer, now: number): boolean {
    const { comebackMs } = parts;
    const next = mergeStored(server, stored, { comebackMs, missedMs: MISSED_HEARTBEAT_MS });
    if (next === undefined) return false;
    const { merged, isOwnNewer } = next;
    const isBack = server.successor !== undefined && merged.lastBeatAt > server.lastBeatAt;
    if (isBack) server.successor = undefined;
    if (server.salt !== merged.salt) parts.changeSalt(server, merged.salt, now);
    noteBeat(server, merged.lastBeatAt);
    server.steadySince = merged.steadySince;
    setReachable(server, merged.reachableAt, merged.portCheckedAt);
    const isHiddenOrShown = server.isPublic !== merged.isPublic;
    server.isPublic = merged.isPublic;
    const { players: users, maxPlayers: max, supportsWeb: web } = merged;
    relist(server, updateListing(server.listing, { ...merged, users, max, web }, merged.startedAt));
    if (isBack || isHiddenOrShown) parts.showChange();
    if (isOwnNewer) unsaved.note(server);
    becomeListed(server, now);
    return true;
  }

  return (batch: Pick<ServerBatch, 'saved' | 'removed'>) => {
    const now = clock.now();
    const merged: LiveServer[] = [];
    const added: LiveServer[] = [];
    for (const stored of batch.saved) {
      const known = index.findByHash(stored.hash);
      const server = known ?? adopt(stored, now);
      if (server === undefined || (known !== undefined && !catchUp(known, stored, now))) continue;
      merged.push(server);
      if (known === undefined) added.push(server);
    }
    for (const { hash, lastBeatAt } of batch.removed) {
      const known = index.findByHash(hash);
      if (known === undefined || known.lastBeatAt > lastBeatAt) continue;
      leave(known);
      index.remove(known);
      unsaved.settle(known);
    }
    return { merged, added };
  };
}
