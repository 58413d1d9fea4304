// What the accounts module needs from outside: stores for accounts and sessions, a password hasher.

import type { Language } from '../messages/language.ts';
import type { Role } from './roles.ts';
import type { NewLogEntry } from './security-ports.ts';

/** An account as it is kept on disk. Times are milliseconds since the Unix epoch. */
export interface Account {
  /** Counts from 1 in order of registration; never reused. */
  id: number;
  /** In the account's own spelling: what a player joins with and what an mppass is made of. */
  name: string;
  email: string;
  /** `null` until the owner confirmed the address; a confirmed address belongs to one account alone. */
  emailConfirmedAt: number | null;
  /** PHC string of argon2id. */
  passwordHash: string;
  /** `null` while the account is not verified. */
  verifiedAt: number | null;
  /** `null` unless the account is suspended; may still be set after the suspension ended by itself. */
  suspendedAt: number | null;
  /** When the suspension ends by itself; `null` for never. */
  suspendedUntil: number | null;
  /** Shown to the account's owner at the login; empty when none was given. */
  suspensionReason: string;
  role: Role;
  /** Flags that an administrator set: letters out of `dmepr`, each once, in that order. */
  flags: string;
  forumTitle: string;
  isPremium: boolean;
  registeredAt: number;
  /** Names the text of the rules that its owner agreed to last; `null` where there were none. */
  rulesVersion: string | null;
  rulesAgreedAt: number | null;
  /** In which its emails are written. */
  language: Language;
}

/** To which rules an account's owner agreed, and when. */
export type Agreement = Pick<Account, 'rulesVersion' | 'rulesAgreedAt'>;

/** What an account is made from; the store gives it its id. */
export type NewAccount = Omit<Account, 'id' | keyof Agreement> & Partial<Agreement>;

/** The fields of an account that change after it was made. */
export type AccountChanges = Partial<Omit<Account, 'id' | 'registeredAt'>>;

/** Where accounts are kept. Each call is durable when it returns. */
export interface AccountStore {
  /**
   * Throws `conflict` when the name (A–Z case-insensitive) is taken, or the e-mail address
   * (case-insensitive) is confirmed here and by another account; a refused account uses up no id.
   */
  insertAccount(account: NewAccount): Promise<Account>;
  /** A–Z case-insensitive, no Unicode folding. */
  findAccountByName(name: string): Promise<Account | undefined>;
  findAccountById(id: number): Promise<Account | undefined>;
  /** In order of id, those after `afterId`, at most `limit`. */
  listAccounts(page: { afterId: number; limit: number }): Promise<Account[]>;
  /**
   * Changes an account and, with `endSessions`, ends all of its sessions in the same transaction. Returns the
   * changed account, `undefined` when there is none. Throws `conflict` like `insertAccount`.
   */
  updateAccount(
    id: number,
    changes: AccountChanges,
    options: { endSessions: boolean },
  ): Promise<Account | undefined>;
  /** Replaces a hash of a password by another hash of the same one; false when it is no longer the account's. */
  replacePasswordHash(id: number, change: { from: string; to: string }): Promise<boolean>;
  /** Removes the account and its sessions. Returns false when there was none. */
  deleteAccount(id: number): Promise<boolean>;
  /** Verified accounts that are not suspended at `now`: how many, and the names of the newest, newest first. */
  summariseAccounts(newestLimit: number, now: number): Promise<{ count: number; newest: string[] }>;
  /**
   * How many of the accounts there are were registered on each day in UTC, in ascending order; days without
   * any are left out. Days are counted from the Unix epoch; `firstDay` is the first of them.
   */
  countRegistrations(firstDay: number): Promise<{ day: number; count: number }[]>;
}

/** A logged-in session as it is kept on disk: the hash of its value, never the value itself. */
export interface StoredSession {
  /** Lower-case hex SHA-256 of the cookie's value. */
  valueHash: string;
  accountId: number;
  createdAt: number;
  /** Written at most once a day. */
  lastUsedAt: number;
  /** The device that it was started from, in words; empty where it is not known. */
  device: string;
  /** The country that it was started from: two letters, or `T1`; empty where it was not looked up. */
  country: string;
}

/** What else is written with the start of a session, in the same transaction. */
export interface StartNotes {
  entry: NewLogEntry;
  logBounds: { atMost: number; sameWithinMs: number };
  /** Keys under which the device is known from now on; the newest `devicesAtMost` of the account are kept. */
  deviceKeyHashes: readonly string[];
  devicesAtMost: number;
  /** A browser's key that is replaced, for all accounts of which it is a known device. */
  rotates: { from: string; to: string } | undefined;
}

/** Where the sessions of logged-in accounts are kept. Each call is durable when it returns. */
export interface SessionStore {
  /**
   * Starts a session and ends the one that it came from, in one transaction. Returns false, and
   * changes nothing, when the account's password hash is no longer `passwordHash`, or the account
   * is suspended or gone: a login must not outrun a change made while its password was checked. Of
   * more than `atMost` sessions of the account, those used longest ago end.
   */
  startSession(
    session: StoredSession,
    conditions: {
      passwordHash: string;
      endsValueHash: string | undefined;
      atMost?: number;
      notes?: StartNotes;
    },
  ): Promise<boolean>;
  /** All of an account, used last first. Expiry is the caller's rule. */
  listSessions(accountId: number): Promise<StoredSession[]>;
  /** Ends all sessions of an account but that one; returns how many. */
  endOtherSessions(accountId: number, keptValueHash: string): Promise<number>;
  /** The session with its account. Expiry is the caller's rule. */
  findSession(valueHash: string): Promise<{ session: StoredSession; account: Account } | undefined>;
  markSessionUsed(valueHash: string, at: number): Promise<void>;
  endSession(valueHash: string): Promise<void>;
  /** Removes sessions last used before `usedBefore` or created before `createdBefore`; returns how many. */
  removeExpiredSessions(limits: { usedBefore: number; createdBefore: number }): Promise<number>;
}

/** Slow password hashing. Never called on the request path without a bound on how many run at once. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** False on a malformed hash; never throws. */
  verify(password: string, passwordHash: string): Promise<boolean>;
  /** Whether the hash was made at another cost than new ones are. */
  isOutdated(passwordHash: string): boolean;
}
