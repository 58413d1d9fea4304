// Pending logins on pages: the password was right and the code is still missing; in memory for ten minutes.

import type { Clock } from '../../lib/clock.ts';
import { sha256Hex } from '../../lib/sha256.ts';

/** A login between its two steps. */
export interface PendingLogin {
  accountId: number;
  /** Of the password that was right; another one since then ends the login. */
  passwordHash: string;
  /** The session of an account that the login came from, a secret; it ends with the login's success. */
  endsValue?: string | undefined;
}

/** Pending logins, each bound to the session that showed the password. */
export interface PendingLogins {
  put(sessionValue: string, pending: PendingLogin): void;
  find(sessionValue: string): PendingLogin | undefined;
  drop(sessionValue: string): void;
  sweep(): void;
}

const LIFETIME_MS = 10 * 60_000;
const AT_MOST = 10_000;

/** Creates the memory; of more than `atMost` logins the oldest is forgotten first. */
export function createPendingLogins(clock: Clock, { atMost } = { atMost: AT_MOST }): PendingLogins {
  // In order of their beginning. The keys are hashes: a dump of the memory opens no session.
  const pending = new Map<string, PendingLogin & { since: number }>();

  function isLive({ since }: { since: number }): boolean {
    const ageMs = clock.now() - since;
    return ageMs >= 0 && ageMs < LIFETIME_MS;
  }

  return {
    put(sessionValue, login) {
      const key = keyOf(sessionValue);
      pending.delete(key);
      pending.set(key, { ...login, since: clock.now() });
      const [oldest] = pending.keys();
      if (pending.size > atMost && oldest !== undefined) pending.delete(oldest);
    },
    find(sessionValue) {
      const found = pending.get(keyOf(sessionValue));
      return found && isLive(found) ? found : undefined;
    },
    drop: (sessionValue) => {
      pending.delete(keyOf(sessionValue));
    },
    sweep() {
      for (const [key, login] of pending) if (!isLive(login)) pending.delete(key);
    },
  };
}

function keyOf(sessionValue: string): string {
  return sha256Hex(sessionValue);
}
