// Pending logins on pages: the password was right and the code is still missing; kept for ten minutes.

import { sha256Hex } from '../../lib/sha256.ts';
import type { Account } from '../ports.ts';
import type { SharedStates } from '../shared-states-ports.ts';

/** A login between its two steps. */
export interface PendingLogin {
  accountId: number;
  /** SHA-256 of the hash of the password that was right; another one since then ends the login. */
  passwordTag: string;
  /** The hash of the account's session that the login came from; it ends with the login's success. */
  endsHash?: string | undefined;
}

/** What a login needs to know of its account. */
type PasswordOf = Pick<Account, 'id' | 'passwordHash'>;

/** Pending logins, each bound to the session that showed the password. All throw `unavailable`. */
export interface PendingLogins {
  put(sessionValue: string, account: PasswordOf, endsHash?: string): Promise<void>;
  find(sessionValue: string): Promise<PendingLogin | undefined>;
  drop(sessionValue: string): Promise<void>;
}

const LIFETIME_MS = 10 * 60_000;
const AT_MOST = 10_000;

/** Creates them; of more than `atMost` logins the oldest is forgotten first. */
export function createPendingLogins(
  states: SharedStates,
  { atMost } = { atMost: AT_MOST },
): PendingLogins {
  const pending = states.open<PendingLogin & { since: number }>('pending logins', { most: atMost });
  return {
    put(sessionValue, account, endsHash) {
      const { id: accountId } = account;
      const login = { accountId, passwordTag: tagOf(account), endsHash };
      return pending.update(keyOf(sessionValue), (_, now) => ({
        result: undefined,
        next: { state: { ...login, since: now }, until: now + LIFETIME_MS },
      }));
    },
    find: (sessionValue) =>
      pending.look(keyOf(sessionValue), (found, now) => {
        if (found === undefined) return undefined;
        const ageMs = now - found.since;
        return ageMs >= 0 && ageMs < LIFETIME_MS ? found : undefined;
      }),
    drop: (sessionValue) =>
      pending.update(keyOf(sessionValue), () => ({ result: undefined, next: 'removed' })),
  };
}

/** Whether the password that was shown is still that of the account. */
export function isPasswordSame({ passwordTag }: PendingLogin, account: PasswordOf): boolean {
  return passwordTag === tagOf(account);
}

function tagOf({ passwordHash }: PasswordOf): string {
  return sha256Hex(passwordHash);
}

/** The keys are hashes: a dump of the memory opens no session. */
function keyOf(sessionValue: string): string {
  return sha256Hex(sessionValue);
}
