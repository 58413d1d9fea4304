// Ports of accounts for second factors, devices, the account log, and counts that replicas share.
// Times are milliseconds since the Unix epoch.

import type { NewEmailJob } from '../../platform/messages/email-kind.ts';
import type { LogBounds, NewLogEntry } from '../account/index.ts';

/** The requirements of a login besides the password. */
export interface AccountSecurity {
  /** Secret of the authenticator app in base 32. It is valid once `totpConfirmedAt` is set. */
  totpSecret: string | null;
  totpStartedAt: number | null;
  /** Hash of the value of the session that sets the app up. */
  totpSessionHash: string | null;
  totpConfirmedAt: number | null;
  /** The newest 30-second step whose code was used. Codes of this and earlier steps are refused. */
  totpLastStep: number;
  /** Since when the owner wants a mailed code at each login; `null` while that is off. */
  mailCodesSince: number | null;
  /** Since when the account has a passkey; `null` without one. */
  passkeysSince: number | null;
  /** Brute-force protection: until this time, unknown devices need a code by email. */
  protectedUntil: number;
}

/** How often a code is sent to one account: at least `apartMs` apart, at most `perHour` in an hour. */
export interface MailBudget {
  apartMs: number;
  perHour: number;
}

/** The given recovery codes replace all others only with the outcome `first`. */
export type TurnedOn = 'first' | 'further' | 'refused';

export interface FactorNotes {
  entry: NewLogEntry;
  bounds: LogBounds;
  emailJobs: readonly NewEmailJob[];
}

/** Stores second factors. The notes belong to the change, and are not written if nothing changes. */
export interface SecurityStore {
  findSecurity(accountId: number): Promise<AccountSecurity>;
  /** Stores the secret of an app that is being set up, in place of an unconfirmed one. False if an app is confirmed. */
  startTotp(
    accountId: number,
    started: { secret: string; at: number; sessionHash: string },
  ): Promise<boolean>;
  /** Turns the app on and spends the step. Refused if another secret is being set up. */
  confirmTotp(
    accountId: number,
    confirmed: { secret: string; step: number; at: number; recoveryHashes: readonly string[] },
    notes?: FactorNotes,
  ): Promise<TurnedOn>;
  /** Replaces an app that is on, and spends the step. False if none is on. */
  replaceTotp(
    accountId: number,
    confirmed: { secret: string; step: number; at: number },
    notes?: FactorNotes,
  ): Promise<boolean>;
  /** False if the step is not newer than the last one used. */
  spendTotpStep(accountId: number, step: number): Promise<boolean>;
  /** Also removes the recovery codes if no other factor is on. False if the app was off. */
  turnOffTotp(accountId: number, notes?: FactorNotes): Promise<boolean>;
  turnOnMailCodes(
    accountId: number,
    at: number,
    recoveryHashes: readonly string[],
    notes?: FactorNotes,
  ): Promise<TurnedOn>;
  /** Also removes the recovery codes if no other factor is on. False if mailed codes were off. */
  turnOffMailCodes(accountId: number, notes?: FactorNotes): Promise<boolean>;
  replaceRecoveryCodes(
    accountId: number,
    hashes: readonly string[],
    at: number,
    notes?: FactorNotes,
  ): Promise<void>;
  /** False if the account has no such code. */
  spendRecoveryCode(accountId: number, codeHash: string, notes?: FactorNotes): Promise<boolean>;
  countRecoveryCodes(accountId: number): Promise<number>;
  /** Stores a code if the budget allows it; otherwise returns when the next one may be sent. */
  addLoginCode(
    code: { accountId: number; codeHash: string; sentAt: number; validUntil: number },
    budget: MailBudget,
  ): Promise<{ nextAt: number } | 'added'>;
  /** When the next code may be sent (now, if not later than `now`), and whether an unspent code is valid. */
  describeLoginCodes(
    accountId: number,
    now: number,
    budget: MailBudget,
  ): Promise<{ nextAt: number; hasValid: boolean }>;
  /** Spends all codes of the account if this one is among the `newest`, unspent and valid; otherwise returns false. */
  spendLoginCode(
    accountId: number,
    codeHash: string,
    at: number,
    options: { newest: number },
  ): Promise<boolean>;
  /** Sets the end of the account's brute-force protection, and returns the previous value. */
  protectUntil(accountId: number, until: number): Promise<number>;
  removeOldLoginCodes(sentBefore: number): Promise<void>;
}
