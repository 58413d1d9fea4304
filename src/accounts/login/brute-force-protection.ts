// Brute-force protection: notices that the password of one account is guessed at from many addresses, and asks
// devices that the account does not know for a mailed code, so that its owner is not locked out.

import type { Clock } from '../../lib/clock.ts';
import type { Mailer } from '../email-messages.ts';
import { emailOwner } from '../notify-owner.ts';
import type { Account } from '../ports.ts';
import type { AccountLog, SecurityStore, SharedStates } from '../security-ports.ts';

const MINUTE_MS = 60_000;
const PROTECTED_MS = 60 * MINUTE_MS;
const REWRITE_MS = 5 * MINUTE_MS;

/** Creates the protection. One that has begun survives a restart; counts below the limit do not. */
export function createBruteForceProtection(ports: {
  security: SecurityStore;
  log: AccountLog;
  mailer: Mailer;
  clock: Clock;
  states: SharedStates;
  /** Called once each time that it begins. */
  onBruteForce(accountName: string): void;
}) {
  const { security, log, mailer, clock, states, onBruteForce } = ports;
  const detector = createBruteForceDetector(states);
  const writtenAt = new Map<number, number>();

  async function begin(account: Account, now: number): Promise<void> {
    const wasUntil = await security.protectUntil(account.id, now + PROTECTED_MS);
    if (wasUntil > now) return;
    onBruteForce(account.name);
    await log.note(account.id, 'brute-force protection');
    await emailOwner(mailer, account, { kind: 'brute-force protection', at: now });
  }

  return {
    async noteWrong(account: Account) {
      if (!(await detector.noteWrong(account.id))) return;
      const now = clock.now();
      const ageMs = now - (writtenAt.get(account.id) ?? Number.NEGATIVE_INFINITY);
      if (ageMs >= 0 && ageMs < REWRITE_MS) return;
      writtenAt.set(account.id, now);
      await begin(account, now);
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
const ACCOUNTS_AT_MOST = 10_000;

interface Counted {
  /** Wrong passwords of each five minutes of the last hour, at the slot's number modulo 12. */
  counts: readonly number[];
  latestSlot: number;
}

/** Creates the detector; `accountsAtMost` bounds how many accounts are remembered, those changed latest. */
export function createBruteForceDetector(
  states: SharedStates,
  { limit, accountsAtMost } = { limit: LIMIT, accountsAtMost: ACCOUNTS_AT_MOST },
) {
  const watched = states.open<Counted>('wrong passwords of an account', { most: accountsAtMost });
  return {
    /** Counts one; returns whether the account has had as many as only guessing makes. Throws `unavailable`. */
    noteWrong: (accountId: number) =>
      watched.update(`${accountId}`, (state, now) => {
        const slot = Math.floor(now / SLOT_MS);
        const counts = countsAt(slot, state);
        counts[slot % SLOTS] = (counts[slot % SLOTS] ?? 0) + 1;
        return {
          result: counts.reduce((sum, count) => sum + count, 0) >= limit,
          next: { state: { counts, latestSlot: slot }, until: (slot + SLOTS) * SLOT_MS },
        };
      }),
  };
}

/** The counts without those that are over an hour old. */
function countsAt(slot: number, counted: Counted | undefined): number[] {
  const none = Array<number>(SLOTS).fill(0);
  if (counted === undefined) return none;
  const passed = slot - counted.latestSlot;
  // A clock that was turned back, or an hour without any: nothing of it counts any more.
  if (passed < 0 || passed >= SLOTS) return none;
  const counts = [...counted.counts];
  for (let step = 1; step <= passed; step += 1) counts[(counted.latestSlot + step) % SLOTS] = 0;
  return counts;
}
