// Where return alerts are stored. Times are milliseconds since the Unix epoch.

export interface ReturnAlert {
  accountId: number;
  hash: string;
  expiresAt: number;
}

/** Stores which account waits for which server. Each change is durable when the call returns. */
export interface ReturnAlertStore {
  /** Removes expired alerts first. Returns false, and adds none, if the account has `most` alerts for other servers. */
  addAlert(alert: ReturnAlert, most: number, now: number): Promise<boolean>;
  removeAlert(accountId: number, hash: string): Promise<void>;
  hasAlert(accountId: number, hash: string, now: number): Promise<boolean>;
  /** Returns the hashes of the servers that at least one account waits for. */
  listAwaited(now: number): Promise<string[]>;
  /** Removes the alerts for a server, and adds an email job for each confirmed address, in one transaction. */
  sendAlerts(hash: string, serverName: string, now: number): Promise<void>;
}
