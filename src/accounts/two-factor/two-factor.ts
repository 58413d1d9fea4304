// The second factor at a login: whether one is needed, whether a code is right, and the email about wrong ones.

import type { Clock } from '../../lib/clock.ts';
import { LOG_BOUNDS, toLogEntry } from '../account-log.ts';
import type { FactorChange, Mailer } from '../email-messages.ts';
import type { DeviceContext } from '../login/devices.ts';
import { emailOwner, notifyOwner } from '../notify-owner.ts';
import type { Account } from '../ports.ts';
import type {
  AccountEvent,
  AccountLog,
  AccountSecurity,
  EventFacts,
  FactorNotes,
  SecurityStore,
  SharedStates,
} from '../security-ports.ts';
import { createCodeLimits } from './code-limits.ts';
import { findTotpStep, hashRecoveryCode, isRecoveryCode, readCode } from './codes.ts';
import type { LoginCodes } from './login-codes.ts';

/** What a login needs besides the password. */
export interface TwoFactorRequirement {
  hasApp: boolean;
  /** Whether a mailed code is taken; `closed` where one is wanted and no email can be sent. */
  mail: 'open' | 'closed' | 'off';
  /** `own`: the owner set a factor up; `device`: this service wants a code from devices it does not know. */
  reason: 'own' | 'device';
}

export type CodeOutcome =
  | { kind: 'right'; by: 'app' | 'mail' | 'recovery' }
  | { kind: 'wrong' }
  /** Too many wrong ones; the next counts after `retryInMs`. */
  | { kind: 'stopped'; retryInMs: number }
  /** Codes still being checked could reach the limit. */
  | { kind: 'busy' };

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
}) {
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
    /** `undefined` when the password is enough. */
    async findTwoFactorRequirement(
      account: Account,
      deviceContext: DeviceContext,
    ): Promise<TwoFactorRequirement | undefined> {
      const found = await security.findSecurity(account.id);
      if (hasFactor(found)) {
        const mailed = loginCodes.canReach(account) ? 'open' : 'closed';
        return {
          hasApp: found.totpConfirmedAt !== null,
          mail: found.mailCodesSince === null ? 'off' : mailed,
          reason: 'own',
        };
      }
      const isProtected = found.protectedUntil > clock.now();
      if (deviceContext.isKnown || !(isProtected || isNewDeviceCodeOn())) return undefined;
      // Where no code can be sent, requiring one would lock the owner out.
      if (!loginCodes.canReach(account)) return undefined;
      return { hasApp: false, mail: 'open', reason: 'device' };
    },

    /**
     * Checks a code as it was typed, after the right password, and spends it. Too many wrong ones make the
     * next wait; after five the owner gets an email.
     */
    async checkCode(
      account: Account,
      text: string,
      deviceContext: DeviceContext,
    ): Promise<CodeOutcome> {
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

/** The second factor, as logins and changes of accounts need it. */
export type TwoFactor = ReturnType<typeof createTwoFactor>;

/** Whether the owner set up a second factor. */
export function hasFactor(security: AccountSecurity): boolean {
  return security.totpConfirmedAt !== null || security.mailCodesSince !== null;
}

export function noteFactor(
  account: Account,
  now: number,
  [event, { device = '', country = '' }]: [AccountEvent, EventFacts],
  change?: FactorChange,
): FactorNotes {
  const detail = change ?? '';
  return {
    entry: toLogEntry(now, event, { device, country }),
    bounds: LOG_BOUNDS,
    emailJobs: detail === '' ? [] : notifyOwner(account, 'second factor changed', now, { detail }),
  };
}

const LIMIT = 5;
const DAY_MS = 24 * 60 * 60_000;
const ACCOUNTS_AT_MOST = 10_000;

/** Times of the latest wrong codes of an account, and of the email about them; `null` before the first. */
interface Noted {
  wrongAt: readonly number[];
  reportedAt: number | null;
}

/** Creates the notice; `accountsAtMost` bounds how many accounts are remembered, those changed latest. */
export function createWrongCodeNotice(
  { mailer, clock, states }: { mailer: Mailer; clock: Clock; states: SharedStates },
  { accountsAtMost } = { accountsAtMost: ACCOUNTS_AT_MOST },
) {
  const noted = states.open<Noted>('wrong codes of an account', { most: accountsAtMost });
  const keep = (state: Noted, now: number) => ({ state, until: now + DAY_MS });

  const count = (accountId: number) =>
    noted.update(`${accountId}`, (state, now) => {
      const isRecent = (at: number) => Math.abs(now - at) < DAY_MS;
      const reportedAt = state?.reportedAt ?? null;
      const wrongAt = [...(state?.wrongAt ?? []).filter(isRecent), now].slice(-LIMIT);
      const isReported = reportedAt !== null && isRecent(reportedAt);
      const isNewNotice = wrongAt.length >= LIMIT && !isReported;
      return {
        result: isNewNotice,
        next: keep({ wrongAt, reportedAt: isNewNotice ? now : reportedAt }, now),
      };
    });

  return {
    async noteWrong(account: Account, { device, country }: DeviceContext) {
      if (!(await count(account.id))) return;
      try {
        const at = clock.now();
        await emailOwner(mailer, account, { kind: 'wrong codes', device, country, at });
      } catch (error) {
        // No email went out: the next wrong code tries again.
        await noted.update(`${account.id}`, (state, now) => ({
          result: undefined,
          next: keep({ wrongAt: state?.wrongAt ?? [], reportedAt: null }, now),
        }));
        throw error;
      }
    },
  };
}
