// What registration and everything after it need from outside: accounts that change, one-time secrets, email jobs, invites.

import type { Account, AccountChanges, NewAccount } from './ports.ts';

/** What a one-time link or code is good for. */
export type SecretPurpose = 'verify address' | 'reset password' | 'new address' | 'undo address';

/** A one-time secret as it is kept on disk. Times are milliseconds since the Unix epoch. */
export interface StoredSecret {
  accountId: number;
  purpose: SecretPurpose;
  /** Lower-case hex SHA-256. */
  tokenHash: string;
  /** Of the code beside the link; `null` where there is none. */
  codeHash: string | null;
  /** The address that it is about: to be confirmed, or to go back to. */
  email: string;
  createdAt: number;
  expiresAt: number;
  /** How many times in a row it was requested; decides how long the next email has to wait. */
  sends: number;
  wrongCodes: number;
  /** Until when no code is looked at; `null` for at once. */
  waitUntil: number | null;
}

/** Emails to the owner of an account that hold no link and no code. */
export type OwnerNotice =
  | 'password changed'
  | 'password set'
  | 'account verified'
  | 'account suspended'
  | 'account restored'
  | 'account renamed'
  | 'second factor changed'
  | 'account deleted';

/** What such an email says besides: the reason of a suspension and its end, the new name, or how the factor changed. */
export interface NoticeFacts {
  detail?: string;
  /** `null` for no end. */
  until?: number | null;
}

/** An email that is still to be written: who gets it, and which email it is, is found out later. */
export interface NewEmailJob extends NoticeFacts {
  kind: 'verify address' | 'new address' | 'reset password' | 'address changed' | OwnerNotice;
  /** `null` for an account that is not known, or no more. */
  accountId: number | null;
  accountName: string;
  /** The address that the email goes to; of a reset, the name or the address that was typed. */
  requested: string;
  /** Part of the email; empty where it holds none. */
  token: string;
  code: string;
  createdAt: number;
  validUntil: number;
}

/** An email job as it is kept on disk until its email is in the outbox. */
export interface EmailJob extends Required<NewEmailJob> {
  id: number;
}

/** Everything that one account change does; the store does all of it or nothing. */
export interface AccountChange {
  changes?: AccountChanges;
  endSessions?: boolean;
  /** Of these purposes no secret is left. */
  forget?: readonly SecretPurpose[];
  /** Put after `forget`. */
  secret?: StoredSecret;
  emailJobs?: readonly NewEmailJob[];
}

/** A change of an account that does not exist yet: the store fills in the account's id. */
export interface NewAccountChange extends Omit<AccountChange, 'secret' | 'emailJobs'> {
  secret?: Omit<StoredSecret, 'accountId'>;
  emailJobs?: readonly Omit<NewEmailJob, 'accountId'>[];
}

/** A secret with the account that it belongs to. */
export interface SecretOfAccount {
  secret: StoredSecret;
  account: Account;
}

/** What became of a secret that was to be spent. */
export type SpendOutcome =
  /** With the account as it is after the change. */
  | ({ outcome: 'spent' } & SecretOfAccount)
  /** Nothing was done, since the account or its secret is not as it was read: this is how they are. */
  | ({ outcome: 'changed' } & SecretOfAccount)
  /** There is no such secret, or it was spent, or it has expired. */
  | { outcome: 'none' };

/** What became of a code that was typed in. */
export type CodeOutcome =
  | SpendOutcome
  | { outcome: 'wrong' }
  /** Too many wrong ones: the code was not looked at. */
  | { outcome: 'waiting'; until: number };

/** How long codes are not looked at after so many wrong ones in a row. */
export interface CodeWaits {
  /** Wrong codes from one wait to the next. */
  every: number;
  /** The first wait, the second, and so on in milliseconds; the last one again and again. */
  waitsMs: readonly [number, ...number[]];
}

/** Why a name cannot be had. */
export type NameObstacle =
  | { kind: 'taken' }
  /** An account has a name that looks like it. */
  | { kind: 'confusable'; with: string }
  | { kind: 'released'; until: number };

/** What a registration needs beside the account. */
export interface RegistrationRequest {
  account: NewAccount;
  skeletonHash: string;
  now: number;
  /** Spent together with the registration. */
  inviteHash?: string | undefined;
  /** Only while there is no administrator. */
  isFirstAdministrator?: boolean;
  /** What else is written with the account. */
  change: NewAccountChange;
}

/** What became of a registration. */
export type RegistrationOutcome =
  | { outcome: 'registered'; account: Account }
  | { outcome: 'name'; obstacle: NameObstacle }
  | { outcome: 'invite' }
  | { outcome: 'administrator exists' };

/**
 * An account as it was read. When it has another password or address by now, or was verified since,
 * nothing is done.
 */
