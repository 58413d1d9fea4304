// What moderators and administrators do with accounts, from the command line and from pages.

import type { Clock } from '../lib/clock.ts';
import { type AccountSearch, createAccountSearch } from './administration/account-search.ts';
import { createAccountChanges } from './administration/administration-changes.ts';
import { findRights } from './administration/administration-rights.ts';
import type { AccountCounts, AdministrationStore } from './administration-ports.ts';
import type { Actor } from './audit-ports.ts';
import type { Account, AccountStore, PasswordHasher } from './ports.ts';
import type { NameParts } from './registration/name-check.ts';
import type { Role } from './roles.ts';
import { readAsOfNow } from './suspension.ts';

export { type AccountAction, mayDo, NEEDED_ROLES } from './administration/administration-rights.ts';
export type { AccountCounts } from './administration-ports.ts';
export { generatePassword } from './password-rules.ts';

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
  /** Throws `conflict` when the name or the e-mail address is taken. */
  createAccount(
    request: { name: string; email: string; password: string; role?: Role; isVerified: boolean },
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
   * owner sees both at the login, and gets an email. `until` is a span such as `7d` or a moment in UTC, empty for ever; accounts
   * have to give a reason.
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

/** Managing accounts. */
export interface AccountAdministration {
  /** The actions of one actor, whose rights are looked up again for each. */
  by(actor: Actor): AccountActions;
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

/** Creates the administration over its ports. */
export function createAccountAdministration(given: AdministrationPorts): AccountAdministration {
  const ports = readAsOfNow(given);
  return {
    by(actor) {
      const rightsOf = () => findRights(actor, ports.accounts);
      return {
        ...createAccountSearch(ports, rightsOf),
        ...createAccountChanges(ports, actor, rightsOf),
      };
    },
  };
}
