// When a suspension counts: one that ended by itself is not seen anywhere any more.

import type { Clock } from '../lib/clock.ts';
import type { Account, AccountStore, SessionStore } from './ports.ts';

/** The account as it stands at `now`: without a suspension that has ended by itself. */
export function asOf(now: number, account: Account): Account {
  if (account.suspendedUntil === null || account.suspendedUntil > now) return account;
  return { ...account, suspendedAt: null, suspendedUntil: null, suspensionReason: '' };
}

/** The same stores, whose accounts are read as they stand at the moment of reading. */
export function readAsOfNow<Stores extends { accounts: AccountStore; sessions?: SessionStore }>(
  stores: Stores & { clock: Clock },
): Stores & { clock: Clock } {
  const { accounts, sessions, clock } = stores;
  const seen = (account: Account | undefined) => account && asOf(clock.now(), account);
  const read: Partial<AccountStore> = {
    findAccountByName: async (name) => seen(await accounts.findAccountByName(name)),
    findAccountById: async (id) => seen(await accounts.findAccountById(id)),
  };
  const readSessions: Partial<SessionStore> = {
    async findSession(valueHash) {
      const found = await sessions?.findSession(valueHash);
      return found && { ...found, account: asOf(clock.now(), found.account) };
    },
  };
  return {
    ...stores,
    accounts: inFrontOf(accounts, read),
    ...(sessions && { sessions: inFrontOf(sessions, readSessions) }),
  };
}

/** The store with some of its methods replaced; all others are its own. */
function inFrontOf<Store extends object>(store: Store, methods: Partial<Store>): Store {
  return Object.assign(Object.create(store), methods);
}
