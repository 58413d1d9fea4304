// Guards an account whose password is guessed at from many addresses, without locking its owner out.

import type { Clock } from '../../lib/clock.ts';
import type { Post } from '../letters.ts';
import type { Account } from '../ports.ts';
import type { AccountLog, SecurityStore } from '../security-ports.ts';
import { writeToOwner } from '../tell-owner.ts';
import { createGuessingWatch } from './guessing-watch.ts';

/** Told of every wrong password. */
export interface GuessingGuard {
  /** Counts one; where it is one too many, unknown devices need a mailed code for the next hour. */
  noteWrong(account: Account): Promise<void>;
  sweep(): void;
}

const MINUTE_MS = 60_000;
const GUARDED_MS = 60 * MINUTE_MS;
const REWRITE_MS = 5 * MINUTE_MS;

/** Makes the guard; an episode that goes on survives a restart, counts below the limit do not. */
export function createGuessingGuard(ports: {
  security: SecurityStore;
  log: AccountLog;
  post: Post;
  clock: Clock;
  /** Told once for each time it begins. */
  onGuessing(accountName: string): void;
}): GuessingGuard {
  const { security, log, post, clock, onGuessing } = ports;
  const watch = createGuessingWatch(clock);
  const writtenAt = new Map<number, number>();

  async function begin(account: Account, now: number): Promise<void> {
    const wasUntil = await security.guard(account.id, now + GUARDED_MS);
    if (wasUntil > now) return;
    onGuessing(account.name);
    await log.note(account.id, 'guessing noticed');
    await writeToOwner(post, account, { kind: 'guessing noticed', at: now });
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
