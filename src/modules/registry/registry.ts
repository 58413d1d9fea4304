// The registry of live servers. It is held in memory, every list reads it, and write-behind saves its changes.

import type { Clock } from '../../platform/lib/clock.ts';
import type { ClockChange } from '../../platform/lib/steady-clock.ts';
import type { CountryLookup } from '../../platform/net/country.ts';
import type { Heartbeat } from '../heartbeat/heartbeat.ts';
import { MISSED_HEARTBEAT_MS } from './beat.ts';
import { takeEntry } from './contest.ts';
import type { Report } from './events.ts';
import {
  countPlayers,
  fromStoredServer,
  isListed,
  type Listing,
  type LiveServer,
  mergeStored,
  moveTimes,
  noteBeat,
  type Place,
  setReachable,
  toSavedServer,
  updateListing,
} from './live-server.ts';
import { findSuccessors } from './relocation.ts';
import { computeServerHash } from './server-hash.ts';
import { createCountedServers, createServerIndex } from './server-index.ts';
import {
  type Decisions,
  NO_DECISIONS,
  type SavedBeat,
  type SavedServer,
  type ServerBatch,
  type StoredServer,
} from './server-ports.ts';

/** A server that comes back within this time after its last good heartbeat keeps its uptime (C6.21). */
const COMEBACK_MS = 10 * 60_000;

export interface RegistryEvents {
  changed(): void;
  /** The program that has the entry loses it to one that had it before. Called while it is still listed as it was. */
  contested(server: LiveServer): void;
  /** A server has so many players more than before. */
  grew(hash: string, players: number): void;
}

/** What the log says of a server: nothing else, since its secrets are kept beside. */
const describeServer = ({ hash, name, ip, port }: Listing) => ({ hash, name, ip, port });

export type Registry = ReturnType<typeof createRegistry>;

