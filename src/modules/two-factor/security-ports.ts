// What accounts need from outside for second factors, devices, the account log, and what replicas count together.
// Times are milliseconds since the Unix epoch.

import type { securityMessages } from '../../platform/messages/messages.ts';
import type { NewEmailJob } from '../email/email-messages.ts';

/** What a login to an account requires besides the password. */
export interface AccountSecurity {
  /** Secret of the authenticator app in base 32; it counts once `totpConfirmedAt` is set. */
  totpSecret: string | null;
  totpStartedAt: number | null;
  /** Of the value of the session that sets it up. */
  totpSessionHash: string | null;
  totpConfirmedAt: number | null;
  /** The newest 30-second step whose code was used: no code of it or before it counts again. */
  totpLastStep: number;
  /** Since when the owner wants a mailed code at each login; `null` while not. */
  mailCodesSince: number | null;
  /** Brute-force protection: until then unknown devices need a code that is sent by email. */
  protectedUntil: number;
}

/** How often a code is sent to one account: at least `apartMs` apart, at most `perHour` in an hour. */
export interface MailBudget {
  apartMs: number;
  perHour: number;
}

/** The recovery codes given replace all others with the `first` factor alone. */
export type TurnedOn = 'first' | 'further' | 'refused';

export interface FactorNotes {
  entry: NewLogEntry;
  bounds: LogBounds;
  emailJobs: readonly NewEmailJob[];
}

/** Where second factors are kept. The notes of a change are part of it, and are not written where nothing changed. */
export interface SecurityStore {
  findSecurity(accountId: number): Promise<AccountSecurity>;
  /** Stores the secret of an app that is being set up, in place of an unconfirmed one; false while an app is confirmed. */
  startTotp(
    accountId: number,
    started: { secret: string; at: number; sessionHash: string },
  ): Promise<boolean>;
  /** Turns the app on and spends the step; refused when another secret is being set up. */
  confirmTotp(
    accountId: number,
    confirmed: { secret: string; step: number; at: number; recoveryHashes: readonly string[] },
    notes?: FactorNotes,
  ): Promise<TurnedOn>;
  /** Puts another app in the place of one that is on, and spends the step; false where none is on. */
  replaceTotp(
    accountId: number,
    confirmed: { secret: string; step: number; at: number },
    notes?: FactorNotes,
  ): Promise<boolean>;
  /** False when it is not newer than the last one that was used. */
  spendTotpStep(accountId: number, step: number): Promise<boolean>;
  /** Without another factor the recovery codes are removed too. False when none was on. */
  turnOffTotp(accountId: number, notes?: FactorNotes): Promise<boolean>;
  turnOnMailCodes(
    accountId: number,
    at: number,
    recoveryHashes: readonly string[],
    notes?: FactorNotes,
  ): Promise<TurnedOn>;
  /** Without another factor the recovery codes are removed too. False when they were off. */
  turnOffMailCodes(accountId: number, notes?: FactorNotes): Promise<boolean>;
  replaceRecoveryCodes(
    accountId: number,
    hashes: readonly string[],
    at: number,
    notes?: FactorNotes,
  ): Promise<void>;
  /** False when there is no such code. */
  spendRecoveryCode(accountId: number, codeHash: string, notes?: FactorNotes): Promise<boolean>;
  countRecoveryCodes(accountId: number): Promise<number>;
  /** Stores a code within the budget; otherwise returns when the next one may be sent. */
  addLoginCode(
    code: { accountId: number; codeHash: string; sentAt: number; validUntil: number },
    budget: MailBudget,
  ): Promise<{ nextAt: number } | 'added'>;
  /** When the next code may be sent, at once where that is not after `now`, and whether an unspent code is valid. */
  describeLoginCodes(
    accountId: number,
    now: number,
    budget: MailBudget,
  ): Promise<{ nextAt: number; hasValid: boolean }>;
  /** Spends all codes of the account where this is one of the `newest`, unspent and valid; false otherwise. */
  spendLoginCode(
    accountId: number,
    codeHash: string,
    at: number,
    options: { newest: number },
  ): Promise<boolean>;
  /** Sets until when the account is under brute-force protection; returns the value before. */
  protectUntil(accountId: number, until: number): Promise<number>;
  removeOldLoginCodes(sentBefore: number): Promise<void>;
}

/** A browser or an address that logged in to an account before, under a hash of what identifies it. */
export interface KnownDevice {
  keyHash: string;
  /** At its latest login, or at an earlier one of the 24 hours before that. */
  lastSeenAt: number;
}

export interface DeviceStore {
  listDevices(accountId: number): Promise<KnownDevice[]>;
  forgetDevices(accountId: number, exceptKeyHashes: readonly string[]): Promise<void>;
  removeExpiredDevices(seenBefore: number): Promise<void>;
}

/** What its owner reads of an account, by its name in the log, as the catalogue has it: a name stays for ever. */
export type AccountEvent = keyof typeof securityMessages.events;

export interface AccountLogEntry {
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

export interface StateChange<State, Result> {
  result: Result;
  /** Left out where the state stays as it is. It no longer matters from `until` on. */
  next?: { state: State; until: number } | 'removed';
}

export interface StateSet<State> {
  /**
   * Changes the state under a key, with no other change of it in between, in whichever process. `change`
   * must do nothing else, since it may be called several times. `now` never lies before the change that
   * another replica made last, unless that is more than a minute away.
   */
  update<Result>(
    key: string,
    change: (state: State | undefined, now: number) => StateChange<State, Result>,
  ): Promise<Result>;
  look<Result>(
    key: string,
    read: (state: State | undefined, now: number) => Result,
  ): Promise<Result>;
}

/** Things that are good once. `until` says when each can no longer be spent in any case, always the same for one thing. */
export interface SpentList {
  /** Whether it was not spent before; from now on it is. Throws `unavailable`. */
  spend(key: string, until: number): Promise<boolean>;
  /** Throws `unavailable`. */
  isSpent(key: string, until: number): Promise<boolean>;
  /** The same as far as this process knows without asking anybody. */
  isKnownSpent(key: string, until: number): boolean;
}

export interface SharedStates {
  /** Whether states are still there when the process that made them is gone. */
  readonly outlivesProcess: boolean;
  /** A key of 32 bytes, the same in every replica; another one for each purpose. */
  signingKey(purpose: string): Buffer;
  /** Of more than `most`, those changed longest ago are forgotten first, unless only this process can use them. */
  open<State>(
    kind: string,
    bounds: { most: number; isInUse?: (state: State) => boolean },
  ): StateSet<State>;
  /** Of more than `most`, those spent first are forgotten, and whatever can be spent no longer than they counts as spent. */
  openSpent(kind: string, bounds: { most: number }): SpentList;
  sweep(): Promise<void>;
}
