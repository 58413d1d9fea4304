// What owners show before a change that a stolen session must not make: the password, and a code where a second factor is on.

import { BUSY_SECONDS, Failure } from '../../lib/failure.ts';
import { accountFailures } from '../../messages/messages.ts';
import type { Caller, Devices } from '../login/devices.ts';
import type { CredentialCheck } from '../login/login.ts';
import { countMinutes, LoginFailure, mustWait } from '../login/login-failures.ts';
import type { Account, Ports } from '../ports.ts';
import { isCodeTyped } from './codes.ts';
import { hasFactor, type TwoFactor } from './two-factor.ts';

const { password: texts, twoFactor: factorTexts, login, code: codeTexts } = accountFailures;

export interface Proof {
  password: string;
  code: string;
}

export function createOwnerProof(
  parts: Pick<Ports, 'security'> & {
    credentials: CredentialCheck;
    twoFactor: TwoFactor;
    devices: Devices;
  },
) {
  const { security, credentials, twoFactor, devices } = parts;

  async function requireCode(account: Account, code: string, caller: Caller): Promise<void> {
    if (!hasFactor(await security.findSecurity(account.id))) return;
    if (!isCodeTyped(code)) throw wrongOwnerCode(code);
    // A session may be stolen: it does not make its caller a known device here.
    const deviceContext = await devices.recognise(account, caller, false);
    const isRight = await explained(
      () => twoFactor.checkCode(account, code, deviceContext),
      explainToOwner,
    );
    if (!isRight) throw wrongOwnerCode(code);
  }

  return {
    requireCode,
    /** The password, then the code. Throws `invalid`, `rate_limited` and, too busy to check, `unavailable`. */
    async require(
      account: Account,
      { password, code }: Proof,
      caller: Caller,
      { isCodeShown = false } = {},
    ) {
      const check = () => credentials.checkPassword(account, password, caller.address);
      await explained(check, (failure) =>
        failure.kind === 'invalid'
          ? refusePassword(password === '' ? texts.missing : login.passwordWrong)
          : explainToOwner(failure),
      );
      if (!isCodeShown) await requireCode(account, code, caller);
    },
  };
}

export function createPasswordProof(checkPassword: CredentialCheck['checkPassword']) {
  function explain(failure: LoginFailure): Failure {
    const { kind, retryAfterSeconds = 0 } = failure;
    if (kind === 'invalid') return refusePassword(texts.wrong);
    if (kind === 'rate_limited') {
      return mustWait(retryAfterSeconds * 1_000, texts.tooMany, 'password');
    }
    return kind === 'unavailable' ? busy() : failure;
  }

  /** Wrong ones count as attempts of logins too. Throws at the field `password`, and `unavailable` when busy. */
  return async (account: Account, password: string, address: string): Promise<void> => {
    if (password === '') throw refusePassword(texts.missing);
    await explained(() => checkPassword(account, password, address), explain);
  };
}

export type PasswordProof = ReturnType<typeof createPasswordProof>;

async function explained<Result>(
  check: () => Promise<Result>,
  explain: (failure: LoginFailure) => Failure,
): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    throw error instanceof LoginFailure ? explain(error) : error;
  }
}

function explainToOwner({ kind, retryAfterSeconds = 0 }: LoginFailure): Failure {
  if (kind === 'rate_limited') {
    const waitMs = retryAfterSeconds * 1_000;
    return mustWait(waitMs, () => factorTexts.tooMany(countMinutes(waitMs)));
  }
  return kind === 'unavailable' ? busy() : outdated();
}

function refusePassword(sentence: string): Failure {
  return new Failure('invalid', sentence, { field: 'password' });
}

export function wrongOwnerCode(typed: string): Failure {
  const message = isCodeTyped(typed) ? login.codeWrong : codeTexts.missing;
  return new Failure('invalid', message, { field: 'code' });
}

/** What is to be turned on or off is so already; or the set-up has expired. */
export function outdated(): Failure {
  return new Failure('conflict', factorTexts.outdated);
}

function busy(): Failure {
  const retryAfterSeconds = BUSY_SECONDS;
  return new Failure('unavailable', factorTexts.busy, { retryAfterSeconds });
}