export function createRegistry(options: {
  clock: Clock;
  staleAfterMs: number;
  countries: CountryLookup;
  report: Report;
  events: RegistryEvents;
}) {
  const { clock, staleAfterMs, countries, report, events } = options;
  const index = createServerIndex();
  const { findByAddress } = index;
  const live = createCountedServers();
  const listed = live.all;
  /** `visible` grows when the public list changes, `secret` when a salt does, `members` when a server comes or goes. */
  const revisions = { visible: 0, secret: 0, members: 0 };
  let decided = NO_DECISIONS;
  let isAnythingDecided = false;
  let allowedMs = 0;
  /** What changed, true where more than players and the last heartbeat did, and was removed; a hash is in one of them. */
  let dirty = new Map<LiveServer, boolean>();
  let removed = new Map<string, ServerBatch['removed'][number]>();

  function showChange(): void {
    revisions.visible += 1;
    events.changed();
  }

  /** Computed for each list, so that a stale server is gone from it at once (C6.20). */
  const isLive = (server: LiveServer, now = clock.now()): boolean =>
    now - server.lastBeatAt <= staleAfterMs + allowedMs;

  function add(server: LiveServer): void {
    index.add(server);
    removed.delete(server.listing.hash);
  }

  function forget(server: LiveServer): void {
    const { hash } = server.listing;
    index.remove(server);
    dirty.delete(server);
    removed.set(hash, { hash, lastBeatAt: server.lastBeatAt });
  }

  function leave(server: LiveServer): boolean {
    if (!live.delete(server)) return false;
    revisions.members += 1;
    setReachable(server, null, clock.now());
    dirty.set(server, true);
    if (server.isPublic) showChange();
    report('server_left', describeServer(server.listing));
    return true;
  }

  function drop(server: LiveServer): void {
    leave(server);
    forget(server);
  }

  function relist(server: LiveServer, listing: Listing): void {
    if (server.listing === listing) return;
    const joined = listing.players - server.listing.players;
    server.listing = listing;
    if (joined !== 0) server.playersChangedAt = clock.now();
    if (joined > 0) events.grew(listing.hash, joined);
    if (server.isPublic) showChange();
  }

  const findCountry = (hash: string, ip: string): string =>
    decided.countries.get(hash) ?? countries.findCountry(ip);

  /** Players join at the decided place, unless that belongs to another server. */
  function findJoinPlace({ hash, ip, port }: Pick<Listing, 'hash' | 'ip' | 'port'>) {
    const place = decided.joinPlaces.get(hash);
    const { ip: joinIp = ip, port: joinPort = port } = place ?? {};
    const isOwn = place === undefined || index.isTaken(joinIp, joinPort, hash);
    return isOwn ? { joinIp: ip, joinPort: port } : { joinIp, joinPort };
  }

  /** Updates a server's listing to the decisions. The country stays unless the caller passes one. */
  function updateDecided(server: LiveServer, country = server.listing.country): void {
    const { listing: shown } = server;
    const isFeatured = decided.featured.has(shown.hash);
    const isClaimed = decided.claimed.has(shown.hash);
    const { joinIp, joinPort } = findJoinPlace(shown);
    const isMoved = shown.joinPort !== joinPort || shown.joinIp !== joinIp;
    if (shown.country !== country) dirty.set(server, true);
    else if (shown.isFeatured === isFeatured && shown.isClaimed === isClaimed && !isMoved) return;
    // The last port check was of the old place.
    if (isMoved) setReachable(server, null, clock.now());
    const counted = countPlayers(shown, isClaimed);
    relist(server, { ...shown, isFeatured, isClaimed, counted, joinIp, joinPort, country });
    if (shown.joinIp !== joinIp) index.moved(server, shown.joinIp);
  }

  function create(stored: SavedServer): LiveServer {
    const server = fromStoredServer(stored);
    add(server);
    updateDecided(server);
    updateJoinedAt(server);
    return server;
  }

  function createFrom(beat: Heartbeat, ip: string, now: number): LiveServer {
    const { name, port, public: isPublic, salt } = beat;
    const hash = computeServerHash(ip, port);
    return create({
      hash,
      ip,
      port,
      name,
      players: beat.users,
      maxPlayers: beat.max,
      isPublic,
      salt,
      software: beat.software ?? '',
      supportsWeb: beat.web ?? false,
      country: findCountry(hash, ip),
      startedAt: now,
      lastBeatAt: now,
      steadySince: now,
      reachableAt: null,
      portCheckedAt: now,
    });
  }

  /** Returns whether more of what is stored changed than the players and the time of the heartbeat. */
  function refresh(server: LiveServer, beat: Heartbeat, now: number): boolean {
    const { listing, isPublic, salt, steadySince } = server;
    const isComeback = now - server.lastBeatAt <= Math.max(COMEBACK_MS, staleAfterMs);
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

  function changeSalt(server: LiveServer, salt: string, now: number): void {
    if (takeEntry(server, salt, now)) events.contested(server);
    // Its next heartbeat is another program's, so it begins a line.
    server.logLine = undefined;
    revisions.secret += 1;
  }

  /** Servers that now send from another address are listed with the new address only. */
  function noteSuccessors(now: number): void {
    for (const [server, successor] of findSuccessors([...listed], now)) {
      if (server.successor !== undefined) continue;
      const wasListed = isListed(server);
      server.successor = successor;
      if (wasListed) showChange();
      const { hash: hashBefore, ip: ipBefore } = server.listing;
      report('server_relocated', { ...describeServer(successor.listing), hashBefore, ipBefore });
    }
  }

  function enter(server: LiveServer): void {
    live.add(server);
    revisions.members += 1;
    if (server.isPublic) showChange();
  }

  function becomeListed(server: LiveServer, now: number): void {
    if (!listed.has(server) && isLive(server, now)) enter(server);
  }

  /** Recomputes the listings of servers whose players joined at this place until another server came there. */
  function updateJoinedAt(server: LiveServer): void {
    const { ip, port } = server.listing;
    for (const other of index.joinedOn(ip)) {
      if (other !== server && other.listing.joinPort === port) updateDecided(other);
    }
  }

  /** Adds a server that another replica saved; `undefined` when it was silent for too long by now. */
  function adopt(stored: SavedServer, now: number): LiveServer | undefined {
    const country = findCountry(stored.hash, stored.ip);
    if (now - stored.lastBeatAt > Math.max(COMEBACK_MS, staleAfterMs + allowedMs)) return undefined;
    const server = create({ ...stored, country });
    becomeListed(server, now);
    return server;
  }

  /** Brings a server up to what another replica saved of it; false when nothing of that was news. */
  function catchUp(server: LiveServer, stored: SavedServer, now: number): boolean {
    const next = mergeStored(server, stored, {
      comebackMs: Math.max(COMEBACK_MS, staleAfterMs),
      missedMs: MISSED_HEARTBEAT_MS,
    });
    if (next === undefined) return false;
    const { merged, isOwnNewer } = next;
    const isBack = server.successor !== undefined && merged.lastBeatAt > server.lastBeatAt;
    if (isBack) server.successor = undefined;
    if (server.salt !== merged.salt) changeSalt(server, merged.salt, now);
    noteBeat(server, merged.lastBeatAt);
    server.steadySince = merged.steadySince;
    setReachable(server, merged.reachableAt, merged.portCheckedAt);
    const isHiddenOrShown = server.isPublic !== merged.isPublic;
    server.isPublic = merged.isPublic;
    const { players: users, maxPlayers: max, supportsWeb: web } = merged;
    relist(server, updateListing(server.listing, { ...merged, users, max, web }, merged.startedAt));
    if (isBack || isHiddenOrShown) showChange();
    if (isOwnNewer) dirty.set(server, true);
    becomeListed(server, now);
    return true;
  }

  return {
    revisions,
    isLive,
    /** Loads what the store held, before the first heartbeat; `pauseMs` is how long the service was down. */
    load(stored: readonly StoredServer[], pauseMs: number): void {
      const now = clock.now();
      for (const one of stored) {
        const server = fromStoredServer(one, pauseMs); // C6.22
        add(server);
        if (isLive(server, now)) live.add(server);
        // The next batch saves the moved times, or a second restart would add the pause again.
        if (pauseMs > 0) dirty.set(server, true);
      }
      noteSuccessors(now);
      showChange();
    },
    findByAddress,
    findLive(hash: string): LiveServer | undefined {
      // The sweep comes later, so liveness is computed here (C5.10).
      const server = index.findByHash(hash);
      return server !== undefined && isLive(server) ? server : undefined;
    },
    /** Ends the entry of a server that has another hash now, under which it keeps its uptime. */
    replace(former: string, hash: string): void {
      const before = index.findByHash(former);
      const server = index.findByHash(hash);
      if (before === undefined || server === undefined || before === server) return;
      if (clock.now() - before.lastBeatAt <= Math.max(COMEBACK_MS, staleAfterMs)) {
        const startedAt = Math.min(server.listing.startedAt, before.listing.startedAt);
        relist(server, { ...server.listing, startedAt });
        server.steadySince = Math.min(server.steadySince, before.steadySince);
        dirty.set(server, true);
      }
      drop(before);
    },
    listLive(): LiveServer[] {
      const now = clock.now();
      return [...listed].filter((server) => isLive(server, now));
    },
    /** How many are live, those included that went stale since the last sweep; of one network, with `countIn`. */
    countAll: (): number => listed.size,
    countIn: live.countIn,
    listLiveOn: (ip: string): LiveServer[] =>
      [...index.neighboursOn(ip)].filter((server) => isLive(server)),
    countLive(ip: string): number {
      const now = clock.now();
      let count = 0;
      for (const server of index.neighboursOn(ip)) if (isLive(server, now)) count += 1;
      return count;
    },
    /** One with a lower `sequence` than the last changes nothing: it waited for a port check and was overtaken. */
    save(
      beat: Heartbeat,
      ip: string,
      sequence: number,
      known = findByAddress(ip, beat.port),
      now = clock.now(),
    ): LiveServer {
      if (known !== undefined && known.sequence > sequence) return known;
      if (known !== undefined && !isLive(known, now)) leave(known);
      const isMoreChanged = known === undefined || refresh(known, beat, now);
      const server = known ?? createFrom(beat, ip, now);
      server.sequence = sequence;
      if (!listed.has(server)) {
        enter(server);
        report('server_appeared', describeServer(server.listing));
      }
      if (isMoreChanged || !dirty.has(server)) dirty.set(server, isMoreChanged);
      return server;
    },
    /** Records the result of a port check; ignored when players no longer join at `tried`. */
    recordProbe(server: LiveServer, isOpen: boolean, tried?: Place): void {
      const { hash, joinIp, joinPort } = server.listing;
      if (index.findByHash(hash) !== server) return;
      if (tried !== undefined && (tried.ip !== joinIp || tried.port !== joinPort)) return;
      const now = clock.now();
      server.probedAt = now;
      setReachable(server, isOpen ? now : null, now);
      dirty.set(server, true);
    },
    /** Notes without a probe that a port is still open. */
    confirmOpen(server: LiveServer, now: number): void {
      setReachable(server, now, now);
      dirty.set(server, true);
    },
    /** Unlists servers that went stale, which it counts, and finds those that moved. */
    sweep(): number {
      const now = clock.now();
      let left = 0;
      for (const server of index.all()) {
        if (server.lastBeatAt > now) {
          // The clock was set back: a heartbeat in the future would keep a silent server live until then.
          server.lastBeatAt = now;
          server.steadySince = Math.min(server.steadySince, now);
          dirty.set(server, true);
        }
        if (isLive(server, now)) continue;
        // C5.12
        if (leave(server)) left += 1;
        if (now - server.lastBeatAt > COMEBACK_MS + allowedMs) forget(server);
      }
      noteSuccessors(now);
      return left;
    },
    drop,
    dropWhere(isDropped: (server: LiveServer) => boolean): void {
      for (const server of [...index.all()]) if (isDropped(server)) drop(server);
    },
    /** Makes every public server private for which the test is true, as if its heartbeat had said so. */
    hideWhere(isHidden: (server: LiveServer) => boolean): void {
      for (const server of index.all()) {
        if (!server.isPublic || !isHidden(server)) continue;
        server.isPublic = false;
        setReachable(server, null, clock.now());
        dirty.set(server, true);
        showChange();
      }
    },
    applyDecisions(decisions: Decisions): void {
      const before = decided;
      decided = decisions;
      const made = Object.values(decisions) as { size: number }[];
      isAnythingDecided ||= made.some(({ size }) => size > 0);
      // So it is at most starts, and going through ten thousand servers would delay them.
      if (!isAnythingDecided) return;
      for (const server of index.all()) {
        const { hash, ip } = server.listing;
        const isSame = before.countries.get(hash) === decisions.countries.get(hash);
        updateDecided(server, isSame ? undefined : findCountry(hash, ip));
      }
    },
    /** Updates a server to decisions that changed since `applyDecisions`, and those that waited for its place. */
    redecide(hash: string): void {
      isAnythingDecided = true;
      const server = index.findByHash(hash);
      if (server === undefined) return;
      const { ip, joinIp, joinPort } = server.listing;
      updateDecided(server, findCountry(hash, ip));
      if (server.listing.joinIp === joinIp && server.listing.joinPort === joinPort) return;
      for (const [waiting, { ip: decidedIp, port }] of decided.joinPlaces) {
        const other = port === joinPort ? index.findByHash(waiting) : undefined;
        if (other !== undefined && (decidedIp ?? other.listing.ip) === joinIp) updateDecided(other);
      }
    },
    findByJoinPlace: index.findByJoinPlace,
    isTaken: index.isTaken,
    /** Where players join the server whose heartbeats come from here. */
    joinPlaceOf(ip: string, port: number): Place {
      const known = findByAddress(ip, port)?.listing;
      const { joinIp, joinPort } =
        known ?? findJoinPlace({ hash: computeServerHash(ip, port), ip, port });
      return { ip: joinIp, port: joinPort };
    },
    refreshCountries(): void {
      for (const server of index.all()) {
        const { hash, ip } = server.listing;
        updateDecided(server, findCountry(hash, ip));
      }
    },
    /** Servers stay live for so much longer, while it cannot be known here what they sent to other replicas. */
    allowSilence(ms: number): void {
      if (ms === allowedMs) return;
      allowedMs = ms;
      showChange();
    },
    allowedSilence: () => allowedMs,
    /** Moves all times, so that a step of the wall clock makes no server stale or fresh. */
    adjustClock(change: ClockChange): void {
      for (const server of index.all()) {
        moveTimes(server, change);
        // At the next start these times are compared with the time at which the service was last alive.
        dirty.set(server, true);
      }
      showChange();
    },
    /** Takes over what another replica saved. Returns the servers that changed, and those that are new here. */
    merge(batch: Pick<ServerBatch, 'saved' | 'removed'>) {
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
        dirty.delete(known);
      }
      return { merged, added };
    },
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
        const server = index.findByHash(hash);
        if (server !== undefined) dirty.set(server, true);
      }
      for (const one of batch.removed) {
        if (index.findByHash(one.hash) === undefined) removed.set(one.hash, one);
      }
    },
  };
}
