// The rules of accounts: suspensions, flags, the public view, and numbers about all accounts.

import { type Clock, DAY_MS } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import type { Role } from '../../platform/lib/roles.ts';
import { isSuspended, RESTORED } from '../../platform/lib/suspension.ts';
import { quoteSeen } from '../../platform/lib/text.ts';
import { currentLanguage } from '../../platform/messages/language.ts';
import { isAccountName } from './account-names.ts';
import type { Account, AccountStore, NewAccount } from './account-ports.ts';
import { accountFailures } from './messages.ts';

/** Returns the account as it is at `now`: without a suspension that has expired. */
export function withoutEndedSuspension(now: number, account: Account): Account {
  const isSo = account.suspendedAt === null || isSuspended(account, now);
  return isSo ? account : { ...account, ...RESTORED };
}

/** The store, from which accounts are read without suspensions that have expired. */
export function hideEndedSuspensions(accounts: AccountStore, clock: Clock): AccountStore {
  const shown = (account: Account | undefined) =>
    account && withoutEndedSuspension(clock.now(), account);
  const reads: Partial<AccountStore> = {
    findAccountByName: async (name) => shown(await accounts.findAccountByName(name)),
    findAccountById: async (id) => shown(await accounts.findAccountById(id)),
  };
  // All other methods are the store's own.
  return Object.assign(Object.create(accounts), reads);
}

/** Returns the fields that a suspension changes. An existing suspension gets the new reason and end. */
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

export interface Player
  extends Pick<Account, 'id' | 'name' | 'forumTitle' | 'isPremium' | 'registeredAt'> {
  /** Single letters, always in the order `a d m b e p u r`. */
  flags: string[];
}

const SETTABLE = 'dmepr';
const SHOWN_ORDER = 'admbepur';
const DERIVED = { a: 'flagOfAdministrators', b: 'flagOfSuspended', u: 'flagOfUnverified' } as const;

/** Returns the public view of an account. Its flags are those that other sites know (C10.4). */
export function toPlayer(account: Account): Player {
  const { id, name, forumTitle, isPremium, registeredAt } = account;
  const worn = new Set(account.flags);
  if (account.role === 'administrator') worn.add('a');
  if (account.suspendedAt !== null) worn.add('b');
  if (account.verifiedAt === null) worn.add('u');
  const flags = Array.from(SHOWN_ORDER).filter((flag) => worn.has(flag));
  return { id, name, flags, forumTitle, isPremium, registeredAt };
}

/** Parses the flags that an administrator typed into the stored order (C10.6). Throws `invalid`. */
export function parseFlags(text: string): string {
  const sentences = accountFailures.administration;
  for (const flag of text) {
    if (SETTABLE.includes(flag)) continue;
    const derived = flag in DERIVED ? DERIVED[flag as keyof typeof DERIVED] : undefined;
    const sentence = derived ? sentences[derived] : sentences.flagUnknown(quoteSeen(flag));
    throw new Failure('invalid', sentence);
  }
  return Array.from(SETTABLE)
    .filter((flag) => text.includes(flag))
    .join('');
}

/** Registrations per day (UTC), oldest first, today last. Deleted accounts are not counted. */
interface RegistrationCounts {
  readonly startAt: number;
  readonly counts: readonly number[];
}

const SUMMARY_KEPT_MS = 1_000;
const NEWEST = 5;

const REGISTRATIONS_KEPT_MS = 5 * 60_000;
const REGISTRATION_DAYS = 90;

export async function findAccount(
  accounts: AccountStore,
  which: string | number,
): Promise<Account | undefined> {
  if (typeof which === 'string') {
    // Phone keyboards add spaces.
    const name = which.trim();
    return isAccountName(name) ? accounts.findAccountByName(name) : undefined;
  }
  const isPossible = Number.isSafeInteger(which) && which >= 1;
  return isPossible ? accounts.findAccountById(which) : undefined;
}

export function createPlayers({ accounts, clock }: { accounts: AccountStore; clock: Clock }) {
  return {
    async findPlayer(which: string | number): Promise<Player | undefined> {
      const account = await findAccount(accounts, which);
      return account && toPlayer(account);
    },
    /** The number of verified, unsuspended accounts and the newest five names (C10.5), at most a second old. */
    summarisePlayers: createKept(clock, SUMMARY_KEPT_MS, async () => {
      const { count, newest } = await accounts.summariseAccounts(NEWEST, clock.now());
      return { playerCount: count, lastFive: newest };
    }),
    /** The counts of the last 90 days; the same object for five minutes. */
    countRegistrations: createKept(
      clock,
      REGISTRATIONS_KEPT_MS,
      async (): Promise<RegistrationCounts> => {
        const firstDay = Math.floor(clock.now() / DAY_MS) - REGISTRATION_DAYS + 1;
        const counts = Array<number>(REGISTRATION_DAYS).fill(0);
        for (const { day, count } of await accounts.countRegistrations(firstDay)) {
          // A future day was written by a clock that was ahead.
          if (day - firstDay < REGISTRATION_DAYS) counts[day - firstDay] = count;
        }
        return { startAt: firstDay * DAY_MS, counts };
      },
    ),
  };
}

/** Caches what `read` returns for `keptMs`. Failures are not cached. */
function createKept<Value>(
  clock: Clock,
  keptMs: number,
  read: () => Promise<Value>,
): () => Promise<Value> {
  let kept: { readAt: number; value: Promise<Value> } | undefined;
  return async () => {
    const ageMs = kept ? clock.now() - kept.readAt : keptMs;
    if (!kept || ageMs >= keptMs || ageMs < 0) kept = { readAt: clock.now(), value: read() };
    const requested = kept;
    try {
      return await requested.value;
    } catch (error) {
      if (kept === requested) kept = undefined;
      throw error;
    }
  };
}

export function blankAccount(facts: {
  name: string;
  email: string;
  passwordHash: string;
  now: number;
  isVerified: boolean;
  role?: Role;
}): NewAccount {
  const { name, email, passwordHash, now, isVerified, role = 'player' } = facts;
  return {
    name,
    email,
    emailConfirmedAt: null,
    passwordHash,
    verifiedAt: isVerified ? now : null,
    suspendedAt: null,
    suspendedUntil: null,
    suspensionReason: '',
    role,
    flags: '',
    forumTitle: '',
    isPremium: false,
    registeredAt: now,
    language: currentLanguage(),
  };
}
