// The owner's proof before a change that a stolen session must not make: the password, and a code if a factor is on.
// An account without a password proves itself by a passkey, which stands for both.

import { Failure } from '../../platform/lib/failure.ts';
import { isCodeTyped } from '../../platform/lib/one-time-code.ts';
import { hasPassword } from '../../platform/lib/password-hashing.ts';
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
  /** The answer of a passkey, for an account without a password; empty if the browser sent none. */
  passkey?: PasskeyAnswer;
}

export interface PasskeyAnswer {
  text: string;
  /** The session that asked for it. */
  sessionValue: string;
}

interface OwnerProofHooks {
  /** Each checks a passkey of an account without a password. Throws `Failure`. */
  ownerPasskeys?: readonly CheckPasskey[];
}

declare module '../../platform/module/description.ts' {
  interface Hooks extends OwnerProofHooks {}
}

export function createOwnerProof(
  parts: { security: SecurityStore } & {
    /** Checks the password. A wrong one also counts as a login attempt. Throws `LoginFailure`. */
    checkPassword(account: Account, password: string, address: string): Promise<void>;
    twoFactor: TwoFactor;
    devices: Devices;
    hooks?: OwnerProofHooks;
  },
) {
  const { security, checkPassword, twoFactor, devices, hooks = {} } = parts;

  async function requirePassword(account: Account, proof: OptionalCode, caller: Caller) {
    const { password, passkey } = proof;
    if (hasPassword(account)) return checkPassword(account, password, caller.address);
    const [checkPasskey] = hooks.ownerPasskeys ?? [];
    if (!passkey?.text || checkPasskey === undefined) {
      throw new Failure('invalid', twoFactorFailures.noPassword);
    }
    await checkPasskey(account, passkey, caller);
  }

  /** Spends the code, so call this after all other checks. */
  async function requireCode(account: Account, code: string, caller: Caller): Promise<void> {
    if (!hasPassword(account)) return;
    if (!hasFactor(await security.findSecurity(account.id))) return;
    if (!isCodeTyped(code)) throw wrongOwnerCode(code);
    // A session may be stolen, so it does not make the device a known one here.
    const deviceContext = await devices.recognise(account, caller, false);
    const isRight = await twoFactor.checkCode(account, code, deviceContext);
    if (!isRight) throw wrongOwnerCode(code);
  }

  return {
    requirePassword,
    requireCode,
    /** Checks the password, then the code. Throws `invalid`, `rate_limited`, and `unavailable` if too busy to check. */
    async require(account: Account, proof: Proof, caller: Caller) {
      await requirePassword(account, proof, caller);
      await requireCode(account, proof.code, caller);
    },
  };
}

type OptionalCode = Omit<Proof, 'code'>;
type CheckPasskey = (account: Account, answer: PasskeyAnswer, caller: Caller) => Promise<void>;

export type OwnerProof = ReturnType<typeof createOwnerProof>;

export function wrongOwnerCode(typed: string): Failure {
  const message = isCodeTyped(typed)
    ? accountFailures.login.codeWrong
    : accountFailures.code.missing;
  return new Failure('invalid', message, { field: 'code' });
}

/** The failure for a factor that is already on or off, and for an expired set-up. */
export function outdated(): Failure {
  return new Failure('conflict', twoFactorFailures.outdated);
}
