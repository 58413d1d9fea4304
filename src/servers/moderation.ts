// What administrators do to servers and to the addresses that they come from.

import { parseRange } from '../lib/address.ts';
import type { Clock } from '../lib/clock.ts';
import { MusterError } from '../lib/errors.ts';
import type { Ban, ModerationStore, ServerStore, StoredServer } from './ports.ts';
import { rankBy } from './ranking.ts';
import { parseServerHash } from './server-hash.ts';

const LONGEST_REASON = 200;
const LONGEST_SEEN = 40;
/** Control characters, and those that turn the direction of text or end a line. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** A live server as an administrator sees it; never its salt. Times are milliseconds since the epoch. */
export interface ListedServer {
  hash: string;
  name: string;
  ip: string;
  port: number;
  players: number;
  maxPlayers: number;
  software: string;
  country: string;
  isPublic: boolean;
  isFeatured: boolean;
  lastBeatAt: number;
  startedAt: number;
}

/** The acts of moderation. Each is durable when it returns; a running service notices it by itself. */
export interface ServerModeration {
  /**
   * The live servers, public and private, in the order of the public list. They are as the service
   * last wrote them: within about a second while it runs, as of its end when it does not.
   */
  listServers(): Promise<ListedServer[]>;
  /** Returns false when the server was featured already. It need not be live. Throws `invalid`. */
  featureServer(hash: string): Promise<boolean>;
  /** Returns false when the server was not featured. Throws `invalid`. */
  unfeatureServer(hash: string): Promise<boolean>;
  /** Refuses heartbeats from a range. Throws `invalid`, and `conflict` when it is banned already. */
  addBan(range: string, reason: string): Promise<Ban>;
  /** Returns false when exactly this range was not banned. Throws `invalid`. */
  removeBan(range: string): Promise<boolean>;
  /** Oldest first. */
  listBans(): Promise<Ban[]>;
}

/** Makes the acts of moderation over the stores. `staleAfterMs` is the service's own setting. */
export function createServerModeration(ports: {
  servers: ServerStore;
  moderation: ModerationStore;
  clock: Clock;
  staleAfterMs: number;
}): ServerModeration {
  const { servers, moderation, clock, staleAfterMs } = ports;

  return {
    async listServers() {
      const { servers: stored, lastAliveAt = clock.now() } = await servers.loadServers();
      const featured = new Set(await moderation.listFeatured());
      const live = stored
        .filter((server) => lastAliveAt - server.lastBeatAt <= staleAfterMs)
        .map((server) => describeServer(server, featured.has(server.hash)));
      return rankBy(live, (server) => server, lastAliveAt);
    },
    async featureServer(hash) {
      return moderation.addFeatured(parseHash(hash), clock.now());
    },
    async unfeatureServer(hash) {
      return moderation.removeFeatured(parseHash(hash));
    },
    async addBan(range, reason) {
      const ban = {
        range: parseRange(range),
        reason: parseReason(reason),
        createdAt: clock.now(),
      };
      await moderation.addBan(ban);
      return ban;
    },
    async removeBan(range) {
      return moderation.removeBan(parseRange(range));
    },
    listBans() {
      return moderation.listBans();
    },
  };
}

function describeServer(server: StoredServer, isFeatured: boolean): ListedServer {
  return {
    hash: server.hash,
    name: server.name,
    ip: server.ip,
    port: server.port,
    players: server.players,
    maxPlayers: server.maxPlayers,
    software: server.software,
    country: server.country,
    isPublic: server.isPublic,
    isFeatured,
    lastBeatAt: server.lastBeatAt,
    startedAt: server.startedAt,
  };
}

function parseHash(text: string): string {
  const hash = parseServerHash(text);
  if (hash !== undefined) return hash;
  throw new MusterError(
    'invalid',
    `${quote(text)} is not a server hash: give the 32 hex digits at the end of the server's play address.`,
  );
}

function parseReason(text: string): string {
  const reason = text.toWellFormed().trim();
  const length = [...reason].length;
  if (length < 1 || length > LONGEST_REASON) {
    throw new MusterError(
      'invalid',
      `The reason of a ban is ${length} characters long: give 1 to ${LONGEST_REASON}, they are shown to the server's operator.`,
    );
  }
  if (UNPRINTABLE.test(reason)) {
    throw new MusterError(
      'invalid',
      `The reason ${quote(reason)} holds a control character: give one line of plain text.`,
    );
  }
  return reason;
}

function quote(text: string): string {
  return JSON.stringify(text.length > LONGEST_SEEN ? `${text.slice(0, LONGEST_SEEN)}…` : text);
}
