// What the public sees of accounts: a player with its flags, and numbers about all of them.

import type { Clock } from '../lib/clock.ts';
import { Failure } from '../lib/failure.ts';
import { quoteSeen } from '../lib/text.ts';
import { accountFailures } from '../messages/messages.ts';
import { isAccountName } from './account-names.ts';
import type { Account, AccountStore, Ports } from './ports.ts';

export interface Player
  extends Pick<Account, 'id' | 'name' | 'forumTitle' | 'isPremium' | 'registeredAt'> {
  /** Single letters, always in the order `a d m b e p u r`. */
  flags: string[];
}

const SETTABLE = 'dmepr';
const SHOWN_ORDER = 'admbepur';
const DERIVED = { a: 'flagOfAdministrators', b: 'flagOfSuspended', u: 'flagOfUnverified' } as const;

/** The public view of an account; its flags are those that other sites know (C10.4). */
export function toPlayer(account: Account): Player {
  const { id, name, forumTitle, isPremium, registeredAt } = account;
  const worn = new Set(account.flags);
  if (account.role === 'administrator') worn.add('a');
  if (account.suspendedAt !== null) worn.add('b');
  if (account.verifiedAt === null) worn.add('u');
  const flags = Array.from(SHOWN_ORDER).filter((flag) => worn.has(flag));
  return { id, name, flags, forumTitle, isPremium, registeredAt };
}

/** The flags that an administrator typed, in the stored order (C10.6). Throws `invalid`. */
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

/** Registrations of each day in UTC, oldest first, the present day last; without accounts that are gone again. */
interface RegistrationCounts {
  readonly startAt: number;
  readonly counts: readonly number[];
}

const SUMMARY_KEPT_MS = 1_000;
const NEWEST = 5;

const REGISTRATIONS_KEPT_MS = 5 * 60_000;
const REGISTRATION_DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;

export async function findAccount(
  accounts: AccountStore,
  which: string | number,
): Promise<Account | undefined> {
  if (typeof which === 'string') {
    return isAccountName(which) ? accounts.findAccountByName(which) : undefined;
  }
  const isPossible = Number.isSafeInteger(which) && which >= 1;
  return isPossible ? accounts.findAccountById(which) : undefined;
}

export function createPlayers({ accounts, clock }: Pick<Ports, 'accounts' | 'clock'>) {
  return {
    async findPlayer(which: string | number): Promise<Player | undefined> {
      const account = await findAccount(accounts, which);
      return account && toPlayer(account);
    },
    /** Verified accounts that are not suspended, and the newest five names (C10.5); never older than a second. */
    summarisePlayers: createKept(clock, SUMMARY_KEPT_MS, async () => {
      const { count, newest } = await accounts.summariseAccounts(NEWEST, clock.now());
      return { playerCount: count, lastFive: newest };
    }),
    /** Those of the last 90 days; the same object for five minutes. */
    countRegistrations: createKept(
      clock,
      REGISTRATIONS_KEPT_MS,
      async (): Promise<RegistrationCounts> => {
        const firstDay = Math.floor(clock.now() / DAY_MS) - REGISTRATION_DAYS + 1;
        const counts = Array<number>(REGISTRATION_DAYS).fill(0);
        for (const { day, count } of await accounts.countRegistrations(firstDay)) {
          // A day of the future was written by a clock that was ahead.
          if (day - firstDay < REGISTRATION_DAYS) counts[day - firstDay] = count;
        }
        return { startAt: firstDay * DAY_MS, counts };
      },
    ),
  };
}

/** What `read` returned, until that is `keptMs` old; a failure is not kept. */
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
