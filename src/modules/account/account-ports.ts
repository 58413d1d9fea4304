// What accounts need from their store: accounts, sessions, registration, one-time secrets, invites, administration.
// Times are milliseconds since the Unix epoch. Each call that writes is one transaction, durable when it returns.

import type { Role } from '../../platform/lib/roles.ts';
import type { NewEmailJob } from '../../platform/messages/email-kind.ts';
import type { Language } from '../../platform/messages/language.ts';
import type { AuditEntry } from '../audit/index.ts';
import type { LogBounds, NewLogEntry } from './account-log-ports.ts';

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
  verifiedAt: number | null;
  /** May still be set after the suspension ended by itself. */
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
  language: Language;
}

export type Agreement = Pick<Account, 'rulesVersion' | 'rulesAgreedAt'>;

export type NewAccount = Omit<Account, 'id' | keyof Agreement> & Partial<Agreement>;

export type AccountChanges = Partial<Omit<Account, 'id' | 'registeredAt'>>;

export interface AccountStore {
  /** Throws `conflict` when the name is taken, or the address confirmed here and by another account; both in any case. */
  insertAccount(account: NewAccount): Promise<Account>;
  /** A–Z case-insensitive, no Unicode folding. */
  findAccountByName(name: string): Promise<Account | undefined>;
  findAccountById(id: number): Promise<Account | undefined>;
  /** Returns the changed account, `undefined` when there is none. Throws `conflict` like `insertAccount`. */
  updateAccount(
    id: number,
    changes: AccountChanges,
    options: { endSessions: boolean },
  ): Promise<Account | undefined>;
  /** Replaces a hash of a password by another hash of the same one; false when it is no longer the account's. */
  replacePasswordHash(id: number, change: { from: string; to: string }): Promise<boolean>;
  deleteAccount(id: number): Promise<boolean>;
  /** Verified accounts that are not suspended at `now`: how many, and the names of the newest, newest first. */
  summariseAccounts(newestLimit: number, now: number): Promise<{ count: number; newest: string[] }>;
  /** How many of the accounts there are were registered on each day in UTC since the epoch, ascending, without empty days. */
  countRegistrations(firstDay: number): Promise<{ day: number; count: number }[]>;
}

/** A session as it is kept on disk: the hash of its value, never the value itself. */
export interface StoredSession {
  /** Lower-case hex SHA-256 of the cookie's value. */
  valueHash: string;
  accountId: number;
  createdAt: number;
  /** Written at most once a day. */
  lastUsedAt: number;
  /** In words; empty where it is not known. */
  device: string;
  /** Two letters, or `T1`; empty where it was not looked up. */
  country: string;
}

export interface StartNotes {
  entry: NewLogEntry;
  logBounds: LogBounds;
  /** Keys under which the device is known from now on; the newest `devicesAtMost` of the account are kept. */
  deviceKeyHashes: readonly string[];
  devicesAtMost: number;
  /** A browser's key that is replaced, for all accounts of which it is a known device. */
  rotates: { from: string; to: string } | undefined;
}

export interface SessionStore {
  /**
   * Starts a session and ends the one that it came from. Returns false, and changes nothing, when the
   * account's password hash is no longer `passwordHash`, or the account is suspended or gone: a login
   * must not outrun a change made while its password was checked. Of more than `atMost` sessions of
   * the account, those used longest ago end.
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
  /** All of an account, used last first. Expiry is the caller's rule, as it is of `findSession`. */
  listSessions(accountId: number): Promise<StoredSession[]>;
  endOtherSessions(accountId: number, keptValueHash: string): Promise<number>;
  findSession(valueHash: string): Promise<{ session: StoredSession; account: Account } | undefined>;
  markSessionUsed(valueHash: string, at: number): Promise<void>;
  endSession(valueHash: string): Promise<void>;
  removeExpiredSessions(limits: { usedBefore: number; createdBefore: number }): Promise<number>;
}

export type SecretPurpose = 'verify address' | 'reset password' | 'new address' | 'undo address';

export interface StoredSecret {
  accountId: number;
  purpose: SecretPurpose;
  tokenHash: string;
  /** Of the code beside the link; `null` where there is none. */
  codeHash: string | null;
  email: string;
  createdAt: number;
  expiresAt: number;
  sends: number;
  wrongCodes: number;
  waitUntil: number | null;
  /** The path of this site that the confirmation leads to; empty for none. */
  next: string;
}

