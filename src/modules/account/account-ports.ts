// The ports to the stores of accounts: accounts, sessions, registration, one-time secrets, invites, administration.
// Times are milliseconds since the Unix epoch. Each call that writes is one transaction, durable when it returns.

import type { Role } from '../../platform/lib/roles.ts';
import type { NewEmailJob } from '../../platform/messages/email-kind.ts';
import type { Language } from '../../platform/messages/language.ts';
import type { AuditEntry } from '../audit/index.ts';
import type { LogBounds, NewLogEntry } from './account-log-ports.ts';

export interface Account {
  /** Counts up from 1 in order of registration; an id is never reused. */
  id: number;
  /** In the account's own spelling. Players join with this name, and mppasses are made from it. */
  name: string;
  email: string;
  /** `null` until the owner confirms the address. Only one account can have a given confirmed address. */
  emailConfirmedAt: number | null;
  /** Argon2id hash as a PHC string; behind a mark, it stands for no password (`hasPassword`). */
  passwordHash: string;
  verifiedAt: number | null;
  /** Can still be set after the suspension has expired. */
  suspendedAt: number | null;
  /** When the suspension expires; `null` for never. */
  suspendedUntil: number | null;
  /** The owner sees the reason at login; empty if none was given. */
  suspensionReason: string;
  role: Role;
  /** Flags that an administrator set: letters from `dmepr`, each at most once, in that order. */
  flags: string;
  forumTitle: string;
  isPremium: boolean;
  registeredAt: number;
  /** The version of the rules that the owner agreed to last; `null` if there were none. */
  rulesVersion: string | null;
  rulesAgreedAt: number | null;
  language: Language;
}

export type Agreement = Pick<Account, 'rulesVersion' | 'rulesAgreedAt'>;

export type NewAccount = Omit<Account, 'id' | keyof Agreement> & Partial<Agreement>;

export type AccountChanges = Partial<Omit<Account, 'id' | 'registeredAt'>>;

export interface AccountStore {
  /** Throws `conflict` when the name is taken, or when the confirmed address is another account's. Case is ignored. */
  insertAccount(account: NewAccount): Promise<Account>;
  /** Ignores the case of A–Z only, without Unicode folding. */
  findAccountByName(name: string): Promise<Account | undefined>;
  findAccountById(id: number): Promise<Account | undefined>;
  /** Returns the changed account, or `undefined` if it is gone. Throws `conflict` like `insertAccount`. */
  updateAccount(
    id: number,
    changes: AccountChanges,
    options: { endSessions: boolean },
  ): Promise<Account | undefined>;
  /** Replaces a password hash by another hash of the same password; false if the account's hash has changed. */
  replacePasswordHash(id: number, change: { from: string; to: string }): Promise<boolean>;
  deleteAccount(id: number): Promise<boolean>;
  /** Counts the accounts that are verified and not suspended at `now`, and names the newest of them, newest first. */
  summariseAccounts(newestLimit: number, now: number): Promise<{ count: number; newest: string[] }>;
  /** Counts the present accounts by day of registration (UTC days since the epoch), ascending, without empty days. */
  countRegistrations(firstDay: number): Promise<{ day: number; count: number }[]>;
}

/** A stored session: it holds the hash of the cookie's value, never the value itself. */
export interface StoredSession {
  /** Lower-case hex SHA-256 of the cookie's value. */
  valueHash: string;
  accountId: number;
  createdAt: number;
  /** Written at most once a day. */
  lastUsedAt: number;
  /** In words; empty when unknown. */
  device: string;
  /** Two letters, or `T1`; empty when not looked up. */
  country: string;
}

export interface StartNotes {
  entry: NewLogEntry;
  logBounds: LogBounds;
  /** Hashes of the keys that identify the device from now on. The account keeps its newest `devicesAtMost`. */
  deviceKeyHashes: readonly string[];
  devicesAtMost: number;
  /** Replaces a browser's key in every account that knows the device. */
  rotates: { from: string; to: string } | undefined;
}

