// The samples of the history, and the port of their store.

export interface HistoryMinute {
  /** Minutes since the Unix epoch. */
  at: number;
  /** Players on all public servers. */
  players: number;
  servers: number;
  /** The ids of the servers' series. `counts` has the players of each, in the same order. */
  series: Uint32Array;
  counts: Uint16Array;
}

/** What is stored about an offline server with a history. `name` is empty once it must be forgotten. */
export interface KnownServer {
  hash: string;
  name: string;
  ip: string;
  port: number;
}

export interface HistorySeries extends KnownServer {
  id: number;
  /** When the server was first sampled, in milliseconds since the Unix epoch; 0 if unknown. */
  firstAt: number;
}

/** A minute to save. Servers without a series get one. Servers with a series get their present name. */
export interface NewHistoryMinute extends HistoryMinute {
  newcomers: readonly (KnownServer & { players: number })[];
  /** Hashes of live servers that are no longer listed. Their names are removed. */
  forgotten?: readonly string[];
  /** The records, if the store does not have them yet. */
  records?: HistoryRecords | undefined;
}

/** A count, and when it was reached, in milliseconds since the Unix epoch. */
export interface HistoryRecord {
  readonly count: number;
  readonly at: number;
}

/** The records: the most players on all public servers, and the most public servers, at any one time. */
export interface HistoryRecords {
  readonly players: HistoryRecord;
  readonly servers: HistoryRecord;
}

/** Samples of one series. A slot is 0 if nothing is known, and otherwise the count plus one. */
export interface HistoryChunk {
  series: number;
  step: number;
  /** The number of chunks of this length between the Unix epoch and this one. */
  number: number;
  means: Uint32Array;
  peaks: Uint32Array;
}

/** The chunks of one step from number `first` to number `last`, both included. */
export interface HistoryPlace {
  series: number;
  lastSeries?: number;
  step: number;
  first: number;
  last: number;
}

/** Stores the counts of players. A call that writes does everything or nothing. */
export interface HistoryStore {
  /** Loads the stored minutes, or those later than `after`, oldest first. */
  loadMinutes(after?: number): Promise<HistoryMinute[]>;
  listMinutes(): Promise<number[]>;
  loadRecords(): Promise<HistoryRecords | undefined>;
  /**
   * Saves a minute with its records, or replaces it. Removes later minutes, which a wrong clock wrote. Minutes far
   * ahead go only while deletion by age is allowed. Returns the newcomers' series in order; known hashes keep theirs.
   */
  saveMinute(minute: NewHistoryMinute): Promise<number[]>;
  removeMinutes(first: number, last: number): Promise<void>;
  findSeries(hash: string): Promise<HistorySeries | undefined>;
  findSeriesOf(hashes: readonly string[]): Promise<Map<string, HistorySeries>>;
  /** Lists named series that were first sampled after `since`, newest first. */
  listNewest(since: number, most: number): Promise<HistorySeries[]>;
  /** Lists the series above `after`, in ascending order. */
  listSeries(after: number, limit: number): Promise<number[]>;
  /** Reads chunks in the order of their numbers. */
  readChunks(place: HistoryPlace): Promise<HistoryChunk[]>;
  /** Saves chunks, removes chunks by age, then removes each series of `emptied` that has no chunk left. */
  saveCompaction(compaction: HistoryCompaction): Promise<void>;
}

export interface HistoryCompaction {
  saved: readonly HistoryChunk[];
  removed: readonly HistoryPlace[];
  emptied: readonly number[];
  /** The present time, which decides about deletions by age. Defaults to the stored time. */
  now?: number;
}