/** A change of an account, which may not exist yet: the store fills in its id. */
export interface AccountChange {
  changes?: AccountChanges;
  endSessions?: boolean;
  forget?: readonly SecretPurpose[];
  secret?: Omit<StoredSecret, 'accountId'>;
  emailJobs?: readonly Omit<NewEmailJob, 'accountId'>[];
}

export interface SecretOfAccount {
  secret: StoredSecret;
  account: Account;
}

export type SpendOutcome =
  | ({ outcome: 'spent' } & SecretOfAccount)
  /** Nothing was changed, since the account or its secret is not as it was read: these are the present ones. */
  | ({ outcome: 'changed' } & SecretOfAccount)
  /** There is no such secret, or it was spent, or it has expired. */
  | { outcome: 'none' };

export type CodeOutcome =
  | SpendOutcome
  | { outcome: 'wrong' }
  /** Too many wrong ones: the code was not checked. */
  | { outcome: 'waiting'; until: number };

/** How long codes are not checked after so many wrong ones in a row. */
export interface CodeWaits {
  every: number;
  /** The first wait, the second, and so on; the last one is repeated. */
  waitsMs: readonly [number, ...number[]];
}

export type NameObstacle =
  | { kind: 'taken' }
  | { kind: 'confusable'; with: string }
  | { kind: 'released'; until: number };

export interface RegistrationRequest {
  account: NewAccount;
  skeletonHash: string;
  now: number;
  /** Spent together with the registration. */
  inviteHash?: string | undefined;
  /** Only while there is no administrator; removes all links for making one. */
  isFirstAdministrator?: boolean;
  change: AccountChange;
}

export type RegistrationOutcome =
  | { outcome: 'registered'; account: Account }
  | { outcome: 'name'; obstacle: NameObstacle }
  | { outcome: 'invite' }
  | { outcome: 'administrator exists' };

/** An account as it was read: where one of these is another by now, a change that was decided from it is not made. */
export type AccountAsRead = Pick<
  Account,
  'id' | 'passwordHash' | 'email' | 'emailConfirmedAt' | 'verifiedAt'
>;

export interface SecretAsRead {
  secret: Pick<StoredSecret, 'purpose' | 'tokenHash'>;
  account: AccountAsRead;
}

export interface RegistrationStore {
  /** Of two that want the same name or the last use of an invite, one gets it. */
  register(request: RegistrationRequest): Promise<RegistrationOutcome>;
  /** `bearerId` is the account that is to have the name: its own name is no obstacle. */
  findNameObstacle(
    name: string,
    skeletonHash: string,
    now: number,
    bearerId?: number,
  ): Promise<NameObstacle | undefined>;
  /** Case-insensitive for all letters: the account that confirmed the address, or else some that did not. */
  findAccountsByEmail(email: string): Promise<Account[]>;
  hasAdministrator(): Promise<boolean>;
  /** Removes those that have expired. False, and nothing is kept, when there is an administrator. */
  addFirstAdministratorLink(
    link: { tokenHash: string; expiresAt: number },
    now: number,
  ): Promise<boolean>;
  /** Whether it has not expired, and there is no administrator. */
  isFirstAdministratorLinkGood(tokenHash: string, now: number): Promise<boolean>;
  /** `undefined` when the account is gone or not as it was read. Throws `conflict` like `updateAccount`. */
  apply(account: AccountAsRead, change: AccountChange): Promise<Account | undefined>;
  /**
   * Removes an account with everything that belongs to it and the emails that wait for its confirmed
   * address, and wipes the removed data from the file. `undefined` as in `apply`. Throws `conflict`
   * when no administrator who can log in at `now` would be left.
   */
  remove(
    account: AccountAsRead,
    after: NameReservation & { now: number; emailJob: NewEmailJob | undefined },
  ): Promise<Account | undefined>;
  /** Returns their names. Those with a role stay, and suspended ones for as long after their suspension. */
  removeUnverified(registeredBefore: number): Promise<string[]>;
  /** Restores verified accounts whose suspension ended by itself; the end of the others is needed by `removeUnverified`. */
  clearEndedSuspensions(now: number): Promise<void>;
  /** Everything that is stored about an account, by table, without secrets; ready for JSON. */
  readEverything(account: Account): Promise<Record<string, unknown>>;
}

