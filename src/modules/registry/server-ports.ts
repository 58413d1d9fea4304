// What the module needs from outside: a store, a port probe, a country look-up, settings.

import type { Language } from '../../platform/messages/language.ts';

/** A server as the store keeps it. Times are milliseconds since the Unix epoch. */
export interface StoredServer {
  /** Lower-case hex md5 of `ip:port`, 32 digits. */
  hash: string;
  /** Dotted IPv4 address that the heartbeats come from. */
  ip: string;
  port: number;
  name: string;
  players: number;
  maxPlayers: number;
  /** May be empty. */
  software: string;
  isPublic: boolean;
  /** Whether it takes the web client. */
  supportsWeb: boolean;
  /** Secret of the latest heartbeat, stored as sent. Never logged, never in an answer. */
  salt: string;
  /** Two capitals, `T1` when unknown. */
  country: string;
  /** Since when it is live: uptime counts from here. */
  startedAt: number;
  /** Since when it has not missed a heartbeat; like the last heartbeat it moves by each pause of the service. */
  steadySince: number;
  lastBeatAt: number;
  /** When a port check last found the port open; `null` when the last one did not, or there was none. */
  reachableAt: number | null;
}

/** A server as other replicas get it. */
export interface SavedServer extends StoredServer {
  /** When `reachableAt` was found out, or taken back. */
  portCheckedAt: number;
}

/** What most heartbeats change: as texts and numbers in a row, since ten thousand are passed to another thread. */
export type SavedBeat = readonly [hash: string, players: number, lastBeatAt: number];

/** One batch of what changed in the registry since the last one. A hash is in one of its lists. */
export interface ServerBatch {
  saved: readonly SavedServer[];
  /** Stored servers of which nothing else changed; none where replicas share the store. */
  beats: readonly SavedBeat[];
  removed: readonly Pick<StoredServer, 'hash' | 'lastBeatAt'>[];
  /** When the batch was taken, which shows that the service was alive then. */
  aliveAt: number;
}

/** A batch as a store gets it. The store iterates its servers once. */
export interface SavedBatch extends Omit<ServerBatch, 'saved' | 'beats'> {
  saved: Iterable<StoredServer>;
  beats?: Iterable<SavedBeat>;
}

export interface ServerStore {
  /** Every stored server, and when the service was last known alive (`undefined` on a new store). */
  loadServers(): Promise<{ servers: StoredServer[]; lastAliveAt: number | undefined }>;
  /**
   * Saves one batch in one transaction: all of it or nothing, and nothing where a server of `beats` is not stored.
   * Where replicas share the store, what a later heartbeat to another one changed stays as it is.
   */
  saveBatch(batch: SavedBatch): Promise<void>;
}

export interface ReturnAlert {
  accountId: number;
  hash: string;
  expiresAt: number;
}

/** Stores who waits for which server. Each change is durable when the call returns. */
export interface ReturnAlertStore {
  /** Removes those that lapsed. Returns false, and adds none, when the account has `most` for other servers. */
  addAlert(alert: ReturnAlert, most: number, now: number): Promise<boolean>;
  removeAlert(accountId: number, hash: string): Promise<void>;
  hasAlert(accountId: number, hash: string, now: number): Promise<boolean>;
  /** The hashes of the servers that somebody waits for. */
  listAwaited(now: number): Promise<string[]>;
  /** Removes those of a server, and adds an email job for each confirmed address, in one transaction. */
  sendAlerts(hash: string, serverName: string, now: number): Promise<void>;
}

/** `wanted` have to come, the account itself included; `metAt` is when its owner was told, `null` while they wait. */
export interface Pledge extends ReturnAlert {
  wanted: number;
  madeAt: number;
  metAt: number | null;
}

/** By which services of browsers know this site, and what reaches one browser. All but the public key is secret. */
export type PushKeys = Record<'publicKey' | 'privateKey', string>;
export type PushBrowser = Record<'endpoint' | 'browserKey' | 'authSecret', string>;

export type DuePush = PushBrowser & Pledge & { dueAt: number; language: Language };

