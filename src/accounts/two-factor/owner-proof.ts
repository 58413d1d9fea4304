// What owners show before a change that a stolen session must not make: the password, and a code where a second factor is on.

import { BUSY_SECONDS, Failure } from '../../lib/failure.ts';
import { accountFailures } from '../../messages/messages.ts';
import type { CredentialCheck } from '../login/credentials.ts';
import type { Caller, Devices } from '../login/devices.ts';
import { countMinutes, LoginFailure, mustWait } from '../login/login-failures.ts';
import type { Account } from '../ports.ts';
import type { SecurityStore } from '../security-ports.ts';
import { isCodeTyped } from './codes.ts';
import { hasFactor, type TwoFactor } from './two-factor.ts';

/** What an owner shows to change something: a code only where a factor is on already. */
export interface Proof {
  password: string;
  code: string;
}

export function createOwnerProof(parts: {
  security: SecurityStore;
  credentials: CredentialCheck;
  twoFactor: TwoFactor;
  devices: Devices;
}) {
  const { security, credentials, twoFactor, devices } = parts;

  async function requirePassword(account: Account, password: string, { address }: Caller) {
    try {
      await credentials.checkPassword(account, password, address);
    } catch (error) {
      throw error instanceof LoginFailure ? describePasswordFailure(error, password) : error;
    }
  }

  async function requireCode(account: Account, code: string, caller: Caller): Promise<void> {
    if (!hasFactor(await security.findSecurity(account.id))) return;
    if (!isCodeTyped(code)) throw wrongOwnerCode(code);
    // A session may be stolen: it does not make its caller a known device here.
    const deviceContext = await devices.recognise(account, caller, false);
    const outcome = await twoFactor.checkCode(account, code, deviceContext);
    if (outcome.kind === 'wrong') throw wrongOwnerCode(code);
    if (outcome.kind === 'stopped') throw tooMany(Math.ceil(outcome.retryInMs / 1_000));
    if (outcome.kind === 'busy') throw busy();
  }

  return {
    /** The password, then the code. Throws `invalid`, `rate_limited` and, too busy to check, `unavailable`. */
    async require(account: Account, { password, code }: Proof, caller: Caller) {
      await requirePassword(account, password, caller);
      await requireCode(account, code, caller);
    },
    /** The code alone, where a factor is on; it is spent. Throws like `require`. */
    requireCode,
  };
}

export type OwnerProof = ReturnType<typeof createOwnerProof>;

/** What an owner reads of a password that was not taken. */
function describePasswordFailure({ kind, retryAfterSeconds = 0 }: LoginFailure, typed: string) {
  if (kind === 'rate_limited') return tooMany(retryAfterSeconds);
  if (kind === 'unavailable') return busy();
  if (kind !== 'invalid') return outdated();
  const message =
    typed === '' ? accountFailures.password.missing : accountFailures.login.passwordWrong;
  return new Failure('invalid', message, { field: 'password' });
}

export function wrongOwnerCode(typed: string): Failure {
  const message =
    typed.trim() === '' ? accountFailures.code.missing : accountFailures.login.codeWrong;
  return new Failure('invalid', message, { field: 'code' });
}

/** What is to be turned on or off is so already; or the set-up has expired. */
export function outdated(): Failure {
  return new Failure('conflict', accountFailures.twoFactor.outdated);
}

function tooMany(retryAfterSeconds: number): Failure {
  const minutes = countMinutes(retryAfterSeconds * 1_000);
  return new Failure('rate_limited', accountFailures.twoFactor.tooMany(minutes), {
    retryAfterSeconds,
  });
}

function busy(): Failure {
  return new Failure('unavailable', accountFailures.twoFactor.busy, {
    retryAfterSeconds: BUSY_SECONDS,
  });
}

/** The password of an owner who is logged in, before a change of the account. */
export function createPasswordProof(checkPassword: CredentialCheck['checkPassword']) {
  const refuse = (sentence: string) => new Failure('invalid', sentence, { field: 'password' });

  function explain(failure: LoginFailure): Failure {
    const { kind, retryAfterSeconds = 0 } = failure;
    const { wrong, tooMany: waitSentence } = accountFailures.password;
    if (kind === 'invalid') return refuse(wrong);
    if (kind === 'rate_limited')
      return mustWait(retryAfterSeconds * 1_000, waitSentence, 'password');
    return kind === 'unavailable' ? busy() : failure;
  }

  /**
   * Wrong ones count as attempts, together with those of logins. Throws `invalid` and `rate_limited` at
   * the field `password`, and `unavailable` while the service is too busy to check.
   */
  return async (account: Account, password: string, address: string): Promise<void> => {
    if (password === '') throw refuse(accountFailures.password.missing);
    try {
      await checkPassword(account, password, address);
    } catch (error) {
      throw error instanceof LoginFailure ? explain(error) : error;
    }
  };
}

export type PasswordProof = ReturnType<typeof createPasswordProof>;
