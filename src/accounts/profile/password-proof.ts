// The password once more, before an owner does something that a stolen session must not do.

import { BUSY_SECONDS, Failure } from '../../lib/failure.ts';
import { accountFailures } from '../../messages/messages.ts';
import type { CredentialCheck } from '../login/credentials.ts';
import { LoginFailure } from '../login/login-failures.ts';
import type { Account } from '../ports.ts';
import { mustWait } from '../waits.ts';

/** Checks passwords of accounts that are logged in. */
export interface PasswordProof {
  /**
   * Wrong ones count as attempts, together with those of logins. Throws `invalid` and `rate_limited` at
   * the field `password`, and `unavailable` while the service is too busy to check.
   */
  prove(account: Account, password: string, address: string): Promise<void>;
}

const FIELD = 'password';

/** Creates the check. */
export function createPasswordProof({
  checkPassword,
}: Pick<CredentialCheck, 'checkPassword'>): PasswordProof {
  return {
    async prove(account, password, address) {
      if (password === '') throw wrong(accountFailures.password.missing);
      try {
        await checkPassword(account, password, address);
      } catch (error) {
        throw error instanceof LoginFailure ? describe(error) : error;
      }
    },
  };
}

function describe(failure: LoginFailure): Failure {
  const { kind, retryAfterSeconds = 0 } = failure;
  switch (kind) {
    case 'invalid':
      return wrong(accountFailures.password.wrong);
    case 'rate_limited':
      return mustWait(retryAfterSeconds * 1_000, accountFailures.password.tooMany, FIELD);
    case 'unavailable':
      return new Failure(kind, accountFailures.twoFactor.busy, {
        retryAfterSeconds: BUSY_SECONDS,
      });
    default:
      return failure;
  }
}

function wrong(sentence: string): Failure {
  return new Failure('invalid', sentence, { field: FIELD });
}
