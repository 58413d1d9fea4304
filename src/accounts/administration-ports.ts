// What administration needs from the store: changes of accounts, each with its entry in the audit log.

import type { AuditEntry } from './audit-ports.ts';
import type { NewEmailJob } from './email-messages.ts';
import type { Account, AccountChanges, NewAccount } from './ports.ts';
import type { NameReservation } from './registration-ports.ts';
import type { LogBounds, NewLogEntry } from './security-ports.ts';

/** Which accounts are asked for; all conditions given must be met. Those suspended are so at `now`. */
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

/** How many accounts there are, and how many of them need a look. */
export interface AccountCounts {
  all: number;
  unverified: number;
  suspended: number;
  staff: number;
}

/** What goes with a change, in the same transaction. */
export interface ChangeContext {
  /** Written where the account is there and the change is possible. */
  entries: readonly AuditEntry[];
  endSessions?: boolean;
  /** Whether app, mailed codes, recovery codes and known devices are forgotten. */
  forgetsTwoFactor?: boolean;
  /** Letters to the owner that are still to be written. */
  emailJobs?: readonly NewEmailJob[];
  /** What the owner reads in the log of the account. */
  note?: { entry: NewLogEntry; bounds: LogBounds };
  /** A name that the account gives up. */
  reserves?: NameReservation;
  /** Whether a new name that looks like another account's is refused. */
  refusesAlike?: boolean;
  /** Whether the change is refused when no administrator who can log in would be left. */
  keepsAdministrator?: boolean;
}

/** An account as its act was judged: one with another name or role by now is left as it is. */
export type ExpectedAccount = Pick<Account, 'id' | 'name' | 'role'>;

/** Where administration happens. Each call is one transaction, durable when it returns. */
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
   * Returns the account as changed, `undefined` when there is none. Throws `conflict` like `addAccount`
   * when the name or the e-mail address is taken, no administrator would be left who has to be, or the account is
   * not as it was judged any more.
   */
  changeAccount(
    expected: ExpectedAccount,
    changes: AccountChanges,
    action: ChangeContext,
  ): Promise<Account | undefined>;
  /** Removes the account and everything personal of it, and wipes it from the file; returns false when there was none. Throws `conflict` like a change. */
  removeAccount(
    expected: ExpectedAccount,
    action: Pick<ChangeContext, 'entries' | 'emailJobs' | 'keepsAdministrator'> & {
      reserves: NameReservation;
    },
  ): Promise<boolean>;
}
