// The second factor at a login: whether one is needed, and whether a code is right.

import type { Clock } from '../../lib/clock.ts';
import type { Mailer } from '../email-messages.ts';
import type { DeviceContext } from '../login/devices.ts';
import type { Account } from '../ports.ts';
import type { AccountLog, AccountSecurity, SecurityStore } from '../security-ports.ts';
import type { SharedStates } from '../shared-states-ports.ts';
import { createCodeLimits } from './code-limits.ts';
import { readCode } from './code-text.ts';
import { noteFactor } from './factor-notes.ts';
import type { LoginCodes } from './login-codes.ts';
import { hashRecoveryCode, isRecoveryCode } from './recovery-codes.ts';
import { findTotpStep } from './totp.ts';
import { createWrongCodeNotice } from './wrong-code-notice.ts';

/** What a login needs besides the password. */
export interface TwoFactorRequirement {
  /** Whether an authenticator app is set up. */
  hasApp: boolean;
  /** Whether a mailed code is taken; `closed` where one is wanted and no email can be sent. */
  mail: 'open' | 'closed' | 'off';
  /** `own`: the owner set a factor up; `device`: this service wants a code from devices it does not know. */
  reason: 'own' | 'device';
}

/** What became of a code. */
export type CodeOutcome =
  | { kind: 'right'; by: 'app' | 'mail' | 'recovery' }
  | { kind: 'wrong' }
  /** Too many wrong ones; the next counts after `retryInMs`. */
  | { kind: 'stopped'; retryInMs: number }
  /** Codes still being checked could reach the limit. */
  | { kind: 'busy' };

/** The second factor, as logins and changes of accounts need it. */
export interface TwoFactor {
  /** `undefined` when the password is enough. */
  findTwoFactorRequirement(
    account: Account,
    deviceContext: DeviceContext,
  ): Promise<TwoFactorRequirement | undefined>;
  /**
   * Checks a code as it was typed, after the right password, and spends it. Too many wrong ones make the
   * next wait; after five the owner gets an email.
   */
  checkCode(account: Account, text: string, deviceContext: DeviceContext): Promise<CodeOutcome>;
  /** How long codes from there have to wait, 0 when they need not. */
  findWaitMs(account: Account, deviceContext: DeviceContext): Promise<number>;
  /** Has to be called when the key of a browser is replaced, before the new one is given out. */
  noteRotation(rotates: { from: string; to: string }): Promise<void>;
}

const SIX_DIGITS = /^\d{6}$/;

/** Creates the check; with `isNewDeviceCodeOn`, devices that an account does not know need a mailed code. */
export function createTwoFactor(ports: {
  security: SecurityStore;
  loginCodes: LoginCodes;
  log: AccountLog;
  mailer: Mailer;
  clock: Clock;
  states: SharedStates;
  isNewDeviceCodeOn: () => boolean;
}): TwoFactor {
  const { security, loginCodes, log, clock, states, isNewDeviceCodeOn } = ports;
  const limits = createCodeLimits(states);
  const notice = createWrongCodeNotice(ports);

  async function spendCode(
    account: Account,
    code: string,
    deviceContext: DeviceContext,
  ): Promise<CodeOutcome> {
    if (SIX_DIGITS.test(code)) {
      if (await spendTotp(account, code)) return { kind: 'right', by: 'app' };
      if (await loginCodes.spend(account, code)) return { kind: 'right', by: 'mail' };
    } else if (isRecoveryCode(code)) {
      const hash = hashRecoveryCode(account.id, code);
      const used = 'recovery code used';
      const notes = noteFactor(account, clock.now(), [used, deviceContext], used);
      if (await security.spendRecoveryCode(account.id, hash, notes)) {
        return { kind: 'right', by: 'recovery' };
      }
    }
    return { kind: 'wrong' };
  }

  async function spendTotp(account: Account, code: string): Promise<boolean> {
    const { totpSecret, totpConfirmedAt } = await security.findSecurity(account.id);
    if (totpSecret === null || totpConfirmedAt === null) return false;
    const step = findTotpStep(totpSecret, code, clock.now());
    return step !== undefined && (await security.spendTotpStep(account.id, step));
  }

  async function notifyOfWrongCode(account: Account, deviceContext: DeviceContext): Promise<void> {
    const { device, country } = deviceContext;
    await log.note(account.id, 'wrong code', { device, country });
    await notice.noteWrong(account, deviceContext);
  }

  return {
    async findTwoFactorRequirement(account, deviceContext) {
      const found = await security.findSecurity(account.id);
      const canReach = loginCodes.canReach(account);
      if (hasFactor(found)) {
        const mailed = canReach ? 'open' : 'closed';
        return {
          hasApp: found.totpConfirmedAt !== null,
          mail: found.mailCodesSince === null ? 'off' : mailed,
          reason: 'own',
        };
      }
      // Where no code can be sent, requiring one would lock the owner out.
      if (deviceContext.isKnown || !canReach) return undefined;
      const isGuarded = found.protectedUntil > clock.now();
      if (!isGuarded && !isNewDeviceCodeOn()) return undefined;
      return { hasApp: false, mail: 'open', reason: 'device' };
    },

    async checkCode(account, text, deviceContext) {
      const code = readCode(text);
      const kind = isRecoveryCode(code) ? 'recovery' : 'six digits';
      const answer = await limits.begin(account, deviceContext, kind);
      if (answer.outcome === 'busy') return { kind: 'busy' };
      if (answer.outcome === 'stopped') return { kind: 'stopped', retryInMs: answer.retryInMs };
      let isWrong = false;
      try {
        const outcome = await spendCode(account, code, deviceContext);
        isWrong = outcome.kind === 'wrong';
        if (isWrong) await notifyOfWrongCode(account, deviceContext);
        return outcome;
      } finally {
        await answer.end(isWrong ? 'wrong' : 'neither');
      }
    },

    findWaitMs: limits.findWaitMs,
    noteRotation: limits.noteRotation,
  };
}

/** Whether the owner set up a second factor. */
export function hasFactor(security: AccountSecurity): boolean {
  return security.totpConfirmedAt !== null || security.mailCodesSince !== null;
}
