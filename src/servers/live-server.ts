// One server in the registry: what lists show of it (its listing), and what they do not.

import type { ClockChange } from '../lib/steady-clock.ts';
import type { Contested } from './contest.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { HeartbeatLogLine } from './heartbeat-log.ts';
import type { SavedServer, StoredServer } from './ports.ts';

/** How old a good result of a port check may be for a heartbeat to be accepted without a probe (C7.2). */
const RESULT_LIFE_MS = 10 * 60_000;

/** An address and a port. */
export interface Place {
  readonly ip: string;
  readonly port: number;
}

/** What lists show of a server. It is immutable: a visible change makes a new one. */
export interface Listing extends Place {
  /** Made of `ip` and `port`: where its heartbeats come from, and the port that they name. */
  readonly hash: string;
  /** Where players join: behind port mapping another port, behind a tunnel another address. */
  readonly joinIp: string;
  readonly joinPort: number;
  readonly name: string;
  readonly players: number;
  readonly maxPlayers: number;
  readonly software: string;
  readonly supportsWeb: boolean;
  readonly country: string;
  readonly isFeatured: boolean;
  /** Since when it is live, in milliseconds since the Unix epoch. */
  readonly startedAt: number;
}

/** A server that sent a heartbeat lately. Times are milliseconds since the Unix epoch. */
export interface LiveServer extends Contested {
  listing: Listing;
  isPublic: boolean;
  /** Secret of the latest heartbeat. */
  salt: string;
  lastBeatAt: number;
  /** Since when it has not missed a heartbeat. */
  steadySince: number;
  /** The time between its heartbeats; longer than that between the last two where it varies. */
  intervalMs: number | undefined;
  /** The entry of the same game server at its new address; until a heartbeat comes from the old one. */
  successor: LiveServer | undefined;
  reachableAt: number | null;
  /** When that was found out, or taken back. */
  portCheckedAt: number;
  /** When the port was last probed, with any result; 0 when it was not since the service started. */
  probedAt: number;
  /** Number of the heartbeat that the fields come from: one that waited cannot undo a later one. */
  sequence: number;
  /** The log line that counts heartbeats like the last one. A field, since a map look-up would be slower. */
  logLine: HeartbeatLogLine | undefined;
  /** The rules that last allowed this server, and the name that they checked. */
  clearedBy: object | undefined;
  clearedName: string;
}

/** Whether the public list shows it while it is live. */
export function isListed(server: Pick<LiveServer, 'isPublic' | 'successor'>): boolean {
  return server.isPublic && server.successor === undefined;
}

/** Whether its port was found open so lately that a heartbeat needs no probe (C7.2). */
export function isPortKnownOpen({ reachableAt }: Pick<LiveServer, 'reachableAt'>, now: number) {
  const ageMs = now - (reachableAt ?? Number.NEGATIVE_INFINITY);
  // After the clock was set back, a result may be in the future; it does not count.
  return ageMs >= 0 && ageMs <= RESULT_LIFE_MS;
}

/** Seconds of uptime, whole and never negative. */
export function uptimeSeconds(listing: Pick<Listing, 'startedAt'>, now: number): number {
  return Math.max(0, Math.floor((now - listing.startedAt) / 1000));
}

/** What lists would show of a server after this heartbeat; the same object when nothing changed. */
export function describeListing(
  current: Listing | undefined,
  beat: Heartbeat,
  rest: Pick<
    Listing,
    'hash' | 'ip' | 'port' | 'joinIp' | 'joinPort' | 'country' | 'isFeatured' | 'startedAt'
  >,
): Listing {
  const software = beat.software ?? '';
  const supportsWeb = beat.web ?? false;
  if (
    current !== undefined &&
    current.players === beat.users &&
    current.name === beat.name &&
    current.maxPlayers === beat.max &&
    current.software === software &&
    current.supportsWeb === supportsWeb &&
    current.startedAt === rest.startedAt
  ) {
    return current;
  }
  return {
    hash: rest.hash,
    ip: rest.ip,
    port: rest.port,
    joinIp: rest.joinIp,
    joinPort: rest.joinPort,
    // Keep the strings that are stored already, so that those of the heartbeat can be freed.
    name: current?.name === beat.name ? current.name : beat.name,
    players: beat.users,
    maxPlayers: beat.max,
    software: current?.software === software ? current.software : software,
    supportsWeb,
    country: rest.country,
    isFeatured: rest.isFeatured,
    startedAt: rest.startedAt,
  };
}