export interface SessionStore {
  /**
   * Starts a session and ends the one that it came from. Returns false and changes nothing when the account has another
   * password hash than `passwordHash`, is suspended or is gone: a login must not outrun a change that was made while
   * its
   * password was checked. If the account then has more than `atMost` sessions, those used longest ago end.
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
  /** All sessions of an account, most recently used first. The caller checks expiry, here and for `findSession`. */
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
  /** Hash of the code beside the link; `null` if there is no code. */
  codeHash: string | null;
  email: string;
  createdAt: number;
  expiresAt: number;
  sends: number;
  wrongCodes: number;
  waitUntil: number | null;
  /** The path on this site to continue to after confirmation; empty for none. */
  next: string;
}

/** A change of an account. The account may not exist yet: the store fills in its id. */
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
  /** Nothing changed, because the account or its secret differs from what was read. These are the present ones. */
  | ({ outcome: 'changed' } & SecretOfAccount)
  /** The secret does not exist, was spent, or has expired. */
  | { outcome: 'none' };

export type CodeOutcome =
  | SpendOutcome
  | { outcome: 'wrong' }
  /** Too many wrong codes came before, so this one was not checked. */
  | { outcome: 'waiting'; until: number };

/** The waits after several wrong codes in a row. The store checks no codes while a wait lasts. */
export interface CodeWaits {
  every: number;
  /** The first wait, the second, and so on; the last one repeats. */
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
  /** Hash of the invite that the registration spends. */
  inviteHash?: string | undefined;
  /** Succeeds only while the site has no administrator, and removes all links for making one. */
  isFirstAdministrator?: boolean;
  change: AccountChange;
}

export type RegistrationOutcome =
  | { outcome: 'registered'; account: Account }
  | { outcome: 'name'; obstacle: NameObstacle }
  | { outcome: 'invite' }
  | { outcome: 'administrator exists' };

/** An account as it was read. A change is not made if one of these fields has changed since. */
export type AccountAsRead = Pick<
  Account,
  'id' | 'passwordHash' | 'email' | 'emailConfirmedAt' | 'verifiedAt'
>;

export interface SecretAsRead {
  secret: Pick<StoredSecret, 'purpose' | 'tokenHash'>;
  account: AccountAsRead;
}

export interface RegistrationStore {
  /** If two registrations want the same name or the last use of an invite, one gets it. */
  register(request: RegistrationRequest): Promise<RegistrationOutcome>;
  /** `bearerId` is the account that wants the name; its own name is not an obstacle. */
  findNameObstacle(
    name: string,
    skeletonHash: string,
    now: number,
    bearerId?: number,
  ): Promise<NameObstacle | undefined>;
  /** Ignores the case of all letters. Returns the account that confirmed the address, or else some unconfirmed ones. */
  findAccountsByEmail(email: string): Promise<Account[]>;
  hasAdministrator(): Promise<boolean>;
  /** Adds a link and removes expired ones. Returns false, and keeps no link, if the site has an administrator. */
  addFirstAdministratorLink(
    link: { tokenHash: string; expiresAt: number },
    now: number,
  ): Promise<boolean>;
  /** Whether the link has not expired and the site has no administrator. */
  isFirstAdministratorLinkGood(tokenHash: string, now: number): Promise<boolean>;
  /** `undefined` if the account is gone or differs from what was read. Throws `conflict` like `updateAccount`. */
  apply(account: AccountAsRead, change: AccountChange): Promise<Account | undefined>;
  /**
   * Removes an account with everything that belongs to it and the emails that wait for its confirmed address, and wipes
   * the removed data from the file. Returns `undefined` like `apply`. Throws `conflict` if no administrator who can log
   * in at `now` would be left.
   */
  remove(
    account: AccountAsRead,
    after: NameReservation & { now: number; emailJob: NewEmailJob | undefined },
  ): Promise<Account | undefined>;
  /** Returns the names. Accounts with a role stay; suspended ones stay for as long again after their suspension. */
  removeUnverified(registeredBefore: number): Promise<string[]>;
  /** Restores verified accounts whose suspension expired. `removeUnverified` needs the end of the other suspensions. */
  clearEndedSuspensions(now: number): Promise<void>;
  /** Reads everything stored about an account, by table, without secrets, ready for JSON. */
  readEverything(account: Account): Promise<Record<string, unknown>>;
}