export type AccountAsRead = Pick<
  Account,
  'id' | 'passwordHash' | 'email' | 'emailConfirmedAt' | 'verifiedAt'
>;

/** A secret as it was read with its account. */
export interface SecretAsRead {
  secret: Pick<StoredSecret, 'purpose' | 'tokenHash'>;
  account: AccountAsRead;
}

/** Where accounts are made, changed and removed by their owners. Each call is durable when it returns. */
export interface RegistrationStore {
  /** One transaction: of two that want the same name or the last use of an invite, one gets it. */
  register(request: RegistrationRequest): Promise<RegistrationOutcome>;
  /** `bearerId` is the account that is to have the name; its own names are no obstacle. */
  findNameObstacle(
    name: string,
    skeletonHash: string,
    now: number,
    bearerId?: number,
  ): Promise<NameObstacle | undefined>;
  /** By its address, A–Z and other letters case-insensitive: the one that confirmed it, or else some that claim it. */
  findAccountsByEmail(email: string): Promise<Account[]>;
  hasAdministrator(): Promise<boolean>;
  /**
   * Changes the account; `undefined`, and nothing is changed, when the account is gone or not as it was read.
   * Throws `conflict` like `AccountStore.updateAccount`.
   */
  apply(account: AccountAsRead, change: AccountChange): Promise<Account | undefined>;
  /**
   * Removes an account with everything that belongs to it and the emails that wait for its confirmed
   * address, keeps its name from being taken, leaves an email job, and wipes what was there from the
   * file. `undefined` as in `apply`. Throws `conflict` when no administrator who can log in at `now`
   * would be left.
   */
  remove(
    account: AccountAsRead,
    after: NameReservation & { now: number; emailJob: NewEmailJob | undefined },
  ): Promise<Account | undefined>;
  /** Removes accounts that registered before `registeredBefore` and were never verified; those with a role and suspended ones stay, the latter as long after the end of their suspension. Returns their names. */
  removeUnverified(registeredBefore: number): Promise<string[]>;
  /** Everything that is kept about an account, by table, without secrets; ready for JSON. */
  readEverything(account: Account): Promise<Record<string, unknown>>;
}

/** A name that nobody may take until then, by the hash of its skeleton. */
export interface NameReservation {
  skeletonHash: string;
  reservedUntil: number;
}

/** Where one-time secrets are kept. */
export interface SecretStore {
  /** The newest of a purpose, expired or not. */
  findSecret(accountId: number, purpose: SecretPurpose): Promise<StoredSecret | undefined>;
  /** One that has not expired, with its account. Does not spend it. */
  findByToken(
    purpose: SecretPurpose,
    tokenHash: string,
    now: number,
  ): Promise<SecretOfAccount | undefined>;
  /**
   * Puts a secret in the place of all others of its account and purpose, with no account changed; links
   * for a new password and ways back stand side by side.
   */
  putSecret(secret: StoredSecret): Promise<void>;
  /**
   * Spends a secret and makes the change that follows from what was read, in one transaction; of two at
   * once, one gets `none`. Throws `conflict` like `RegistrationStore.apply`.
   */
  spendToken(read: SecretAsRead, now: number, change: AccountChange): Promise<SpendOutcome>;
  /**
   * Tries a code: a right one is spent and the change made, a wrong one is counted, in one transaction.
   * `codeHash` is compared with that of the account's newest secret of the purpose, and not looked at
   * where that is another secret than was read.
   */
  spendCode(
    read: SecretAsRead,
    tried: { codeHash: string; now: number; waits: CodeWaits },
    change: AccountChange,
  ): Promise<CodeOutcome>;
  /** Removes secrets that expired before `expiredBefore` and names that are free by `now`. */
  removeExpired(limits: { expiredBefore: number; now: number }): Promise<void>;
}

/** Where emails that are still to be written wait. */
export interface EmailJobStore {
  addEmailJob(emailJob: NewEmailJob): Promise<void>;
  /** The oldest. */
  listEmailJobs(limit: number): Promise<EmailJob[]>;
  finishEmailJob(id: number): Promise<void>;
}

/** An invite as it is kept on disk. */
export interface Invite {
  id: number;
  uses: number;
  usesLeft: number;
  createdAt: number;
  expiresAt: number;
}

/** Where invites are kept. */
export interface InviteStore {
  addInvite(invite: Omit<Invite, 'id'> & { codeHash: string }): Promise<Invite>;
  /** Oldest first. */
  listInvites(): Promise<Invite[]>;
  /** Whether it is good for one more registration now. Does not spend it. */
  isInviteGood(codeHash: string, now: number): Promise<boolean>;
  /** Returns false when there was none. */
  removeInvite(id: number): Promise<boolean>;
}
