// The actions of administration: what one moderator or administrator can do with accounts, as types.

import type { Clock } from '../../lib/clock.ts';
import type { AccountCounts, AdministrationStore } from '../administration-ports.ts';
import type { Account, AccountStore, PasswordHasher } from '../ports.ts';
import type { NameParts } from '../registration/name-check.ts';
import type { Role } from '../roles.ts';

/** What is looked for, as it was typed; what is missing or empty is no condition. */
export interface AccountQuestion {
  /** A piece of a name, an id, or, for administrators, a whole email address. */
  text?: string | undefined;
  /** One of `STANDINGS`. */
  standing?: string | undefined;
  /** The last id of the page before. */
  beforeId?: number | undefined;
}

/** One page of what was found. */
export interface AccountPage {
  /** Newest first. */
  accounts: ManagedAccount[];
  /** The `beforeId` of the next page; `undefined` on the last one. */
  nextBeforeId: number | undefined;
}

/** Looking for accounts. */
export interface AccountSearch {
  /** Throws `invalid` for an unknown standing, and `forbidden` for an address that the actor may not search for. */
  searchAccounts(question: AccountQuestion): Promise<AccountPage>;
}

/** An account as those who manage it see it. */
export type ManagedAccount = Omit<Account, 'passwordHash' | 'email'> & {
  /** `null` where the actor may not see it. */
  email: string | null;
};

/** Which account is meant: its name, A–Z case-insensitive, or its id as a number. */
export type AccountReference = string | number;

/** What is set of an account; what is left out stays. */
export interface AccountDetails {
  flags?: string;
  forumTitle?: string;
  isPremium?: boolean;
  role?: Role;
}

/**
 * What one actor does. Each action is durable when it returns, and logged in the same transaction with
 * its reason, one line, see `lib/plain-line.ts`; an action that changed nothing is not logged. `not_found`,
 * `invalid`, `conflict` and, for what the actor's role does not allow, `forbidden` are thrown as
 * sentences.
 */
export interface AccountActions extends AccountSearch {
  findAccount(which: AccountReference): Promise<ManagedAccount>;
  /** In order of id. */
  listAccounts(page: { afterId: number; limit: number }): Promise<ManagedAccount[]>;
  countAccounts(): Promise<AccountCounts>;
  /** Throws `conflict` when the name or the email address is taken. */
  createAccount(
    request: {
      name: string;
      email: string;
      password: string;
      role?: Role;
      isVerified: boolean;
      /** Takes a password that its owner might not choose. */
      allowsWeakPassword?: boolean;
    },
    reason?: string,
  ): Promise<ManagedAccount>;
  /** Keeps the time of an earlier verification. */
  verifyAccount(which: AccountReference, reason?: string): Promise<ManagedAccount>;
  /** Ends all sessions of the account, and emails the owner. */
  changePassword(
    which: AccountReference,
    password: string,
    reason?: string,
  ): Promise<ManagedAccount>;
  /**
   * Ends all sessions of the account; one that is suspended already gets the new reason and end. The
   * owner sees both at the login, and gets an email. `until` is a span such as `7d` or a time in
   * UTC, empty for no end. Accounts have to give a reason.
   */
  suspendAccount(which: AccountReference, reason: string, until?: string): Promise<ManagedAccount>;
  /** Brings back no session; the owner gets an email. */
  restoreAccount(which: AccountReference, reason?: string): Promise<ManagedAccount>;
  /**
   * Gives the account another name; its sessions stay, the old name stays reserved for some
   * time, and the owner gets an email.
   * Throws `conflict` when the name is taken or, on pages, looks like another's.
   */
  renameAccount(which: AccountReference, name: string, reason?: string): Promise<ManagedAccount>;
  setDetails(
    which: AccountReference,
    details: AccountDetails,
    reason?: string,
  ): Promise<ManagedAccount>;
  /** Logs the account out everywhere. */
  endSessions(which: AccountReference, reason?: string): Promise<ManagedAccount>;
  /** Takes app, mailed codes and recovery codes off, ends all sessions, and emails the owner. */
  resetTwoFactor(which: AccountReference, reason?: string): Promise<ManagedAccount>;
  /** Leaves nothing personal; the name stays reserved for some time, and the owner gets an email. */
  deleteAccount(which: AccountReference, reason?: string): Promise<void>;
}

/** What administration is made of. */
export interface AdministrationPorts extends NameParts {
  accounts: AccountStore;
  administration: AdministrationStore;
  /** How long names that are given up stay reserved. */
  nameReservedDays: number;
  clock: Clock;
  /** In the running service a bounded one. */
  passwords: PasswordHasher;
}
