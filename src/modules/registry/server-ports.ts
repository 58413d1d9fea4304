// The ports of the module: a store, a port probe, a country lookup, and settings.

/** A server in the store. Times are milliseconds since the Unix epoch. */
export interface StoredServer {
  /** Lower-case hex md5 of `ip:port`, 32 digits. */
  hash: string;
  /** The dotted IPv4 address that the heartbeats come from. */
  ip: string;
  port: number;
  name: string;
  players: number;
  maxPlayers: number;
  /** The name and version of the software; may be empty. */
  software: string;
  isPublic: boolean;
  /** Whether the server supports the web client. */
  supportsWeb: boolean;
  /** The secret of the latest heartbeat, stored as sent. Never logged, and never in an answer. */
  salt: string;
  /** Two capitals; `T1` when unknown. */
  country: string;
  /** When the uptime began. */
  startedAt: number;
  /** Since when it has not missed a heartbeat. A pause of the service moves it, like the last heartbeat. */
  steadySince: number;
  lastBeatAt: number;
  /** When a port check last found the port open; `null` after a check that did not, or before the first. */
  reachableAt: number | null;
}

/** A server in the form that other replicas receive. */
export interface SavedServer extends StoredServer {
  /** When `reachableAt` was last set or cleared. */
  portCheckedAt: number;
}

/** The fields that most heartbeats change, as a flat tuple, because ten thousand are copied to another thread. */
export type SavedBeat = readonly [hash: string, players: number, lastBeatAt: number];

/** The registry's changes since the last batch. A hash is in only one of the lists. */
export interface ServerBatch {
  saved: readonly SavedServer[];
  /** Stored servers that changed in nothing else; empty when replicas share the store. */
  beats: readonly SavedBeat[];
  removed: readonly Pick<StoredServer, 'hash' | 'lastBeatAt'>[];
  /** When the batch was taken, which shows that the service was alive then. */
  aliveAt: number;
}

/** A batch in the form that a store receives. The store iterates its servers once. */
export interface SavedBatch extends Omit<ServerBatch, 'saved' | 'beats'> {
  saved: Iterable<StoredServer>;
  beats?: Iterable<SavedBeat>;
}

export interface ServerStore {
  /** Every stored server, and when the service was last known alive (`undefined` on a new store). */
  loadServers(): Promise<{ servers: StoredServer[]; lastAliveAt: number | undefined }>;
  /**
   * Saves a batch in one transaction: all of it, or nothing when a server of `beats` is not stored. When replicas share
   * the store, changes by a later heartbeat to another replica stay.
   */
  saveBatch(batch: SavedBatch): Promise<void>;
}

export interface OtherReplicas {
  /**
   * The batches that others saved since the last call, oldest first; all servers when some batches are gone. Throws
   * `unavailable` while the store is away; the next call reads the same again.
   */
  readBatches(): Promise<Pick<ServerBatch, 'saved' | 'removed'>[]>;
  /** Calls `listener` when there is something to read. Callers must also read at intervals. */
  onSaved(listener: () => void): void;
}

export interface CountryFinder {
  /** Two capitals, or `T1` for unknown, private and reserved addresses. Never throws. */
  findCountry(ip: string): string;
}

/** The decisions of moderators and operators about single servers, by the server's hash. */
export interface Decisions {
  readonly featured: ReadonlySet<string>;
  /** Servers with an owner. */
  readonly claimed: { readonly size: number; has(hash: string): boolean };
  /** Countries that replace the countries of the addresses. */
  readonly countries: ReadonlyMap<string, string>;
  /** Where players join. Without `ip`, at the address of the heartbeats. */
  readonly joinPlaces: ReadonlyMap<string, { ip: string | undefined; port: number }>;
}

export const NO_DECISIONS: Decisions = {
  featured: new Set(),
  claimed: new Set(),
  countries: new Map(),
  joinPlaces: new Map(),
};
