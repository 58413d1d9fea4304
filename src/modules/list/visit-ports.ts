// Where visits of servers are kept, which the order of the list is made from.

/** Somebody who joined a server: some bits of a digest of the network, and the UTC day since the Unix epoch. */
type Visit = { hash: string } & Record<'accountId' | 'network' | 'day', number>;

/** Stores who joined which server last on which day. */
export interface VisitStore {
  /** Of a server that was sampled. An account and a network are there once for each: a later visit replaces one before. */
  saveVisit(visit: Visit): Promise<void>;
  /** From a day on: how many joined each server last on each day, without accounts that are suspended at `now`. */
  countVisits(since: number, now: number): Promise<{ hash: string; day: number; people: number }[]>;
  removeVisits(before: number): Promise<void>;
}
