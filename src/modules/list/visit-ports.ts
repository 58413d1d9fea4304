// The store of visits to servers, from which the list gets its order.

/** An account's visit to a server: 16 bits of a digest of the network, and the UTC day in days since the Unix epoch. */
type Visit = { hash: string } & Record<'accountId' | 'network' | 'day', number>;

/** Stores who joined which server, with the last day. */
export interface VisitStore {
  /** Saves a visit to a sampled server. It replaces an earlier one of the same account or network. */
  saveVisit(visit: Visit): Promise<void>;
  /** Counts the people who last joined each server on each day since `since`, without accounts suspended at `now`. */
  countVisits(since: number, now: number): Promise<{ hash: string; day: number; people: number }[]>;
  removeVisits(before: number): Promise<void>;
}
