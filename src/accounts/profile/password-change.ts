// Asking an owner for the password once more, before something that a stolen session may not do.

import type { CredentialCheck } from '../login/credentials.ts';
import { LOGIN_ERRORS } from '../login/login-failures.ts';
import type { Account } from '../ports.ts';
import { describeWait, type Refusable, refuse } from '../refusal.ts';

/** Asks for passwords of accounts that are logged in. */
export interface PasswordChange {
  /** Wrong ones count as attempts, together with those of logins. */
  prove(
    account: Account,
    password: string,
    address: string,
    field?: string,
  ): Promise<Refusable<{ isProven: true }>>;
}

const BUSY_MS = 2_000;

/** Makes the check. */
export function createPasswordChange({
  checkPassword,
}: Pick<CredentialCheck, 'checkPassword'>): PasswordChange {
  return {
    async prove(account, password, address, field = 'password') {
      if (password === '') return refuse(field, 'Type your password.');
      const refusal = await checkPassword(account, password, address);
      if (refusal === undefined) return { isProven: true };
      const { error, retryInMs } = refusal;
      if (retryInMs !== undefined) {
        const wait = describeWait(retryInMs);
        return refuse(field, `Too many wrong passwords: try again in ${wait}.`, retryInMs);
      }
      if (error === LOGIN_ERRORS.password) return refuse(field, 'This is not your password.');
      const isBusy = error === LOGIN_ERRORS.busy;
      const wait = isBusy ? { retryInMs: BUSY_MS, isBusy } : {};
      return { refusals: [{ field: undefined, message: error, ...wait }] };
    },
  };
}
