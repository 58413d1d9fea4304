// Suspension: it ends all sessions of an account, and is not seen anywhere any more once it has ended by itself.

import type { Clock } from '../lib/clock.ts';
import type { Account, AccountStore, SessionStore } from './ports.ts';

/** The account as it stands at `now`: without a suspension that has ended by itself. */
export function withoutEndedSuspension(now: number, account: Account): Account {
  if (account.suspendedUntil === null || account.suspendedUntil > now) return account;
  return { ...account, ...RESTORED };
}

/** The same stores, whose accounts are read as they stand at the moment of reading. */
export function hideEndedSuspensions<
  Stores extends { accounts: AccountStore; sessions?: SessionStore },
>(stores: Stores & { clock: Clock }): Stores & { clock: Clock } {
  const { accounts, sessions, clock } = stores;
  const shown = (account: Account | undefined) =>
    account && withoutEndedSuspension(clock.now(), account);
  const ofAccounts: Partial<AccountStore> = {
    findAccountByName: async (name) => shown(await accounts.findAccountByName(name)),
    findAccountById: async (id) => shown(await accounts.findAccountById(id)),
  };
  const ofSessions: Partial<SessionStore> = {
    async findSession(valueHash) {
      const found = await sessions?.findSession(valueHash);
      return found && { ...found, account: withoutEndedSuspension(clock.now(), found.account) };
    },
  };
  // All other methods are the store's own.
  return {
    ...stores,
    accounts: Object.assign(Object.create(accounts), ofAccounts),
    ...(sessions && { sessions: Object.assign(Object.create(sessions), ofSessions) }),
  };
}

/** What a suspension changes; one that is there already gets the new reason and end. */
export function suspend(account: Account, now: number, reason: string, until: number | null) {
  return {
    changes: {
      suspendedAt: account.suspendedAt ?? now,
      suspendedUntil: until,
      suspensionReason: reason,
    },
    endSessions: true,
  };
}

/** What its end changes: no session comes back. */
export const RESTORED = { suspendedAt: null, suspendedUntil: null, suspensionReason: '' };
