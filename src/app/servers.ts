// The public face of the module: everything that the service does with game servers.

import type { ClaimStore, ClaimsOf } from '../modules/claims/claim-ports.ts';
import { createClaims } from '../modules/claims/claims.ts';
import { createJoinPlaceRules } from '../modules/claims/join-places.ts';
import { createPublicAddresses } from '../modules/claims/public-address.ts';
import { createServerMoves } from '../modules/claims/server-moves.ts';
import type { FavouriteStore } from '../modules/favourites/favourite-ports.ts';
import { createFavourites } from '../modules/favourites/favourites.ts';
import { createAnnounce, refusals } from '../modules/heartbeat/announce.ts';
import { createHeartbeatLog } from '../modules/heartbeat/heartbeat-log.ts';
import { createOperatorReports } from '../modules/heartbeat/operator-report.ts';
import { createPlaces } from '../modules/heartbeat/places.ts';
import { createReachability, type ProbeVerdict } from '../modules/heartbeat/reachability.ts';
import { openHistory } from '../modules/history/history.ts';
import type { HistoryStore, KnownServer } from '../modules/history/history-ports.ts';
import { createPlayerLists, mppassFor, type Player } from '../modules/list/player-list.ts';
import { createRanking } from '../modules/list/ranking.ts';
import { createReadyList, type ListFormat } from '../modules/list/ready-list.ts';
import { createServerSearch } from '../modules/list/search.ts';
import type { VisitStore } from '../modules/list/visit-ports.ts';
import type { MirrorSource } from '../modules/mirrors/mirror-ports.ts';
import { createMirrors } from '../modules/mirrors/mirrors.ts';
import { createLiveOverview } from '../modules/moderation/live-overview.ts';
import type { Ban, ReportStore } from '../modules/moderation/moderation-ports.ts';
import { createOddServers } from '../modules/moderation/odd-servers.ts';
import { createServerReports } from '../modules/moderation/reports.ts';
import { createModerationReload, type ReloadedModeration } from '../modules/moderation/rules.ts';
import { createRallies } from '../modules/rallies/rallies.ts';
import {
  isListed,
  isSeenInUse,
  type LiveServer,
  uptimeSeconds,
} from '../modules/registry/live-server.ts';
import { createRegistry } from '../modules/registry/registry.ts';
import { createReplication } from '../modules/registry/replication.ts';
import type { OtherReplicas, ServerLimits, ServerStore } from '../modules/registry/server-ports.ts';
import { createWriteBehind } from '../modules/registry/write-behind.ts';
import type { ReturnAlertStore } from '../modules/return-alerts/return-alert-ports.ts';
import { createReturnAlerts } from '../modules/return-alerts/return-alerts.ts';
import { createBreakdown } from '../modules/statistics/breakdown.ts';
import { createServerWatch } from '../modules/webhooks/server-watch.ts';
import { createWebhooks, type WebhookPorts } from '../modules/webhooks/webhooks.ts';
import { CLOCK_PLAY_MS, type Clock } from '../platform/lib/clock.ts';
import type { Encoding } from '../platform/lib/compress.ts';
import type { Leadership } from '../platform/lib/leadership.ts';
import type { ClockChange } from '../platform/lib/steady-clock.ts';
import { type Job, type Timers, within } from '../platform/lib/timers.ts';
import type { CountryLookup } from '../platform/net/country.ts';
import type { PortProbe } from '../platform/net/port-probe.ts';
import type { Report } from '../platform/ops/events.ts';
import type { ChangeSignal } from '../platform/store/change-signal.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const SAVE_EVERY_MS = 900;
/** How soon a stale server is removed from the ready list (C6.20). */
const SWEEP_EVERY_MS = 10_000;
/** How soon what another process decided counts, such as bans by the command line, or an account that was deleted. */
const RELOAD_EVERY_MS = 250;
/** How soon what other replicas saved is known here where no look at the database tells of it. */
const READ_OTHERS_EVERY_MS = 1_000;
/** How often the history checks whether a minute has begun, and how fast old samples are thinned. */
const HISTORY_EVERY_MS = 1_000;
/** How long a service that stops waits for webhooks under way. */
const PATIENCE_MS = 3_000;
/** What a look for odd servers reads of curves by itself. */
const CURVES_A_LOOK = 10;
/** A replica that starts finds others at work when the store heard of one so lately: each saves every 10 s. */
const OTHERS_ALIVE_MS = 15_000;

/** The module, once it is open. Hashes are in lower case. */
export type Servers = Awaited<ReturnType<typeof openServers>>;

