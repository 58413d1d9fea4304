// Where the log of an account is kept. Times are milliseconds since the Unix epoch.

import type { securityMessages } from '../two-factor/messages.ts';

/** What its owner reads of an account, by its name in the log, as the catalogue has it: a name stays for ever. */
export type AccountEvent = keyof typeof securityMessages.events;

interface AccountLogEntry {
  /** The latest time. */
  at: number;
  event: AccountEvent;
  /** In words, such as `Firefox on Windows`; empty where it is not known, as are the others. */
  device: string;
  /** Two letters; `T1` when unknown. */
  country: string;
  /** One line of plain text, at most 500 characters. */
  detail: string;
  /** How often the same happened in a row within an hour. */
  count: number;
}

export type NewLogEntry = Omit<AccountLogEntry, 'count'>;

export type EventFacts = Partial<Pick<AccountLogEntry, 'device' | 'country' | 'detail'>>;

export interface LogBounds {
  atMost: number;
  sameWithinMs: number;
}

export interface AccountLogStore {
  /** Adds an entry, or counts it up where the account's latest is the same and young enough. */
  addLogEntry(accountId: number, entry: NewLogEntry, bounds: LogBounds): Promise<void>;
  /** Newest first. */
  listLogEntries(accountId: number): Promise<AccountLogEntry[]>;
  /** `loginsBefore` is the same for logins. */
  removeOldLogEntries(before: number, loginsBefore: number): Promise<void>;
}

export interface CountryFinder {
  findCountry(ip: string): string;
}
