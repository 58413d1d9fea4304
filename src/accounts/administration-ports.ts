// What administration needs from the store: changes of accounts, each with its entry in the audit log.

import type { AuditEntry } from './audit-ports.ts';
import type { NewEmailJob } from './email-messages.ts';
import type { Account, AccountChanges, NewAccount } from './ports.ts';
import type { NameReservation } from './registration-ports.ts';
import type { LogBounds, NewLogEntry } from './security-ports.ts';

/** A search for accounts: all conditions given must be met. `now` decides which suspensions have ended. */
export interface AccountQuery {
  /** A piece of the name, A–Z case-insensitive, or all digits of the id. */
  text?: string;
  /** The whole address, case-insensitive. */
  email?: string;
  standing?: Standing;
  now: number;
  /** Those with a smaller id than this. */
  beforeId?: number;
  limit: number;
}

/** What accounts can be looked for by; `staff` are moderators and administrators. */
export const STANDINGS = ['unverified', 'suspended', 'staff'] as const;

/** One of them. */
export type Standing = (typeof STANDINGS)[number];

/** How many accounts there are, and how many of them need attention. */
export interface AccountCounts {
  all: number;
  unverified: number;
  suspended: number;
  staff: number;
}

/** What is written with a change, in the same transaction. */
export interface ChangeContext {
  /** Written where the account exists and the change is possible. */
  entries: readonly AuditEntry[];
  endSessions?: boolean;
  /** Whether app, mailed codes, recovery codes and known devices are forgotten. */
  forgetsTwoFactor?: boolean;
  /** Emails to the owner. */
  emailJobs?: readonly NewEmailJob[];
  /** The entry in the log that the owner reads. */
  note?: { entry: NewLogEntry; bounds: LogBounds };
  /** The name that the account gives up. */
  reserves?: NameReservation;
  /** Whether a new name that looks like another account's is refused. */
  refusesAlike?: boolean;
  /** Whether the change is refused when no administrator who can log in would be left. */
  keepsAdministrator?: boolean;
}

/** An account as it was read: one that has another name or role by now is not changed. */
export type ExpectedAccount = Pick<Account, 'id' | 'name' | 'role'>;

/** Where administrators change accounts. Each call is one transaction, durable when it returns. */
export interface AdministrationStore {
  /** Highest id first. */
  searchAccounts(query: AccountQuery): Promise<Account[]>;
  countAccounts(now: number): Promise<AccountCounts>;
  /** Throws `conflict` when the name or the e-mail address is taken, or the name looks like another's where that is refused. */
  addAccount(
    account: NewAccount,
    entry: AuditEntry,
    options?: Pick<ChangeContext, 'refusesAlike'>,
  ): Promise<Account>;
  /**
   * Returns the changed account, `undefined` when there is none. Throws `conflict` like `addAccount`, when no
   * administrator would be left where one has to be, and when the account is not as expected any more.
   */
  changeAccount(
    expected: ExpectedAccount,
    changes: AccountChanges,
    action: ChangeContext,
  ): Promise<Account | undefined>;
  /**
   * Removes the account and everything personal of it, and wipes it from the file; returns false when there
   * was none. Throws `conflict` like `changeAccount`.
   */
  removeAccount(
    expected: ExpectedAccount,
    action: Pick<ChangeContext, 'entries' | 'emailJobs' | 'keepsAdministrator'> & {
      reserves: NameReservation;
    },
  ): Promise<boolean>;
}