/** A new server, from its first heartbeat. */
export function fromFirstHeartbeat(
  listing: Listing,
  beat: Pick<Heartbeat, 'public' | 'salt'>,
  now: number,
): LiveServer {
  return {
    listing,
    isPublic: beat.public,
    salt: beat.salt,
    lastBeatAt: now,
    steadySince: now,
    intervalMs: undefined,
    contenders: undefined,
    successor: undefined,
    ...{ reachableAt: null, portCheckedAt: now },
    probedAt: 0,
    sequence: 0,
    logLine: undefined,
    clearedBy: undefined,
    clearedName: '',
  };
}

/** Records when a heartbeat came. */
export function noteBeat(server: LiveServer, at: number): void {
  const gapMs = at - server.lastBeatAt;
  const before = server.intervalMs ?? gapMs;
  if (gapMs > 0) server.intervalMs = gapMs < before ? (gapMs + before) / 2 : gapMs;
  server.lastBeatAt = at;
}

/** Moves the server's times along with the wall clock. */
export function moveTimes(server: LiveServer, { steppedMs, sleptMs }: ClockChange): void {
  // While the machine slept no heartbeat could arrive, so that time does not count as silence. Uptime goes on.
  server.lastBeatAt += steppedMs + sleptMs;
  server.steadySince += steppedMs + sleptMs;
  for (const contender of server.contenders ?? []) contender.lastAt += steppedMs + sleptMs;
  if (server.probedAt !== 0) server.probedAt += steppedMs;
  if (server.reachableAt !== null) server.reachableAt += steppedMs;
  server.portCheckedAt += steppedMs;
  server.listing = { ...server.listing, startedAt: server.listing.startedAt + steppedMs };
}

/** The server as the store and the other replicas get it. */
export function toSavedServer(server: LiveServer): SavedServer {
  return Object.assign(toStoredServer(server), { portCheckedAt: server.portCheckedAt });
}

/** Records whether the port was found open at that time; `null` has it checked with the next heartbeat. */
export function setReachable(server: LiveServer, reachableAt: number | null, now: number): void {
  server.reachableAt = reachableAt;
  server.portCheckedAt = now;
}

/** The server as the store keeps it. */
export function toStoredServer(server: LiveServer): StoredServer {
  const { listing } = server;
  // Field by field: a batch may hold thousands, and spreading takes several times as long.
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
  };
}

/**
 * The server as the registry keeps it before decisions about it are known. `pauseMs` is how long the
 * service was down; that time does not count as silence (C6.22).
 */
export function fromStoredServer(stored: StoredServer, pauseMs: number): LiveServer {
  return {
    listing: {
      hash: stored.hash,
      ip: stored.ip,
      port: stored.port,
      joinIp: stored.ip,
      joinPort: stored.port,
      name: stored.name,
      players: stored.players,
      maxPlayers: stored.maxPlayers,
      software: stored.software,
      supportsWeb: stored.supportsWeb,
      country: stored.country,
      isFeatured: false,
      startedAt: stored.startedAt,
    },
    isPublic: stored.isPublic,
    salt: stored.salt,
    lastBeatAt: stored.lastBeatAt + pauseMs,
    // It is compared with the last heartbeats of other servers, which move by the pause as well.
    steadySince: stored.steadySince + pauseMs,
    intervalMs: undefined,
    contenders: undefined,
    successor: undefined,
    ...{ reachableAt: stored.reachableAt, portCheckedAt: stored.reachableAt ?? 0 },
    probedAt: 0,
    sequence: 0,
    logLine: undefined,
    clearedBy: undefined,
    clearedName: '',
  };
}

/** What a server becomes by what another replica saved of it. */
interface MergedServer {
  listing: Listing;
  fields: Pick<
    LiveServer,
    'isPublic' | 'salt' | 'lastBeatAt' | 'steadySince' | 'reachableAt' | 'portCheckedAt'
  >;
  /** Whether it differs from what the other replica saved, and has to be saved again. */
  isOwnNewer: boolean;
}

