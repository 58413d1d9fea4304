// The door of this room: everything that the house does with game servers.

import type { Clock } from '../lib/clock.ts';
import type { Encoding } from '../lib/compress.ts';
import type { Timers } from '../lib/timers.ts';
import { createAnnounce } from './announce.ts';
import { createClaimBook } from './claims/claims.ts';
import { createJoinPlaceRules } from './claims/join-place.ts';
import type { ClaimStore } from './claims/ports.ts';
import { createPublicAddresses } from './claims/public-address.ts';
import { createHeartbeatLogs } from './heartbeat-logs.ts';
import { openHistory } from './history/history.ts';
import type { HistoryStore } from './history/ports.ts';
import { isListed, type Listing, type LiveServer, uptimeSeconds } from './live-server.ts';
import type { Place } from './moderation/decisions.ts';
import { createModerationReload, type ReloadedModeration } from './moderation/moderation-reload.ts';
import type { ReportStore } from './moderation/ports.ts';
import { createServerReports } from './moderation/reports.ts';
import { createOperatorReports } from './operator-report.ts';
import { createPlayerLists, mppassFor } from './player-list.ts';
import type { CountryLookup, PortProbe, ServerLimits, ServerStore } from './ports.ts';
import { createPublicList } from './public-list.ts';
import { createReachability, type ProbeVerdict } from './reachability.ts';
import { createReadyList, type ListFormat } from './ready-list.ts';
import { createRegistry } from './registry.ts';
import type { FoundServer, Servers } from './servers-interface.ts';
import { createWriteBehind } from './write-behind.ts';

export type { FoundServer, Servers } from './servers-interface.ts';

