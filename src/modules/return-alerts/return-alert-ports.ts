// Where alerts of servers that are back are kept. Times are milliseconds since the Unix epoch.

export interface ReturnAlert {
  accountId: number;
  hash: string;
  expiresAt: number;
}

/** Stores who waits for which server. Each change is durable when the call returns. */
export interface ReturnAlertStore {
  /** Removes those that lapsed. Returns false, and adds none, when the account has `most` for other servers. */
  addAlert(alert: ReturnAlert, most: number, now: number): Promise<boolean>;
  removeAlert(accountId: number, hash: string): Promise<void>;
  hasAlert(accountId: number, hash: string, now: number): Promise<boolean>;
  /** The hashes of the servers that somebody waits for. */
  listAwaited(now: number): Promise<string[]>;
  /** Removes those of a server, and adds an email job for each confirmed address, in one transaction. */
  sendAlerts(hash: string, serverName: string, now: number): Promise<void>;
}
