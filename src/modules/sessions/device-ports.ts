// Where the devices are kept that accounts know. Times are milliseconds since the Unix epoch.

/** A browser or an address that logged in to an account before, under a hash of what identifies it. */
interface KnownDevice {
  keyHash: string;
  /** At its latest login, or at an earlier one of the 24 hours before that. */
  lastSeenAt: number;
}

export interface DeviceStore {
  listDevices(accountId: number): Promise<KnownDevice[]>;
  forgetDevices(accountId: number, exceptKeyHashes: readonly string[]): Promise<void>;
  removeExpiredDevices(seenBefore: number): Promise<void>;
}
