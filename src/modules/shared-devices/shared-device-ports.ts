// The port of the store that finds accounts with the same devices and addresses. Times are Unix milliseconds.

import type { Role } from '../../platform/lib/roles.ts';

/** A browser or an address that an account shares with others, under the hash of its identifier. */
export interface SharedKey {
  keyHash: string;
  /** How many other accounts know it, and how many of those are suspended. */
  others: number;
  suspended: number;
}

/** Another account that knows the key. */
export interface Sharer {
  keyHash: string;
  accountId: number;
  name: string;
  role: Role;
  isSuspended: boolean;
  /** Time of its last login there, or of one up to 24 hours before it. */
  lastSeenAt: number;
}

/** What counts as known and as suspended. */
export interface AtPresent {
  now: number;
  seenAfter: number;
}

export interface SharedDeviceStore {
  listSharedKeys(accountId: number, at: AtPresent): Promise<SharedKey[]>;
  /** Lists the other accounts that know one of the keys, the last login first. */
  listSharers(accountId: number, keyHashes: readonly string[], at: AtPresent): Promise<Sharer[]>;
}
