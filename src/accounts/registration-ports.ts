// What registration and account settings need from outside: changes of accounts, secrets, invites.

import type { NewEmailJob } from './email-messages.ts';
import type { Account, AccountChanges, NewAccount } from './ports.ts';

/** How an account comes to be verified. */
export type Verification = 'mail' | 'automatic' | 'administrator';

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
  /** The address that it is about: to be confirmed, or to be restored. */
  email: string;
  createdAt: number;
  expiresAt: number;
  /** How many times in a row it was requested; decides how long the next email has to wait. */
  sends: number;
  wrongCodes: number;
  /** Until when no code is checked; `null` for at once. */
  waitUntil: number | null;
  /** The path of this site that the confirmation leads to; empty for none. */
  next: string;
}

/** Everything that one action does to an account; the store does all of it or nothing. */
export interface AccountChange {
  changes?: AccountChanges;
  endSessions?: boolean;
  /** All secrets of these purposes are removed. */
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

/** The outcome of spending a secret. */
export type SpendOutcome =
  /** With the account as it is after the change. */
  | ({ outcome: 'spent' } & SecretOfAccount)
  /** Nothing was changed, since the account or its secret is not as it was read: these are the present ones. */
  | ({ outcome: 'changed' } & SecretOfAccount)
  /** There is no such secret, or it was spent, or it has expired. */
  | { outcome: 'none' };

/** The outcome of a code that was typed in. */
export type CodeOutcome =
  | SpendOutcome
  | { outcome: 'wrong' }
  /** Too many wrong ones: the code was not checked. */
  | { outcome: 'waiting'; until: number };

/** How long codes are not checked after so many wrong ones in a row. */
export interface CodeWaits {
  /** Wrong codes from one wait to the next. */
  every: number;
  /** The first wait, the second, and so on in milliseconds; the last one is repeated. */
  waitsMs: readonly [number, ...number[]];
}

/** Why a name is not available. */
export type NameObstacle =
  | { kind: 'taken' }
  /** An account has a name that looks like it. */
  | { kind: 'confusable'; with: string }
  | { kind: 'released'; until: number };

/** A registration: the account, and what is written and checked with it. */
export interface RegistrationRequest {
  account: NewAccount;
  skeletonHash: string;
  now: number;
  /** Spent together with the registration. */
  inviteHash?: string | undefined;
  /** Only while there is no administrator; removes all links for making one. */
  isFirstAdministrator?: boolean;
  /** What else is written with the account, in the same transaction. */
  change: NewAccountChange;
}

/** The outcome of a registration. */
export type RegistrationOutcome =
  | { outcome: 'registered'; account: Account }
  | { outcome: 'name'; obstacle: NameObstacle }
  | { outcome: 'invite' }
  | { outcome: 'administrator exists' };

/**
 * An account as it was read. When its password, its address or its verification changed since, a change
 * that was decided from it is not made.
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
  /** `bearerId` is the account that is to have the name: its own name is no obstacle. */
  findNameObstacle(
    name: string,
    skeletonHash: string,
    now: number,
    bearerId?: number,
  ): Promise<NameObstacle | undefined>;
  /** By the address, case-insensitive for all letters: the account that confirmed it, or else some that did not confirm it. */
  findAccountsByEmail(email: string): Promise<Account[]>;
  hasAdministrator(): Promise<boolean>;
  /**
   * Keeps a link beside the earlier ones, and removes those that have expired. False, and nothing is
   * kept, when there is an administrator.
   */
  addFirstAdministratorLink(
    link: { tokenHash: string; expiresAt: number },
    now: number,
  ): Promise<boolean>;
  /** Whether the link can be spent now: it has not expired, and there is no administrator. */
  isFirstAdministratorLinkGood(tokenHash: string, now: number): Promise<boolean>;
  /**
   * Makes a change; `undefined`, and nothing is changed, when the account is gone or not as it was read.
   * Throws `conflict` like `AccountStore.updateAccount`.
   */
  apply(account: AccountAsRead, change: AccountChange): Promise<Account | undefined>;
  /**
   * Removes an account with everything that belongs to it and the emails that wait for its confirmed
   * address, reserves its name, adds an email job, and wipes the removed data from the file. `undefined`
   * as in `apply`. Throws `conflict` when no administrator who can log in at `now` would be left.
   */
  remove(
    account: AccountAsRead,
    after: NameReservation & { now: number; emailJob: NewEmailJob | undefined },
  ): Promise<Account | undefined>;
  /**
   * Removes accounts that registered before `registeredBefore` and were never verified. Those with a role
   * stay, and so do suspended ones, as long after the end of their suspension. Returns their names.
   */
  removeUnverified(registeredBefore: number): Promise<string[]>;
  /** Everything that is stored about an account, by table, without secrets; ready for JSON. */
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
   * Replaces all secrets of its account and purpose by this one, without a change of the account; links for
   * a new password, and links that undo a change of the address, are kept side by side.
   */
  putSecret(secret: StoredSecret): Promise<void>;
  /**
   * Spends a secret and makes the change that was decided from what was read, in one transaction; of two
   * at once, one gets `none`. Throws `conflict` like `RegistrationStore.apply`.
   */
  spendToken(read: SecretAsRead, now: number, change: AccountChange): Promise<SpendOutcome>;
  /**
   * Tries a code: a right one is spent and the change made, a wrong one is counted, in one transaction.
   * `codeHash` is compared with that of the account's newest secret of the purpose, and not checked where
   * that is another secret than was read.
   */
  spendCode(
    read: SecretAsRead,
    tried: { codeHash: string; now: number; waits: CodeWaits },
    change: AccountChange,
  ): Promise<CodeOutcome>;
  /** Removes secrets that expired before `expiredBefore` and names that are free by `now`. */
  removeExpired(limits: { expiredBefore: number; now: number }): Promise<void>;
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
