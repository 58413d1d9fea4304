// A server in the registry: its listing, which lists show, and its internal state.

import type { ClockChange } from '../../platform/lib/steady-clock.ts';
import type { Beat, HeartbeatLogLine } from './beat.ts';
import type { Contested } from './contest.ts';
import type { SavedServer, StoredServer } from './server-ports.ts';

const UPTIME_SPAN = 2 ** 33;

const PLAYERS_SPAN = 2 ** 16;

/** How long a good port check lets heartbeats pass without a probe (C7.2). */
const RESULT_LIFE_MS = 10 * 60_000;

export interface Place {
  readonly ip: string;
  readonly port: number;
}

type Shown = Pick<StoredServer, 'name' | 'players' | 'maxPlayers' | 'software' | 'supportsWeb'>;

type ShownBeat = Pick<Beat, 'name' | 'users' | 'max' | 'software' | 'web'>;

/** The facts of a server that lists show. A listing is immutable: a visible change creates a new one. */
export interface Listing
  extends Place,
    Readonly<Shown & Pick<StoredServer, 'hash' | 'country' | 'startedAt'>> {
  /** Where players join: another port behind port mapping, another address behind a tunnel. */
  readonly joinIp: string;
  readonly joinPort: number;
  readonly isFeatured: boolean;
  readonly isClaimed: boolean;
  /** The player count for ranks, sums, records and the history. */
  readonly counted: number;
  /** The host and base URL of the other site that lists the server; `undefined` for this site. */
  readonly origin?: { readonly host: string; readonly url: string } | undefined;
}

/** A live server found by its hash, private ones included. */
export interface FoundServer {
  listing: Listing;
  isPublic: boolean;
  /** Set when the server now sends heartbeats from another address, so that this entry is not listed. */
  relocation: { hash: string | undefined } | undefined;
}

export interface LiveServer
  extends Contested,
    Pick<SavedServer, 'isPublic' | 'salt' | 'lastBeatAt' | 'steadySince' | 'reachableAt'> {
  listing: Listing;
  lastBeatAt: number;
  /** The time between heartbeats, above the last interval when intervals vary; `undefined` after one heartbeat. */
  intervalMs: number | undefined;
  /** The entry of the same game server at its new address, until the old address sends a heartbeat again. */
  successor: LiveServer | undefined;
  portCheckedAt: number;
  /** When the port was last probed, with any result; 0 for never since the service started. */
  probedAt: number;
  /** When the number of players last changed; 0 for never since the service started. */
  playersChangedAt: number;
  /** Whether other sources than its own count saw players on it, so that it is no newcomer (`places.ts`). */
  isProven: boolean;
  /** The number of the heartbeat with these fields. A heartbeat that waited cannot undo a later one. */
  sequence: number;
  /** The log line that counts heartbeats equal to the last one. A field, because a map lookup would be slower. */
  logLine: HeartbeatLogLine | undefined;
  /** The rules that last allowed this server, and the name that they checked. */
  clearedBy: object | undefined;
  clearedName: string;
}

/** The most players that count for an unclaimed server. */
const MAX_UNCLAIMED = 1_000;

/** The plausible player count of a heartbeat. The list of the compatible API keeps the count as sent. */
export function countPlayers(
  { players, maxPlayers }: Pick<Shown, 'players' | 'maxPlayers'>,
  isClaimed: boolean,
): number {
  return Math.min(players, maxPlayers, isClaimed ? maxPlayers : MAX_UNCLAIMED);
}

export function isListed(server: Pick<LiveServer, 'isPublic' | 'successor'>): boolean {
  return server.isPublic && server.successor === undefined;
}

/** Whether the port was found open so recently that a heartbeat needs no probe (C7.2). */
export function isPortKnownOpen({ reachableAt }: Pick<LiveServer, 'reachableAt'>, now: number) {
  const ageMs = now - (reachableAt ?? Number.NEGATIVE_INFINITY);
  // After the clock was set back, a result may be in the future; it does not count.
  return ageMs >= 0 && ageMs <= RESULT_LIFE_MS;
}

/** Whether the player count changed since the port was last found open, which a closed port would prevent (C7.10). */
export function isSeenInUse(server: LiveServer, now: number): boolean {
  const lastLookAt = Math.max(server.probedAt, server.reachableAt ?? 0);
  return isPortKnownOpen(server, now) && server.playersChangedAt > lastLookAt;
}

export function uptimeSeconds(listing: Pick<Listing, 'startedAt'>, now: number): number {
  return Math.max(0, Math.floor((now - listing.startedAt) / 1000));
}

