// Notices when the password of one account is guessed at from many places.

import type { Clock } from '../../lib/clock.ts';

/** Counts wrong passwords by account, from whatever address, over the last hour. */
export interface BruteForceDetector {
  /** Counts one; returns whether the account has had so many that it is being guessed at. */
  noteWrong(accountId: number): boolean;
  /** Drops what is too old to count. */
  sweep(): void;
}

const SLOT_MS = 5 * 60_000;
const SLOTS = 12;
const LIMIT = 100;
const ACCOUNTS_AT_MOST = 10_000;

interface Counted {
  /** Wrong passwords of each five minutes of the last hour, at the slot's number modulo 12. */
  counts: number[];
  latestSlot: number;
}

/** Makes the watch; `accountsAtMost` bounds how many accounts are remembered, the latest changed last. */
export function createBruteForceDetector(
  clock: Clock,
  { limit, accountsAtMost } = { limit: LIMIT, accountsAtMost: ACCOUNTS_AT_MOST },
): BruteForceDetector {
  const watched = new Map<number, Counted>();

  return {
    noteWrong(accountId) {
      const slot = Math.floor(clock.now() / SLOT_MS);
      const counted = watched.get(accountId) ?? { counts: Array(SLOTS).fill(0), latestSlot: slot };
      emptyPassedSlots(counted, slot);
      counted.counts[slot % SLOTS] = (counted.counts[slot % SLOTS] ?? 0) + 1;
      watched.delete(accountId);
      watched.set(accountId, counted);
      if (watched.size > accountsAtMost) forgetOldest();
      return counted.counts.reduce((sum, count) => sum + count, 0) >= limit;
    },
    sweep() {
      const slot = Math.floor(clock.now() / SLOT_MS);
      for (const [accountId, { latestSlot }] of watched) {
        if (Math.abs(slot - latestSlot) >= SLOTS) watched.delete(accountId);
      }
    },
  };

  function forgetOldest(): void {
    const [oldest] = watched.keys();
    if (oldest !== undefined) watched.delete(oldest);
  }
}

function emptyPassedSlots(counted: Counted, slot: number): void {
  const passed = slot - counted.latestSlot;
  // A clock that was turned back, or an hour without any: nothing of it counts any more.
  if (passed < 0 || passed >= SLOTS) counted.counts.fill(0);
  else
    for (let step = 1; step <= passed; step += 1)
      counted.counts[(counted.latestSlot + step) % SLOTS] = 0;
  counted.latestSlot = slot;
}
