// The port of the store for account logs. Times are milliseconds since the Unix epoch.

import type { accountTexts } from './messages.ts';

/** The event's name in the log, a key of the catalogue. Stored names never change. */
export type AccountEvent = keyof typeof accountTexts.events;

interface AccountLogEntry {
  /** The time of the latest of `count` events. */
  at: number;
  event: AccountEvent;
  /** In words, such as `Firefox on Windows`. Each of these texts is empty when unknown. */
  device: string;
  /** Two letters; `T1` when unknown. */
  country: string;
  /** One line of plain text, at most 500 characters. */
  detail: string;
  /** Number of times that the event happened in a row within an hour. */
  count: number;
}

export type NewLogEntry = Omit<AccountLogEntry, 'count'>;

export type EventFacts = Partial<Pick<AccountLogEntry, 'device' | 'country' | 'detail'>>;

export interface LogBounds {
  atMost: number;
  sameWithinMs: number;
}

export interface AccountLogStore {
  /** Adds an entry, or raises the count of the account's latest entry if it is the same and young enough. */
  addLogEntry(accountId: number, entry: NewLogEntry, bounds: LogBounds): Promise<void>;
  /** Lists the entries, newest first. */
  listLogEntries(accountId: number): Promise<AccountLogEntry[]>;
  /** Removes entries older than `before`, and logins older than `loginsBefore`. */
  removeOldLogEntries(before: number, loginsBefore: number): Promise<void>;
}

export interface CountryFinder {
  findCountry(ip: string): string;
}
