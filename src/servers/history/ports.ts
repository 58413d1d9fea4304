// The samples of the history, and where they are kept.

/** The samples of one minute, those of all servers together. */
export interface HistoryMinute {
  /** Minutes since the Unix epoch. */
  at: number;
  /** Players on all public servers. */
  players: number;
  /** How many public servers were live. */
  servers: number;
  /** Whose samples these are; `counts` has the players of each, in the same order. */
  series: Uint32Array;
  counts: Uint16Array;
}

/** A minute as it is saved: servers that have no series yet get one. */
export interface NewHistoryMinute extends HistoryMinute {
  newcomers: readonly { hash: string; players: number }[];
}

/**
 * Samples of one series side by side, at most one for each slot. A slot holds 0 where nothing is
 * known, and otherwise the count plus one.
 */
export interface HistoryChunk {
  series: number;
  /** Minutes from one slot to the next. */
  step: number;
  /** How many chunks of this length lie between the Unix epoch and this one. */
  number: number;
  means: Uint32Array;
  peaks: Uint32Array;
}

/** Chunks of one series and step, from the first number to the last, both included. */
export interface HistoryPlace {
  series: number;
  step: number;
  first: number;
  last: number;
}

/** Where the numbers of players are kept. Each call that writes does all of it or nothing. */
export interface HistoryStore {
  /** Every minute that was not removed, oldest first. */
  loadMinutes(): Promise<HistoryMinute[]>;
  /**
   * Saves a minute in place of what was saved for it, and removes the minutes after it. Returns the
   * series of the newcomers, in their order, those that were known by their hash included.
   */
  saveMinute(minute: NewHistoryMinute): Promise<number[]>;
  /** Removes the minutes from the first to the last, both included. */
  removeMinutes(first: number, last: number): Promise<void>;
  findSeries(hash: string): Promise<number | undefined>;
  /** The series of servers with a higher number than `after`, in their order. */
  listSeries(after: number, limit: number): Promise<number[]>;
  /** Chunks in their order. */
  readChunks(place: HistoryPlace): Promise<HistoryChunk[]>;
  /** Saves chunks, removes others, then forgets each of `emptied` that has no chunk left. */
  saveCompaction(compaction: HistoryCompaction): Promise<void>;
}

/** What thinning changes. No chunk is saved and removed at once. */
export interface HistoryCompaction {
  saved: readonly HistoryChunk[];
  removed: readonly HistoryPlace[];
  emptied: readonly number[];
}