/** The part of a heartbeat that lists show. */
export function showBeat({ name, users, max, software = '', web = false }: ShownBeat): Shown {
  return { name, players: users, maxPlayers: max, software, supportsWeb: web };
}

/** The listing after a heartbeat; the same object when nothing changed. */
export function updateListing(listing: Listing, beat: ShownBeat, startedAt: number): Listing {
  const { users: players, max: maxPlayers, web: supportsWeb = false } = beat;
  // Keeps the stored strings when they are equal, so that the heartbeat's strings can be freed.
  const name = beat.name === listing.name ? listing.name : beat.name;
  const software = beat.software === listing.software ? listing.software : (beat.software ?? '');
  if (
    listing.players === players &&
    listing.name === name &&
    listing.maxPlayers === maxPlayers &&
    listing.software === software &&
    listing.supportsWeb === supportsWeb &&
    listing.startedAt === startedAt
  ) {
    return listing;
  }
  const counted = countPlayers({ players, maxPlayers }, listing.isClaimed);
  return { ...listing, name, players, counted, maxPlayers, software, supportsWeb, startedAt };
}

export function noteBeat(server: LiveServer, at: number): void {
  const gapMs = at - server.lastBeatAt;
  const before = server.intervalMs ?? gapMs;
  if (gapMs > 0) server.intervalMs = gapMs < before ? (gapMs + before) / 2 : gapMs;
  server.lastBeatAt = at;
}

export function moveTimes(server: LiveServer, { steppedMs, sleptMs }: ClockChange): void {
  // No heartbeat could arrive while the machine slept, so that time does not count as silence. Uptime goes on.
  server.lastBeatAt += steppedMs + sleptMs;
  server.steadySince += steppedMs + sleptMs;
  for (const contender of server.contenders ?? []) contender.lastAt += steppedMs + sleptMs;
  if (server.keyedAt !== 0) server.keyedAt += steppedMs + sleptMs;
  if (server.probedAt !== 0) server.probedAt += steppedMs;
  if (server.playersChangedAt !== 0) server.playersChangedAt += steppedMs;
  if (server.reachableAt !== null) server.reachableAt += steppedMs;
  server.portCheckedAt += steppedMs;
  server.listing = { ...server.listing, startedAt: server.listing.startedAt + steppedMs };
}

/** Records when the port was found open; `null` makes the next heartbeat check it. */
export function setReachable(server: LiveServer, reachableAt: number | null, now: number): void {
  server.reachableAt = reachableAt;
  server.portCheckedAt = now;
}

/** The server as the store and the other replicas receive it. */
export function toSavedServer(server: LiveServer): SavedServer {
  const { listing } = server;
  // Copies each field by itself. A batch may hold thousands of servers, and spreading takes several times as long.
  return {
    hash: listing.hash,
    ip: listing.ip,
    port: listing.port,
    name: listing.name,
    players: listing.players,
    maxPlayers: listing.maxPlayers,
    software: listing.software,
    isPublic: server.isPublic,
    supportsWeb: listing.supportsWeb,
    salt: server.salt,
    country: listing.country,
    startedAt: listing.startedAt,
    steadySince: server.steadySince,
    lastBeatAt: server.lastBeatAt,
    reachableAt: server.reachableAt,
    portCheckedAt: server.portCheckedAt,
  };
}

/** Restores a server. `pauseMs` is how long the service was down, which does not count as silence (C6.22). */
export function fromStoredServer(
  stored: StoredServer & { portCheckedAt?: number },
  pauseMs = 0,
): LiveServer {
  const { hash, ip, port, name, players, maxPlayers, software, supportsWeb } = stored;
  const { country, startedAt, isPublic, salt, reachableAt } = stored;
  const { portCheckedAt = reachableAt ?? 0 } = stored;
  return {
    listing: {
      hash,
      ip,
      port,
      joinIp: ip,
      joinPort: port,
      name,
      players,
      maxPlayers,
      software,
      supportsWeb,
      country,
      isFeatured: false,
      isClaimed: false,
      startedAt,
      counted: countPlayers(stored, false),
    },
    isPublic,
    salt,
    reachableAt,
    portCheckedAt,
    lastBeatAt: stored.lastBeatAt + pauseMs,
    // Compared with the last heartbeats of other servers, which move by the pause as well.
    steadySince: stored.steadySince + pauseMs,
    intervalMs: undefined,
    contenders: undefined,
    successor: undefined,
    logLine: undefined,
    keyedAt: 0,
    probedAt: 0,
    playersChangedAt: 0,
    isProven: false,
    sequence: 0,
    clearedBy: undefined,
    clearedName: '',
  };
}

