// Asking an owner for the password once more, before something that a stolen session may not do.

import { groupOfAddress } from '../lib/address.ts';
import type { Clock } from '../lib/clock.ts';
import { createAttempts } from './attempts.ts';
import { isPossiblePassword } from './password-rules.ts';
import type { Account, PasswordHasher } from './ports.ts';
import { describeWait, type Refusable, refuse } from './refusal.ts';

/** Asks for passwords of accounts that are logged in. */
export interface OwnPassword {
  /** Ten wrong ones from one address within five minutes stop that account and address alone. */
  prove(
    account: Account,
    password: string,
    address: string,
    field?: string,
  ): Promise<Refusable<{ isProven: true }>>;
  sweep(): void;
}

const LIMITS = { limit: 10, windowMs: 5 * 60_000, keysAtMost: 20_000 };

/** Makes the check; `passwords` must be bounded. */
export function createOwnPassword(ports: { clock: Clock; passwords: PasswordHasher }): OwnPassword {
  const attempts = createAttempts(ports.clock, LIMITS);
  return {
    async prove(account, password, address, field = 'password') {
      if (password === '') return refuse(field, 'Type your password.');
      const attempt = attempts.begin(`${account.id} ${groupOfAddress(address)}`);
      if (attempt.outcome === 'stopped') {
        const wait = describeWait(attempt.retryInMs);
        return refuse(field, `Too many wrong passwords: try again in ${wait}.`, attempt.retryInMs);
      }
      if (attempt.outcome === 'busy') {
        return refuse(field, 'Your last tries are still being checked: try again in a moment.');
      }
      let isWrong = false;
      try {
        const { passwordHash } = account;
        isWrong =
          !isPossiblePassword(password) || !(await ports.passwords.verify(password, passwordHash));
      } finally {
        attempt.end(isWrong);
      }
      return isWrong ? refuse(field, 'This is not your password.') : { isProven: true };
    },
    sweep: attempts.sweep,
  };
}
