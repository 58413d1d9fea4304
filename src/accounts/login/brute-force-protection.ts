// Guards an account whose password is guessed at from many addresses, without locking its owner out.

import type { Clock } from '../../lib/clock.ts';
import type { Mailer } from '../email-messages.ts';
import { emailOwner } from '../notify-owner.ts';
import type { Account } from '../ports.ts';
import type { AccountLog, SecurityStore } from '../security-ports.ts';
import { createBruteForceDetector } from './brute-force-detector.ts';

/** Told of every wrong password. */
export interface BruteForceProtection {
  /** Counts one; where it is one too many, unknown devices need a mailed code for the next hour. */
  noteWrong(account: Account): Promise<void>;
  sweep(): void;
}

const MINUTE_MS = 60_000;
const PROTECTED_MS = 60 * MINUTE_MS;
const REWRITE_MS = 5 * MINUTE_MS;

/** Makes the guard; an episode that goes on survives a restart, counts below the limit do not. */
export function createBruteForceProtection(ports: {
  security: SecurityStore;
  log: AccountLog;
  mailer: Mailer;
  clock: Clock;
  /** Told once for each time it begins. */
  onBruteForce(accountName: string): void;
}): BruteForceProtection {
  const { security, log, mailer, clock, onBruteForce } = ports;
  const watch = createBruteForceDetector(clock);
  const writtenAt = new Map<number, number>();

  async function begin(account: Account, now: number): Promise<void> {
    const wasUntil = await security.protectAccount(account.id, now + PROTECTED_MS);
    if (wasUntil > now) return;
    onBruteForce(account.name);
    await log.note(account.id, 'guessing noticed');
    await emailOwner(mailer, account, { kind: 'guessing noticed', at: now });
  }

  return {
    async noteWrong(account) {
      if (!watch.noteWrong(account.id)) return;
      const now = clock.now();
      const ageMs = now - (writtenAt.get(account.id) ?? Number.NEGATIVE_INFINITY);
      if (ageMs >= 0 && ageMs < REWRITE_MS) return;
      writtenAt.set(account.id, now);
      await begin(account, now);
    },
    sweep() {
      watch.sweep();
      for (const [accountId, at] of writtenAt) {
        if (Math.abs(clock.now() - at) >= REWRITE_MS) writtenAt.delete(accountId);
      }
    },
  };
}
