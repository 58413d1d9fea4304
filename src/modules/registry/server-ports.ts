// What the module needs from outside: a store, a port probe, a country look-up, settings.

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

export interface OtherReplicas {
  /**
   * What they saved since the last call, oldest first; all servers where some of it is gone. Throws
   * `unavailable` while the store is away, and the next call reads the same then.
   */
  readBatches(): Promise<Pick<ServerBatch, 'saved' | 'removed'>[]>;
  /** Calls `listener` when there is something to read. It is also to be read again and again. */
  onSaved(listener: () => void): void;
}

export interface CountryFinder {
  /** Two capitals, or `T1` for unknown, private and reserved addresses. Never throws. */
  findCountry(ip: string): string;
}

/** What moderators and operators decided about single servers, each by the server's hash. */
export interface Decisions {
  readonly featured: ReadonlySet<string>;
  /** Servers with an owner. */
  readonly claimed: { readonly size: number; has(hash: string): boolean };
  /** Countries shown instead of those of the addresses. */
  readonly countries: ReadonlyMap<string, string>;
  /** Where players join; without an address, at that of the heartbeats. */
  readonly joinPlaces: ReadonlyMap<string, { ip: string | undefined; port: number }>;
}

export const NO_DECISIONS: Decisions = {
  featured: new Set(),
  claimed: new Set(),
  countries: new Map(),
  joinPlaces: new Map(),
};