/** The fields that replicas agree on. Each replica looks up the country by itself. */
const MERGED_FIELDS = [
  ...(['name', 'players', 'maxPlayers', 'software', 'supportsWeb', 'isPublic', 'salt'] as const),
  ...(['startedAt', 'steadySince', 'lastBeatAt', 'reachableAt', 'portCheckedAt'] as const),
];

function isSame(one: SavedServer, other: SavedServer): boolean {
  return MERGED_FIELDS.every((field) => one[field] === other[field]);
}

/**
 * Merges a server with another replica's saved state. The later heartbeat wins, so each replica gets the same result in
 * any order. `comebackMs` is the longest pause that does not end the uptime (C6.21); `missedMs` is the longest pause
 * without a missed heartbeat. `isOwnNewer` means that the result has to be saved again. Returns `undefined` when
 * nothing changes.
 */
export function mergeStored(
  server: LiveServer,
  stored: SavedServer,
  { comebackMs, missedMs }: { comebackMs: number; missedMs: number },
): { merged: SavedServer; isOwnNewer: boolean } | undefined {
  const own = toSavedServer(server);
  const [earlier, later] = isLater(stored, own) ? [own, stored] : [stored, own];
  const isSameSecret = earlier.salt === later.salt;
  const { reachableAt, portCheckedAt } = laterVerdict(own, stored);
  const merged = {
    ...later,
    startedAt: sinceWhen(earlier, later, 'startedAt', comebackMs),
    steadySince: isSameSecret
      ? sinceWhen(earlier, later, 'steadySince', missedMs)
      : later.steadySince,

    reachableAt,
    portCheckedAt,
  };
  const isOwnNewer = !isSame(merged, stored);
  // When both have the same heartbeat, the other replica needs the newer fields from here.
  const isWanted = isOwnNewer && stored.lastBeatAt === own.lastBeatAt;
  return isWanted || !isSame(merged, own) ? { merged, isOwnNewer } : undefined;
}

/** Whether the stored heartbeat came later. Every replica breaks a tie in the same way. */
function isLater(stored: SavedServer, own: SavedServer): boolean {
  if (stored.lastBeatAt !== own.lastBeatAt) return stored.lastBeatAt > own.lastBeatAt;
  if (stored.isPublic !== own.isPublic) return !stored.isPublic;
  return textOf(stored) >= textOf(own);
}

function textOf({ name, players, maxPlayers, software, supportsWeb, salt }: SavedServer): string {
  return JSON.stringify([name, players, maxPlayers, software, supportsWeb, salt]);
}

/** The earlier of two start times, unless the pause between them was longer than `longestMs`. */
function sinceWhen(
  earlier: SavedServer,
  later: SavedServer,
  key: 'startedAt' | 'steadySince',
  longestMs: number,
): number {
  const isOne = later[key] - earlier.lastBeatAt <= longestMs;
  return isOne ? Math.min(earlier[key], later[key]) : later[key];
}

/** The later of two port verdicts; of two at the same time, the one that asks for another check. */
function laterVerdict(one: SavedServer, other: SavedServer): SavedServer {
  if (one.portCheckedAt === other.portCheckedAt) return one.reachableAt === null ? one : other;
  return one.portCheckedAt > other.portCheckedAt ? one : other;
}

/** Sorts by the order of the list at `now`: featured servers first, then by players, uptime and hash (C5.5). */
export function rankBy<Item>(
  items: readonly Item[],
  read: (item: Item) => Pick<Listing, 'hash' | 'isFeatured' | 'counted' | 'startedAt'>,
  now: number,
): Item[] {
  return items
    .map((item) => {
      const ranked = read(item);
      // Whole seconds, as the list shows them: otherwise the list would look unsorted.
      const uptime = Math.min(uptimeSeconds(ranked, now), UPTIME_SPAN - 1);
      const players = Number(ranked.isFeatured) * PLAYERS_SPAN + ranked.counted;
      // Everything but the hash in one number, because a sort compares each of thousands of servers a dozen times.
      return { item, hash: ranked.hash, rank: players * UPTIME_SPAN + uptime };
    })
    .sort((a, b) => b.rank - a.rank || (a.hash < b.hash ? -1 : 1))
    .map(({ item }) => item);
}

/** Whether one server stands before the other, apart from seconds of uptime that the list rounds away. */
export function isRankedBefore(one: Ranked, other: Ranked): boolean {
  if (one.isFeatured !== other.isFeatured) return one.isFeatured;
  if (one.counted !== other.counted) return one.counted > other.counted;
  return one.startedAt < other.startedAt;
}

type Ranked = Pick<Listing, 'isFeatured' | 'counted' | 'startedAt'>;