/** Stores who would play where if enough come, and their browsers. Each change is durable when the call returns. */
export interface RallyStore {
  /**
   * Takes the place of the account's earlier pledge. Everybody who is told now is marked in the same transaction, and
   * gets an email job; who was told for the same pledge before is not told again.
   */
  addPledge(pledge: Omit<Pledge, 'metAt'>, serverName: string): Promise<void>;
  removePledge(accountId: number, hash: string): Promise<void>;
  /** Those that count: not lapsed, of accounts that are verified and not suspended. */
  listPledges(hash: string, now: number): Promise<Pledge[]>;
  /** Those that are stored already; otherwise these, from then on. */
  keepPushKeys(fresh: PushKeys): Promise<PushKeys>;
  countBrowsers(accountId: number): Promise<number>;
  /** In the place of the account's oldest, where it has five; without a browser all of its own are removed. */
  saveBrowser(accountId: number, browser: PushBrowser | undefined, now: number): Promise<void>;
  /** Who is to be told now of a pledge that was met within the last hour. Each is due again a minute later. */
  takeDuePushes(now: number): Promise<DuePush[]>;
  /**
   * It was told; a browser that `isGone` is forgotten. Returns false, and does neither, where it is due at another time by
   * now, for something newer or since the clock was set.
   */
  settlePush(due: DuePush, isGone: boolean): Promise<boolean>;
}

export interface PushSender {
  makeKeys(): Promise<PushKeys>;
  /** Returns the status of the answer, 0 without one. Throws where nothing can be encrypted for the browser. */
  send(to: PushBrowser, keys: PushKeys, text: string, ttlSeconds: number): Promise<number>;
}

export interface Favourite {
  hash: string;
  addedAt: number;
  /** As it was when the account marked it; empty where that was not known. */
  name: string;
}

/** Stores which servers accounts marked. Each change is durable when the call returns. */
export interface FavouriteStore {
  /** The newest first. */
  listFavourites(accountId: number): Promise<Favourite[]>;
  /** Adds those that are new until the account has `most`. Returns how many are left out. */
  addFavourites(accountId: number, added: readonly Favourite[], most: number): Promise<number>;
  removeFavourite(accountId: number, hash: string): Promise<void>;
}

/** Somebody who joined a server: some bits of a digest of the network, and the UTC day since the Unix epoch. */
export type Visit = { hash: string } & Record<'accountId' | 'network' | 'day', number>;

/** Stores who joined which server last on which day. */
export interface VisitStore {
  /** Of a server that was sampled. An account and a network are there once for each: a later visit replaces one before. */
  saveVisit(visit: Visit): Promise<void>;
  /** From a day on: how many joined each server last on each day, without accounts that are suspended at `now`. */
  countVisits(since: number, now: number): Promise<{ hash: string; day: number; people: number }[]>;
  removeVisits(before: number): Promise<void>;
}

export interface OtherReplicas {
  /**
   * What they saved since the last call, oldest first; all servers where some of it is gone. Throws
   * `unavailable` while the store is away, and the next call reads the same then.
   */
  readBatches(): Promise<Pick<ServerBatch, 'saved' | 'removed'>[]>;
  /** Calls `listener` when there is something to read. It is also to be read again and again. */
  onSaved(listener: () => void): void;
}

export interface ChangeSignal {
  /** A number that changes whenever another process, such as the command line, has committed a change. */
  version(): number;
}

export interface PortProbe {
  /** Whether a TCP connection was made within `timeoutMs`. Never throws; its socket is released. */
  probe(ip: string, port: number, timeoutMs: number): Promise<boolean>;
}

export interface CountryLookup {
  /** Two capitals, or `T1` for unknown, private and reserved addresses. Never throws. */
  findCountry(ip: string): string;
}

type Listed = 'hash' | 'name' | 'players' | 'maxPlayers' | 'software' | 'supportsWeb' | 'country';

/** A server as the list of another site has it, each value within the limits of a heartbeat. */
export type MirroredServer = Pick<StoredServer, Listed> & { uptimeSeconds: number };

export interface MirrorSource {
  /** The sites, scheme and host of each; a reload may change them. */
  urls(): readonly string[];
  /** Returns `undefined` while the list is still that of `etag`. Throws where there is none. */
  read(
    url: string,
    known: { etag: string | undefined; signal: AbortSignal },
  ): Promise<{ servers: readonly MirroredServer[]; etag: string | undefined } | undefined>;
}

export interface AddressRanges {
  contains(ip: string): boolean;
}

export interface ServerLimits {
  readonly serversPerAddress: number;
  readonly serversInAll: number;
  /** What the order of the list page begins with. */
  readonly ranking: 'people' | 'players';
  readonly isPortCheckOn: boolean;
  /** As CIDR ranges. */
  readonly portCheckExempt: readonly string[];
  /** Words of the name filter in addition to the stored ones; read when moderation is reloaded. */
  readonly filteredWords: readonly string[];
}
