// Brute-force protection: limits how many passwords may be tried, and notices when somebody guesses the password of one
// account from many addresses. Then devices that the account does not know need a mailed code, so its owner is not locked out.

import { type Clock, MINUTE_MS } from '../../platform/lib/clock.ts';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import { type Account, type AccountLog, emailOwner } from '../account/index.ts';
import type { Mailer } from '../email/index.ts';
import type { SecurityStore } from '../two-factor/index.ts';
import type { Report } from './events.ts';
import type { LoginEmail } from './login-emails.ts';

/** C4.10. How many passwords may be tried within five minutes, from one address and for one account from it. */
export const PASSWORD_LIMITS = {
  /** From one address, or the network that counts as one, for any account. */
  address: {
    kind: 'passwords from an address',
    windowMs: 5 * 60_000,
    limit: 100,
    rightLimit: 100,
    keysAtMost: 10_000,
  },
  account: {
    kind: 'passwords for an account',
    windowMs: 5 * 60_000,
    limit: 10,
    rightLimit: 30,
    keysAtMost: 20_000,
  },
};

const PROTECTED_MS = 60 * MINUTE_MS;
const REWRITE_MS = 5 * MINUTE_MS;

/** Creates the protection. Active protection survives a restart; counts below the limit do not. */
export function createBruteForceProtection(ports: {
  security: SecurityStore;
  mailer: Mailer<LoginEmail>;
  clock: Clock;
  states: SharedStates;
  report: Report;
  log: AccountLog;
}) {
  const { security, log, mailer, clock, states, report } = ports;
  const detector = createBruteForceDetector(states);
  const writtenAt = new Map<number, number>();

  return {
    async noteWrong(account: Account) {
      const { id, name } = account;
      if (!(await detector.noteWrong(id))) return;
      const now = clock.now();
      const ageMs = now - (writtenAt.get(id) ?? Number.NEGATIVE_INFINITY);
      if (ageMs >= 0 && ageMs < REWRITE_MS) return;
      writtenAt.set(id, now);
      const wasUntil = await security.protectUntil(id, now + PROTECTED_MS);
      if (wasUntil > now) return;
      report('account_guessed_at', { account: name });
      await log.note(id, 'brute-force protection');
      await emailOwner(mailer, account, { kind: 'brute-force protection', at: now });
    },
    sweep() {
      for (const [accountId, at] of writtenAt) {
        if (Math.abs(clock.now() - at) >= REWRITE_MS) writtenAt.delete(accountId);
      }
    },
  };
}

const SLOT_MS = 5 * MINUTE_MS;
const SLOTS = 12;
const LIMIT = 100;
const MAX_ACCOUNTS = 10_000;

interface Counted {
  /** The wrong passwords of each five minutes in the last hour, at the slot's number modulo 12. */
  counts: readonly number[];
  latestSlot: number;
}

/** Creates the detector. `accountsAtMost` bounds the remembered accounts; the latest changed ones stay. */
export function createBruteForceDetector(
  states: SharedStates,
  { limit, accountsAtMost } = { limit: LIMIT, accountsAtMost: MAX_ACCOUNTS },
) {
  const watched = states.open<Counted>('wrong passwords of an account', { most: accountsAtMost });
  return {
    /** Counts a wrong password. Returns whether the account has as many as guessing makes. Throws `unavailable`. */
    noteWrong: (accountId: number) =>
      watched.update(`${accountId}`, (state, now) => {
        const slot = Math.floor(now / SLOT_MS);
        // The clock was turned back, or an hour passed without a wrong password: the old counts no longer apply.
        const passed = state === undefined ? SLOTS : slot - state.latestSlot;
        const isOver = passed < 0 || passed >= SLOTS;
        const counts = Array.from({ length: SLOTS }, (_, index) => {
          const age = (slot - index + SLOTS * SLOTS) % SLOTS;
          return isOver || age < passed ? 0 : (state?.counts[index] ?? 0);
        });
        counts[slot % SLOTS] = (counts[slot % SLOTS] ?? 0) + 1;
        return {
          result: counts.reduce((sum, count) => sum + count, 0) >= limit,
          next: { state: { counts, latestSlot: slot }, until: (slot + SLOTS) * SLOT_MS },
        };
      }),
  };
}