/**
 * Merges a server with what another replica saved of it, whose later heartbeat counts: each replica comes to
 * the same result, in whichever order. The country is looked up by each replica. `comebackMs` is the longest
 * pause between heartbeats that does not end the uptime (C6.21), `missedMs` that in which none was missed.
 * Returns `undefined` when nothing changes.
 */
export function mergeStored(
  server: LiveServer,
  stored: SavedServer,
  { comebackMs, missedMs }: { comebackMs: number; missedMs: number },
): MergedServer | undefined {
  const { listing } = server;
  const isLater = isLaterThan(stored, server);
  const own = {
    salt: server.salt,
    startedAt: listing.startedAt,
    steadySince: server.steadySince,
    lastBeatAt: server.lastBeatAt,
  };
  const [earlier, later] = isLater ? [own, stored] : [stored, own];
  const startedAt = sinceWhen(earlier, later, 'startedAt', comebackMs);
  const steadySince =
    earlier.salt === later.salt
      ? sinceWhen(earlier, later, 'steadySince', missedMs)
      : later.steadySince;
  const { reachableAt, portCheckedAt } = laterVerdict(server, stored);
  const fields = {
    isPublic: isLater ? stored.isPublic : server.isPublic,
    ...{ salt: later.salt, lastBeatAt: later.lastBeatAt, steadySince, reachableAt, portCheckedAt },
  };
  const shown = isLater ? stored : listing;
  const isSameListing =
    listing.startedAt === startedAt &&
    listing.name === shown.name &&
    listing.players === shown.players &&
    listing.maxPlayers === shown.maxPlayers &&
    listing.software === shown.software &&
    listing.supportsWeb === shown.supportsWeb;
  const isSame =
    isSameListing &&
    server.isPublic === fields.isPublic &&
    server.salt === fields.salt &&
    server.lastBeatAt === fields.lastBeatAt &&
    server.steadySince === steadySince &&
    server.reachableAt === reachableAt &&
    server.portCheckedAt === portCheckedAt;
  const isOwnNewer =
    !isLater ||
    stored.startedAt !== startedAt ||
    stored.steadySince !== steadySince ||
    stored.reachableAt !== reachableAt ||
    stored.portCheckedAt !== portCheckedAt;
  // Of the same heartbeat, the other replica has to take what is newer here.
  if (isSame && !(isOwnNewer && stored.lastBeatAt === server.lastBeatAt)) return undefined;
  const { name, players, maxPlayers, software, supportsWeb } = shown;
  return {
    listing: isSameListing
      ? listing
      : { ...listing, name, players, maxPlayers, software, supportsWeb, startedAt },
    fields,
    isOwnNewer,
  };
}

/** Whether the stored heartbeat came later. Of two in one moment every replica takes the same one for the later. */
function isLaterThan(stored: StoredServer, server: LiveServer): boolean {
  if (stored.lastBeatAt !== server.lastBeatAt) return stored.lastBeatAt > server.lastBeatAt;
  if (stored.isPublic !== server.isPublic) return !stored.isPublic;
  return textOf(stored, stored.salt) >= textOf(server.listing, server.salt);
}

function textOf(
  shown: Pick<Listing, 'name' | 'players' | 'maxPlayers' | 'software' | 'supportsWeb'>,
  salt: string,
): string {
  const { name, players, maxPlayers, software, supportsWeb } = shown;
  return JSON.stringify([name, players, maxPlayers, software, supportsWeb, salt]);
}

/** Since when something lasts: since the earlier of the two, unless there was a longer pause between them. */
function sinceWhen<Key extends 'startedAt' | 'steadySince'>(
  earlier: Record<Key | 'lastBeatAt', number>,
  later: Record<Key, number>,
  key: Key,
  longestMs: number,
): number {
  const isOne = later[key] - earlier.lastBeatAt <= longestMs;
  return isOne ? Math.min(earlier[key], later[key]) : later[key];
}

/** The later of two verdicts on the port; of the same moment the one that has it checked again. */
function laterVerdict(one: Verdict, other: Verdict): Verdict {
  if (one.portCheckedAt === other.portCheckedAt) return one.reachableAt === null ? one : other;
  return one.portCheckedAt > other.portCheckedAt ? one : other;
}

type Verdict = Pick<SavedServer, 'reachableAt' | 'portCheckedAt'>;
