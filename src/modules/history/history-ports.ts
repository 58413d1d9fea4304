// The samples of the history, and where they are kept.

export interface HistoryMinute {
  /** Minutes since the Unix epoch. */
  at: number;
  /** On all public servers. */
  players: number;
  servers: number;
  /** The series of the servers; `counts` has the players of each, in the same order. */
  series: Uint32Array;
  counts: Uint16Array;
}

/** What is known of a server with a history while it is offline; `name` is empty once it is to be forgotten. */
export interface KnownServer {
  hash: string;
  name: string;
  ip: string;
  port: number;
}

export interface HistorySeries extends KnownServer {
  id: number;
  /** When it was first sampled, in milliseconds since the Unix epoch; 0 where that is not known. */
  firstAt: number;
}

/** Servers without a series get one; those with one get the name that they have now. */
export interface NewHistoryMinute extends HistoryMinute {
  newcomers: readonly (KnownServer & { players: number })[];
  /** The hashes of servers that are live and not listed any more: their names are removed. */
  forgotten?: readonly string[];
  /** Where they are not stored like this yet. */
  records?: HistoryRecords | undefined;
}

/** A count, and when it was reached: milliseconds since the Unix epoch. */
export interface HistoryRecord {
  readonly count: number;
  readonly at: number;
}

/** The most players on all public servers, and the most public servers, that there ever were at once. */
export interface HistoryRecords {
  readonly players: HistoryRecord;
  readonly servers: HistoryRecord;
}

/** Samples of one series. A slot is 0 where nothing is known, and otherwise the count plus one. */
export interface HistoryChunk {
  series: number;
  step: number;
  /** The number of chunks of this length between the Unix epoch and this one. */
  number: number;
  means: Uint32Array;
  peaks: Uint32Array;
}

/** Chunks of one step from the first number to the last, both included. */
export interface HistoryPlace {
  series: number;
  lastSeries?: number;
  step: number;
  first: number;
  last: number;
}

/** Stores the counts of players. A call that writes does all of it or nothing. */
export interface HistoryStore {
  /** All minutes that were not removed, or those after one, oldest first. */
  loadMinutes(after?: number): Promise<HistoryMinute[]>;
  listMinutes(): Promise<number[]>;
  loadRecords(): Promise<HistoryRecords | undefined>;
  /**
   * Saves a minute with its records, replaces an earlier one, and removes those after it, further ones as those that are too old. Returns the series of the
   * newcomers in their order; one whose hash is known gets its old series.
   */
  saveMinute(minute: NewHistoryMinute): Promise<number[]>;
  removeMinutes(first: number, last: number): Promise<void>;
  findSeries(hash: string): Promise<HistorySeries | undefined>;
  findSeriesOf(hashes: readonly string[]): Promise<Map<string, HistorySeries>>;
  /** Those that were sampled for the first time after `since`, newest first, without those that have no name. */
  listNewest(since: number, most: number): Promise<HistorySeries[]>;
  /** The series above `after`, in ascending order. */
  listSeries(after: number, limit: number): Promise<number[]>;
  /** In the order of their numbers. */
  readChunks(place: HistoryPlace): Promise<HistoryChunk[]>;
  /** Saves chunks, removes others for their age, then removes each series of `emptied` that has no chunk left. */
  saveCompaction(compaction: HistoryCompaction): Promise<void>;
}

export interface HistoryCompaction {
  saved: readonly HistoryChunk[];
  removed: readonly HistoryPlace[];
  emptied: readonly number[];
  /** Left out where the clock is as it was. */
  now?: number;
}