/** Reserves a name until a given time. It holds the hash of the name's skeleton. */
export interface NameReservation {
  skeletonHash: string;
  reservedUntil: number;
}

export interface SecretStore {
  /** Finds the newest secret of a purpose, expired or not. */
  findSecret(accountId: number, purpose: SecretPurpose): Promise<StoredSecret | undefined>;
  /** Finds a secret that has not expired, with its account. Does not spend it. */
  findByToken(
    purpose: SecretPurpose,
    tokenHash: string,
    now: number,
  ): Promise<SecretOfAccount | undefined>;
  /** Replaces all secrets of the purpose. Links that set a password or undo a change are added beside earlier ones. */
  putSecret(secret: StoredSecret): Promise<void>;
  /** Spends a secret and makes the change. If two try at once, one gets `none`. Throws `conflict` like `apply`. */
  spendToken(read: SecretAsRead, now: number, change: AccountChange): Promise<SpendOutcome>;
  /** Spends a right code or counts a wrong one. Checks nothing if a newer secret was made since the read. */
  spendCode(
    read: SecretAsRead,
    tried: { codeHash: string; now: number; waits: CodeWaits },
    change: AccountChange,
  ): Promise<CodeOutcome>;
  /** Removes secrets that expired before `expiredBefore`, and reservations of names that end by `now`. */
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
  /** Whether the invite is good for one more registration now. Does not spend it. */
  isInviteGood(codeHash: string, now: number): Promise<boolean>;
  removeInvite(id: number): Promise<boolean>;
}

/** A search for accounts. All given conditions must hold. `now` decides which suspensions have expired. */
export interface AccountQuery {
  /** A part of the name (ignoring the case of A–Z), or all digits of the id. */
  text?: string;
  /** The whole address, in any case. */
  email?: string;
  standing?: Standing;
  now: number;
  beforeId?: number;
  limit: number;
}

export const STANDINGS = ['unverified', 'suspended', 'staff'] as const;

export type Standing = (typeof STANDINGS)[number];

/** What the store writes together with a change. */
export interface ChangeContext {
  entries: readonly AuditEntry[];
  endSessions?: boolean;
  forgetsTwoFactor?: boolean;
  emailJobs?: readonly NewEmailJob[];
  note?: { entry: NewLogEntry; bounds: LogBounds };
  reserves?: NameReservation;
  /** Whether to refuse a new name that looks like another account's. */
  refusesAlike?: boolean;
  /** Whether to refuse the change if no administrator who can log in would be left. */
  keepsAdministrator?: boolean;
}

/** An account as it was read. If its name or role has changed since, the store does not change it. */
export type ExpectedAccount = Pick<Account, 'id' | 'name' | 'role'>;

export interface AdministrationStore {
  searchAccounts(query: AccountQuery): Promise<Account[]>;
  countUnverified(): Promise<number>;
  /** Throws `conflict` when the name or the email address is taken or, with `refusesAlike`, the name looks alike. */
  addAccount(
    account: NewAccount,
    entry: AuditEntry,
    options?: Pick<ChangeContext, 'refusesAlike'>,
  ): Promise<Account>;
  /** `undefined` if the account is gone. Throws `conflict`: taken, last administrator, or not as expected. */
  changeAccount(
    expected: ExpectedAccount,
    changes: AccountChanges,
    action: ChangeContext,
  ): Promise<Account | undefined>;
  /** Wipes personal data from the file; false if there was no account. Throws `conflict` like `changeAccount`. */
  removeAccount(
    expected: ExpectedAccount,
    action: Pick<ChangeContext, 'entries' | 'emailJobs' | 'keepsAdministrator'> & {
      reserves: NameReservation;
    },
  ): Promise<boolean>;
}
