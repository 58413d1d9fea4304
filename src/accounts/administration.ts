// What administrators do with accounts, from the command line and later from pages.

import type { Clock } from '../lib/clock.ts';
import { MusterError } from '../lib/errors.ts';
import { quoteSeen } from '../lib/text.ts';
import { isAccountName, requireAccountName } from './account-name.ts';
import { requireEmailAddress } from './email-address.ts';
import { requirePassword } from './password-rules.ts';
import { requirePlainLine } from './plain-line.ts';
import { parseFlags } from './player.ts';
import type { Account, AccountChanges, AccountStore, PasswordHasher } from './ports.ts';

export { generatePassword } from './password-rules.ts';

/** Managing accounts. Names are matched A–Z case-insensitively; `not_found` and `invalid` are thrown as sentences. */
export interface AccountAdministration {
  /** Throws `conflict` when the name is taken, or the address of one who is to be verified. */
  createAccount(request: {
    name: string;
    email: string;
    password: string;
    isAdmin: boolean;
    isVerified: boolean;
  }): Promise<Account>;
  findAccount(name: string): Promise<Account>;
  listAccounts(page: { afterId: number; limit: number }): Promise<Account[]>;
  /** Keeps the time of an earlier verification. */
  verifyAccount(name: string): Promise<Account>;
  /** Ends all sessions of the account. */
  changePassword(name: string, password: string): Promise<Account>;
  /** Ends all sessions of the account; one that is suspended already gets the new reason. */
  suspendAccount(name: string, reason: string): Promise<Account>;
  /** Revives no session. */
  restoreAccount(name: string): Promise<Account>;
  deleteAccount(name: string): Promise<void>;
  /** Changes what is given, and leaves the rest. */
  setDetails(
    name: string,
    details: { flags?: string; forumTitle?: string; isPremium?: boolean; isAdmin?: boolean },
  ): Promise<Account>;
}

const LONGEST_REASON = 500;
const LONGEST_TITLE = 64;

/** Opens the administration on its ports; in the running service, `passwords` is a bounded hasher. */
export function createAccountAdministration(ports: {
  accounts: AccountStore;
  clock: Clock;
  passwords: PasswordHasher;
}): AccountAdministration {
  const { accounts, clock, passwords } = ports;

  async function findAccount(name: string): Promise<Account> {
    const account = isAccountName(name) ? await accounts.findAccountByName(name) : undefined;
    return account ?? throwNotFound(name);
  }

  async function change(
    account: Account,
    changes: AccountChanges,
    options = { endSessions: false },
  ): Promise<Account> {
    return (
      (await accounts.updateAccount(account.id, changes, options)) ?? throwNotFound(account.name)
    );
  }

  return {
    findAccount,
    listAccounts: (page) => accounts.listAccounts(page),
    async createAccount(request) {
      const name = requireAccountName(request.name);
      const email = requireEmailAddress(request.email);
      const password = requirePassword(request.password);
      if (await accounts.findAccountByName(name)) {
        throw new MusterError(
          'conflict',
          `There is an account named "${quoteSeen(name)}" already: choose another name.`,
        );
      }
      const passwordHash = await passwords.hash(password);
      const now = clock.now();
      return accounts.insertAccount({
        name,
        email,
        emailConfirmedAt: request.isVerified ? now : null,
        passwordHash,
        verifiedAt: request.isVerified ? now : null,
        suspendedAt: null,
        suspensionReason: '',
        isAdmin: request.isAdmin,
        flags: '',
        forumTitle: '',
        isPremium: false,
        registeredAt: now,
      });
    },
    async verifyAccount(name) {
      const account = await findAccount(name);
      if (account.verifiedAt !== null) return account;
      return change(account, { verifiedAt: clock.now() });
    },
    async changePassword(name, password) {
      const account = await findAccount(name);
      const passwordHash = await passwords.hash(requirePassword(password));
      return change(account, { passwordHash }, { endSessions: true });
    },
    async suspendAccount(name, reason) {
      const suspensionReason = requirePlainLine('The reason', reason, LONGEST_REASON);
      const account = await findAccount(name);
      const suspendedAt = account.suspendedAt ?? clock.now();
      return change(account, { suspendedAt, suspensionReason }, { endSessions: true });
    },
    async restoreAccount(name) {
      const account = await findAccount(name);
      if (account.suspendedAt === null) return account;
      return change(account, { suspendedAt: null, suspensionReason: '' });
    },
    async deleteAccount(name) {
      const account = await findAccount(name);
      if (!(await accounts.deleteAccount(account.id))) throwNotFound(name);
    },
    async setDetails(name, details) {
      const changes: AccountChanges = {};
      if (details.flags !== undefined) changes.flags = parseFlags(details.flags);
      if (details.forumTitle !== undefined) {
        changes.forumTitle = requirePlainLine('The forum title', details.forumTitle, LONGEST_TITLE);
      }
      if (details.isPremium !== undefined) changes.isPremium = details.isPremium;
      if (details.isAdmin !== undefined) changes.isAdmin = details.isAdmin;
      const account = await findAccount(name);
      return Object.keys(changes).length > 0 ? change(account, changes) : account;
    },
  };
}

function throwNotFound(name: string): never {
  throw new MusterError(
    'not_found',
    `There is no account named "${quoteSeen(name)}": list the accounts to see their names.`,
  );
}