export interface ServersOptions {
  clock: Clock;
  timers: Timers;
  store: ServerStore;
  others?: OtherReplicas | undefined;
  history: HistoryStore;
  leadership?: Pick<Leadership, 'term' | 'confirm'>;
  moderation: ReloadedModeration;
  claims: ClaimStore;
  reports: ReportStore;
  returnAlerts: ReturnAlertStore;
  rallies: Pick<Parameters<typeof createRallies>[0], 'store' | 'push'>;
  favourites: FavouriteStore;
  visits: VisitStore;
  webhooks: WebhookPorts;
  changes: ChangeSignal;
  countries: CountryLookup;
  mirrors?: MirrorSource | undefined;
  probe: PortProbe;
  format: ListFormat;
  compress(encoding: Encoding, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  staleAfterMs: number;
  limits: ServerLimits;
  report: Report;
}

export async function openServers(options: ServersOptions) {
  const { clock, store, others, report } = options;
  const failed = (task: string) => (error: unknown) => report('task_failed', { task, error });
  const registry = createRegistry({
    clock,
    staleAfterMs: options.staleAfterMs,
    countries: options.countries,
    report,
    events: {
      changed: () => readyList.changed(),
      contested: (server) => log.contested(server, refusals.contested(server.listing)),
      grew: (hash, players) => ranking.noteGrowth(hash, players),
    },
  });
  const ranking = createRanking({ ...options, registry, store: options.visits });
  const readyList = createReadyList({
    ...options,
    registry,
    onFailure: failed('compress the list'),
  });
  const playerLists = createPlayerLists({ clock, registry, readyList, format: options.format });
  const log = createHeartbeatLog(clock, options.limits);
  const reachability = createReachability({ ...options, onChecked: log.checked });
  const writeBehind = createWriteBehind({
    clock,
    registry,
    store,
    report,
    isShared: others !== undefined,
  });
  const joinPlaces = createJoinPlaceRules(clock, registry, reachability.check);
  const onChanged = (of?: ClaimsOf) => reloaded.reloadClaims(of);
  // The first load is before there is a history.
  let forgetSeries = (_hashes: readonly string[]): void => {};
  const onMoved = (hashes: readonly string[]) => forgetSeries(hashes);
  const claimPorts = { clock, store: options.claims, places: joinPlaces, onChanged };
  const claims = createClaims({ ...claimPorts, registry, onMoved });
  const publicAddresses = createPublicAddresses({ ...claimPorts, claims, isBanned, report });
  const reloaded = createModerationReload({ ...options, registry, claims });
  const places = createPlaces({
    clock,
    registry,
    limits: options.limits,
    ownerOf: (hash) => claims.findClaim(hash)?.accountId,
    wasPlayedOn: (hash) => history.wasPlayedOn(hash),
  });
  const moves = createServerMoves({
    clock,
    store: options.claims,
    claims,
    report,
    onMoved: (of) => reloaded.reload(of),
  });
  const mirrors = createMirrors({ ...options, registry, rules: reloaded.rules });
  const { announce, counts } = createAnnounce({
    clock,
    registry,
    reachability,
    places,
    limits: options.limits,
    log: {
      ...log,
      refused(...what) {
        log.refused(...what);
        watch.refused(...what);
      },
    },

    rules: reloaded.rules,
    onCodes: showCodes,
    moves,
  });

  /** The hash under which a server that changed its address is listed now, if it is. */
  function relocationOf({ successor }: LiveServer): { hash: string | undefined } | undefined {
    if (successor === undefined) return undefined;
    const { hash } = successor.listing;
    const isThere = isListed(successor) && registry.findLive(hash) === successor;
    return { hash: isThere ? hash : undefined };
  }

  const presentHash = (hash: string): string =>
    registry.findLive(hash) === undefined ? claims.presentHash(hash) : hash;

  function isBanned(ip: string): boolean {
    return reloaded.rules().findAddressBan(ip, clock.now()) !== undefined;
  }

  /** The answer to the heartbeat does not wait for this. If it fails, the next one carries the code again. */
  async function showCodes(hash: string, codes: readonly string[]): Promise<void> {
    try {
      if (await claims.show(hash, codes)) report('server_claimed', { hash });
    } catch (error) {
      failed('complete a claim')(error);
    }
  }

  async function checkPort(server: LiveServer): Promise<ProbeVerdict> {
    const { listing } = server;
    const place = { ip: listing.joinIp, port: listing.joinPort };
    const verdict = await reachability.check(place.ip, place.port);
    if (verdict !== 'busy') registry.recordProbe(server, verdict === 'open', place);
    if (verdict === 'closed') report('server_unreachable', { ip: listing.ip, port: listing.port });
    return verdict;
  }

  const operatorReports = createOperatorReports({
    clock,
    log,
    registry,
    reachability,
    isBanned,
    checkPort,
    staleAfterMs: options.staleAfterMs,
  });
  const reports = createServerReports({ clock, store: options.reports, registry });

  // A start that fails must stop the list, whose timer would keep the process alive.
  using unfinished = new DisposableStack();
  unfinished.defer(readyList.stop);
  const { servers: stored, lastAliveAt } = await store.loadServers();
  const sinceMs = clock.now() - (lastAliveAt ?? clock.now());
  if (sinceMs < -CLOCK_PLAY_MS) {
    report('clock_behind', { seconds: Math.round(-sinceMs / 1_000) });
  }
  const pauseMs = Math.max(0, sinceMs);
  registry.load(stored, others !== undefined && pauseMs < OTHERS_ALIVE_MS ? 0 : pauseMs);
  await reloaded.reload();
  readyList.remakeIfDue();
  const findBan = (hash: string, past: KnownServer | undefined) =>
    reloaded.rules().findBan(hash, past, clock.now());
  const isPastShown = (past: KnownServer) =>
    findBan(past.hash, past) === undefined &&
    reloaded.rules().check(past, undefined, clock.now()).hiding === undefined;
  const history = await openHistory({ ...options, store: options.history, registry, isPastShown });
  forgetSeries = history.forgetSeries;
  unfinished.move();

  const replication =
    others && createReplication({ ...options, others, registry, rules: reloaded.rules });
  others?.onSaved(() => void replication?.read().catch(() => {}));

  /** What is known of a server that is not live: its past, where it may be shown, and the ban that keeps it away. */
  async function findAbsent(hash: string) {
    const past = await history.findPast(hash);
    const seen = past && isPastShown(past) ? await history.findLastSeen(past.id) : undefined;
    const ban: Pick<Ban, 'reason' | 'expiresAt'> | undefined = findBan(hash, past);
    return { ban, past: past && seen && { name: past.name, ...seen } };
  }

  const returnAlerts = createReturnAlerts({
    clock,
    registry,
    store: options.returnAlerts,
    isAway: async (hash) => (await findAbsent(hash)).past !== undefined,
  });

  /** The public servers with those of other sites. */
  const listShown = () => mirrors.addTo(readyList.listPublic());

  const favourites = createFavourites({
    clock,
    store: options.favourites,
    listShown,
    presentHash,
    findAllowed(hash) {
      const server = registry.findLive(hash);
      const hiding = server && reloaded.rules().check(server.listing, server, clock.now()).hiding;
      return hiding === undefined ? server : undefined;
    },
    async findPasts(hashes) {
      const away = hashes.filter((hash) => registry.findLive(hash) === undefined);
      const known = [...(await history.findSeriesOf(away))];
      return new Map(known.filter(([, past]) => past.name !== '' && isPastShown(past)));
    },
  });
  const watch = createServerWatch({
    ...options,
    store: options.webhooks.store,
    registry,
    findBan: (hash, server) => reloaded.rules().findBan(hash, server, clock.now()),
  });
  const webhooks = createWebhooks({ ...options, ...options.webhooks, registry });
  const odd = createOddServers({
    readCurve: (hash) => history.findCurve(hash, '24h'),
    minute: () => Math.floor(clock.now() / MINUTE_MS),
  });
  const rallies = createRallies({ ...options, ...options.rallies, registry });

  let seenVersion = options.changes.version();
  async function reloadModerationIfChanged(): Promise<void> {
    const version = options.changes.version();
    if (version === seenVersion) return;
    await reloaded.reload();
    seenVersion = version;
  }

  function sweep(): void {
    registry.sweep();
    places.sweep();
    log.sweep();
  }

  function checkDuePorts(): void {
    if (!options.limits.isPortCheckOn) return;
    const now = clock.now();
    for (const server of registry.listLive()) {
      if (!reachability.isDue(server, now)) continue;
      if (isSeenInUse(server, now)) registry.confirmOpen(server, now);
      else void checkPort(server);
    }
  }

  const job = (name: string, intervalMs: number, run: Job['run'], runsOn?: Job['runsOn']): Job => ({
    name,
    intervalMs,
    run,
    ...(runsOn && { runsOn }),
  });
  const jobs = [
    job('save servers', SAVE_EVERY_MS, writeBehind.flush),
    job('remove stale servers', SWEEP_EVERY_MS, sweep),
    job('reload claims', RELOAD_EVERY_MS, claims.reload),
    job('reload moderation', RELOAD_EVERY_MS, reloadModerationIfChanged),
    job('check ports', SECOND_MS, checkDuePorts, 'leader'),
    job('record players', HISTORY_EVERY_MS, history.sample, 'leader'),
    job('thin the history', HISTORY_EVERY_MS, history.compact, 'leader'),
    job('find when servers are busy', HISTORY_EVERY_MS, async () => {
      await history.rhythms.step();
      await odd.step(registry.listLive());
    }),
    job('read mirrors', SECOND_MS, mirrors.step),
    job('send notifications', SECOND_MS, rallies.sendDue, 'leader'),
    job('tell that servers are back', 10 * SECOND_MS, returnAlerts.sendDue, 'leader'),
    job('count visits', 2 * MINUTE_MS, ranking.count),
    job('forget old visits', 60 * MINUTE_MS, ranking.removeOld, 'leader'),
    job('watch what happens to servers', 10 * SECOND_MS, watch.look),
    job('send webhooks', SECOND_MS, webhooks.sendDue, 'leader'),
  ];
  if (replication !== undefined) {
    jobs.push(
      job('read what other replicas saved', READ_OTHERS_EVERY_MS, replication.read),
      job('follow the history', 5 * SECOND_MS, history.follow, 'followers'),
    );
  }

  mirrors.step();
  return {
    announce,
    activity: { heartbeats: counts, probes: reachability.counts, saving: writeBehind },
    jobs,
    list: readyList,
    playerLists,
    /** The public servers as the ready list shows them, best first; the same object until it is rebuilt. */
    listPublic: readyList.listPublic,
    /** The same with the servers of other sites, for the list page and the search. */
    listShown,
    measureMirrors: mirrors.measure,
    search: createServerSearch(claims, ranking.rankOf),
    ranking,
    breakDown: createBreakdown(readyList.listPublic),
    history,
    claims,
    publicAddresses,
    reports,
    returnAlerts,
    rallies,
    favourites,
    webhooks,
    watch,
    operatorReports,
    /** The hash under which a server is now; that of another server which is live there stays as it is. */
    presentHash,
    /** The former hashes that lead to a server. */
    formersOf: (hash: string): string[] => {
      const formers = claims.listFormers(hash).map((former) => former.hash);
      return formers.filter((former) => presentHash(former) === hash);
    },
    /** The live server of this hash, private ones included, uptime exact. */
    findServer(hash: string) {
      const server = registry.findLive(hash);
      if (server === undefined) return undefined;
      return {
        listing: server.listing,
        uptimeSeconds: uptimeSeconds(server.listing, clock.now()),
        isPublic: server.isPublic,
        /** Set when it now sends its heartbeats from another address, so that this entry is not listed. */
        relocation: relocationOf(server),
        claim: claims.findClaim(hash),
        /** Empty while the account is not verified. */
        mppassFor: (player: Player) => mppassFor(server.salt, player),
      };
    },
    findAbsent,
    /** What is unlikely about live servers, for moderators. */
    findOdd: () => odd.find(registry.listLive(), CURVES_A_LOOK),
    overview: createLiveOverview({
      registry,
      rules: reloaded.rules,
      listShown: readyList.listServers,
      now: clock.now,
    }),
    /** The address of a live server that supports the web client, public or private: what a relay may reach (C12.2). */
    findRelayTarget(ip: string, port: number) {
      const server = registry.findByJoinPlace(ip, port);
      if (server === undefined || !registry.isLive(server)) return undefined;
      const { listing } = server;
      if (!listing.supportsWeb) return undefined;
      const isServerBanned = () =>
        reloaded.rules().check(listing, undefined, clock.now()).banned !== undefined;
      return { ip, port, isBanned: () => isBanned(ip) || isServerBanned() };
    },
    reloadModeration: reloaded.reload,
    reloadClaims: claims.reload,
    sweep,
    checkDuePorts,
    count() {
      const live = registry.listLive();
      const shown = live.filter(isListed);
      return {
        publicServers: shown.length,
        privateServers: live.filter((server) => !server.isPublic).length,
        players: shown.reduce((sum, { listing }) => sum + listing.counted, 0),
      };
    },
    refreshCountries: registry.refreshCountries,
    /** Moves all times along with the wall clock, right after `clock` did. */
    adjustClock(change: ClockChange): void {
      // The times of servers that sent to other replicas meanwhile are theirs.
      const own = replication === undefined ? change : { ...change, sleptMs: 0 };
      registry.adjustClock(own);
      watch.adjustClock(own);
      replication?.allowSleep(change.sleptMs);
      log.shift(change.steppedMs);
      mirrors.shift(change.steppedMs);
    },
    flush: writeBehind.flush,
    async stop(): Promise<void> {
      mirrors.stop();
      readyList.stop();
      await within(PATIENCE_MS, webhooks.settled(), () => {});
      await writeBehind.finish();
    },
  };
}