/** A name that nobody may take until then, by the hash of its skeleton. */
export interface NameReservation {
  skeletonHash: string;
  reservedUntil: number;
}

export interface SecretStore {
  /** The newest of a purpose, expired or not. */
  findSecret(accountId: number, purpose: SecretPurpose): Promise<StoredSecret | undefined>;
  /** One that has not expired, with its account. Does not spend it. */
  findByToken(
    purpose: SecretPurpose,
    tokenHash: string,
    now: number,
  ): Promise<SecretOfAccount | undefined>;
  /** Replaces all of its purpose; links for a new password, and those that undo a change, are kept side by side. */
  putSecret(secret: StoredSecret): Promise<void>;
  /** Spends a secret and makes the change; of two at once, one gets `none`. Throws `conflict` like `apply`. */
  spendToken(read: SecretAsRead, now: number, change: AccountChange): Promise<SpendOutcome>;
  /** Spends a right code, counts a wrong one, and compares none where a newer secret was made since it was read. */
  spendCode(
    read: SecretAsRead,
    tried: { codeHash: string; now: number; waits: CodeWaits },
    change: AccountChange,
  ): Promise<CodeOutcome>;
  /** Removes secrets that expired before `expiredBefore` and names that are free by `now`. */
  removeExpired(limits: { expiredBefore: number; now: number }): Promise<void>;
}

export interface Invite {
  id: number;
  uses: number;
  usesLeft: number;
  createdAt: number;
  expiresAt: number;
}

export interface InviteStore {
  addInvite(invite: Omit<Invite, 'id'> & { codeHash: string }): Promise<Invite>;
  listInvites(): Promise<Invite[]>;
  /** Whether it is good for one more registration now. Does not spend it. */
  isInviteGood(codeHash: string, now: number): Promise<boolean>;
  removeInvite(id: number): Promise<boolean>;
}

/** A search for accounts: all conditions given must be met. `now` decides which suspensions have ended. */
export interface AccountQuery {
  /** A piece of the name, A–Z case-insensitive, or all digits of the id. */
  text?: string;
  /** The whole address, case-insensitive. */
  email?: string;
  standing?: Standing;
  now: number;
  beforeId?: number;
  limit: number;
}

export const STANDINGS = ['unverified', 'suspended', 'staff'] as const;

export type Standing = (typeof STANDINGS)[number];

/** What is written with a change. */
export interface ChangeContext {
  entries: readonly AuditEntry[];
  endSessions?: boolean;
  forgetsTwoFactor?: boolean;
  emailJobs?: readonly NewEmailJob[];
  note?: { entry: NewLogEntry; bounds: LogBounds };
  reserves?: NameReservation;
  /** Whether a new name that looks like another account's is refused. */
  refusesAlike?: boolean;
  /** Whether the change is refused when no administrator who can log in would be left. */
  keepsAdministrator?: boolean;
}

/** An account as it was read: one that has another name or role by now is not changed. */
export type ExpectedAccount = Pick<Account, 'id' | 'name' | 'role'>;

export interface AdministrationStore {
  searchAccounts(query: AccountQuery): Promise<Account[]>;
  countAccounts(now: number): Promise<Record<'all' | Standing, number>>;
  /** Throws `conflict` when the name or the e-mail address is taken, or the name looks like another's where that is refused. */
  addAccount(
    account: NewAccount,
    entry: AuditEntry,
    options?: Pick<ChangeContext, 'refusesAlike'>,
  ): Promise<Account>;
  /** `undefined` when there is none. Throws `conflict`: taken, last administrator, or not as expected any more. */
  changeAccount(
    expected: ExpectedAccount,
    changes: AccountChanges,
    action: ChangeContext,
  ): Promise<Account | undefined>;
  /** Wipes what is personal from the file; false when there was none. Throws `conflict` like `changeAccount`. */
  removeAccount(
    expected: ExpectedAccount,
    action: Pick<ChangeContext, 'entries' | 'emailJobs' | 'keepsAdministrator'> & {
      reserves: NameReservation;
    },
  ): Promise<boolean>;
}
