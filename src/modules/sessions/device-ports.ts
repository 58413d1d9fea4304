// Where the known devices of accounts are stored. Times are milliseconds since the Unix epoch.

/** A browser or an address that has logged in to an account, under a hash of its identifier. */
interface KnownDevice {
  keyHash: string;
  /** Time of the last login, or of one up to 24 hours before it, since not every login is stored. */
  lastSeenAt: number;
}

export interface DeviceStore {
  listDevices(accountId: number): Promise<KnownDevice[]>;
  forgetDevices(accountId: number, exceptKeyHashes: readonly string[]): Promise<void>;
  removeExpiredDevices(seenBefore: number): Promise<void>;
}