/** What this room needs to work. */
export interface ServersOptions {
  clock: Clock;
  timers: Timers;
  store: ServerStore;
  history: HistoryStore;
  moderation: ReloadedModeration;
  claims: ClaimStore;
  reports: ReportStore;
  countries: CountryLookup;
  probe: PortProbe;
  format: ListFormat;
  compress(encoding: Encoding, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  staleAfterMs: number;
  limits: ServerLimits;
  events: ServersEvents;
}

/** Told of what happens to servers. */
export interface ServersEvents {
  appeared(listing: Listing): void;
  left(listing: Listing): void;
  /** The server sends its heartbeats from another address by now. */
  relocated(before: Listing, after: Listing): void;
  unreachable(listing: Listing): void;
  /** Somebody showed that they control the server. */
  claimed(hash: string): void;
  claimFailed(error: unknown): void;
  /** The operator of a claimed server has players join it here from now on. */
  moved(hash: string, place: Place): void;
  batchFailed(error: unknown): void;
  batchRecovered(): void;
  /** What changed on so many servers was not saved before the end. */
  batchLost(error: unknown, count: number): void;
  listFailed(error: unknown): void;
}

/** Opens the room: what the store holds is listed when the promise resolves. */
export async function openServers(options: ServersOptions): Promise<Servers> {
  const { clock, store, events } = options;
  const registry = createRegistry({
    clock,
    staleAfterMs: options.staleAfterMs,
    countries: options.countries,
    events: { ...events, changed: () => readyList.changed() },
  });
  const publicList = createPublicList();
  const readyList = createReadyList({
    ...options,
    registry,
    onFailure: events.listFailed,
    onMade: publicList.notifyMade,
  });
  const playerLists = createPlayerLists({ clock, registry, readyList, format: options.format });
  const log = createHeartbeatLogs(clock);
  const reachability = createReachability({
    ...options,
    onChecked: log.checked,
  });
  const writeBehind = createWriteBehind({
    ...{ clock, registry, store },
    onFailure: events.batchFailed,
    onRecovery: events.batchRecovered,
    onLoss: events.batchLost,
  });
  const places = createJoinPlaceRules(clock, {
    findPlace,
    isTaken: registry.isTaken,
    tryPort: reachability.check,
  });
  const onChanged = () => reloaded.reloadClaims();
  const claimPorts = { clock, store: options.claims, places, onChanged };
  const claims = createClaimBook({ ...claimPorts, servers: { findPlace } });
  const publicAddresses = createPublicAddresses({
    ...claimPorts,
    claims,
    isBanned,
    onMoved: events.moved,
  });
  const reloaded = createModerationReload({ ...options, registry, claims });
  const { announce, nextSequence } = createAnnounce({
    clock,
    registry,
    reachability,
    log,
    rules: reloaded.rules,
    onCodes: showCodes,
    limits: options.limits,
  });

  function findPlace(hash: string): Place | undefined {
    return registry.findLive(hash)?.listing;
  }

  function describeRelocation({ successor }: LiveServer): FoundServer['relocation'] {
    if (successor === undefined) return undefined;
    const isThere = isListed(successor) && registry.findLive(successor.listing.hash) === successor;
    return { hash: isThere ? successor.listing.hash : undefined };
  }

  function isBanned(ip: string): boolean {
    return reloaded.rules().findAddressBan(ip, clock.now()) !== undefined;
  }

  /** The heartbeat is answered meanwhile; where this fails, the next one shows the code again. */
  async function showCodes(hash: string, codes: readonly string[]): Promise<void> {
    try {
      if (await claims.show(hash, codes)) events.claimed(hash);
    } catch (error) {
      events.claimFailed(error);
    }
  }

  async function checkPort(server: LiveServer): Promise<ProbeVerdict> {
    const { listing } = server;
    const place = { ip: listing.joinIp, port: listing.joinPort };
    const verdict = await reachability.check(place.ip, place.port);
    if (verdict !== 'busy') registry.recordProbe(server, verdict === 'open', place);
    if (verdict === 'closed') events.unreachable(listing);
    return verdict;
  }

  const operatorReports = createOperatorReports({
    clock,
    log,
    staleAfterMs: options.staleAfterMs,
    isPortChecked: reachability.isRequired,
    isBanned,
    findServer: registry.findByAddress,
    joinPlaceOf: registry.joinPlaceOf,
    tryPort(ip, port) {
      const server = registry.findByAddress(ip, port);
      // Only a public server is listed by what a check found.
      if (server?.isPublic === true && registry.isLive(server)) return checkPort(server);
      const place = registry.joinPlaceOf(ip, port);
      return reachability.check(place.ip, place.port);
    },
  });

  const reports = createServerReports({
    clock,
    store: options.reports,
    findName: (hash) => registry.findLive(hash)?.listing.name,
  });

  // From the first change on the list waits for its next turn, which would keep a failed start alive.
  using unfinished = new DisposableStack();
  unfinished.defer(readyList.stop);
  const { servers: stored, lastAliveAt } = await store.loadServers();
  registry.load(stored, Math.max(0, clock.now() - (lastAliveAt ?? clock.now())));
  await reloaded.reload();
  readyList.remakeIfDue();
  const history = await openHistory({ clock, store: options.history, registry });
  unfinished.move();

  return {
    announce,
    list: readyList,
    playerLists,
    listPublic: () => publicList.read(readyList.snapshot),
    onListMade: publicList.onMade,
    history,
    claims,
    publicAddresses,
    reports,
    operatorReports,
    findServer(hash) {
      const server = registry.findLive(hash);
      if (server === undefined) return undefined;
      return {
        listing: server.listing,
        // C5.10
        uptimeSeconds: uptimeSeconds(server.listing, clock.now()),
        isPublic: server.isPublic,
        relocation: describeRelocation(server),
        claim: claims.findClaim(hash),
        mppassFor: (player) => mppassFor(server.salt, player),
      };
    },
    // C12.2
    findRelayTarget(ip, port) {
      const server = registry.findByJoinPlace(ip, port);
      if (server === undefined || !registry.isLive(server)) return undefined;
      return server.listing.supportsWeb ? { ip, port } : undefined;
    },
    reloadModeration: reloaded.reload,
    reloadClaims: claims.reload,
    sweep() {
      registry.sweep();
      log.sweep();
    },
    checkDuePorts() {
      for (const server of registry.listLive()) {
        if (reachability.isDue(server)) void checkPort(server);
      }
    },
    count() {
      const live = registry.listLive();
      const shown = live.filter(isListed);
      return {
        publicServers: shown.length,
        privateServers: live.filter((server) => !server.isPublic).length,
        players: shown.reduce((sum, { listing }) => sum + listing.players, 0),
        heartbeats: nextSequence(),
      };
    },
    refreshCountries: () => registry.refreshCountries(),
    adjustClock(change) {
      registry.adjustClock(change);
      log.shift(change.steppedMs);
    },
    flush: () => writeBehind.flush(),
    async stop() {
      readyList.stop();
      await writeBehind.finish();
    },
  };
}
