// What accounts need from outside for second factors, devices, the account log, and what replicas count together.
// Times are milliseconds since the Unix epoch.

import type { NewEmailJob } from '../../platform/messages/email-kind.ts';
import type { LogBounds, NewLogEntry } from '../account/index.ts';

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
