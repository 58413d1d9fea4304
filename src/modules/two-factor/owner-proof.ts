// What owners show before a change that a stolen session must not make: the password, and a code where a second factor is on.

import { Failure } from '../../platform/lib/failure.ts';
import { isCodeTyped } from '../../platform/lib/one-time-code.ts';
import type { Caller } from '../../platform/lib/visitor.ts';
import type { Account } from '../account/index.ts';
import { accountFailures } from '../account/messages.ts';
import type { Devices } from '../sessions/index.ts';
import { hasFactor } from './factors.ts';
import { twoFactorFailures } from './messages.ts';
import type { SecurityStore } from './security-ports.ts';
import type { TwoFactor } from './two-factor.ts';

export interface Proof {
  password: string;
  code: string;
}

export function createOwnerProof(
  parts: { security: SecurityStore } & {
    /** Counts wrong ones as attempts of logins too. Throws `LoginFailure`. */
    checkPassword(account: Account, password: string, address: string): Promise<void>;
    twoFactor: TwoFactor;
    devices: Devices;
  },
) {
  const { security, checkPassword, twoFactor, devices } = parts;

  const requirePassword = (account: Account, password: string, { address }: Caller) =>
    checkPassword(account, password, address);

  /** The code is spent, so this comes when nothing else is wrong. */
  async function requireCode(account: Account, code: string, caller: Caller): Promise<void> {
    if (!hasFactor(await security.findSecurity(account.id))) return;
    if (!isCodeTyped(code)) throw wrongOwnerCode(code);
    // A session may be stolen: it does not make its caller a known device here.
    const deviceContext = await devices.recognise(account, caller, false);
    const isRight = await twoFactor.checkCode(account, code, deviceContext);
    if (!isRight) throw wrongOwnerCode(code);
  }

  return {
    requirePassword,
    requireCode,
    /** The password, then the code. Throws `invalid`, `rate_limited` and, too busy to check, `unavailable`. */
    async require(account: Account, { password, code }: Proof, caller: Caller) {
      await requirePassword(account, password, caller);
      await requireCode(account, code, caller);
    },
  };
}

export type OwnerProof = ReturnType<typeof createOwnerProof>;

export function wrongOwnerCode(typed: string): Failure {
  const message = isCodeTyped(typed)
    ? accountFailures.login.codeWrong
    : accountFailures.code.missing;
  return new Failure('invalid', message, { field: 'code' });
}

/** What is to be turned on or off is so already; or the set-up has expired. */
export function outdated(): Failure {
  return new Failure('conflict', twoFactorFailures.outdated);
}
