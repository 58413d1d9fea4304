// The second factor at a login: whether one is needed, whether a code is right, and the email about many wrong ones.

import { type Clock, DAY_MS } from '../../platform/lib/clock.ts';
import { openSessionStates } from '../../platform/lib/shared-states.ts';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import { readCode } from '../../platform/lib/typed-code.ts';
import {
  type Account,
  type AccountEvent,
  type AccountLog,
  type EventFacts,
  emailOwner,
  LOG_BOUNDS,
  notifyOwner,
  toLogEntry,
} from '../account/index.ts';
import type { Mailer } from '../email/index.ts';
import type { DeviceContext } from '../sessions/index.ts';
import { createCodeLimits } from './code-limits.ts';
import { hasFactor, takesMailedCodes } from './factors.ts';
import type { LoginCodes } from './login-codes.ts';
import { hashRecoveryCode, isRecoveryCode } from './recovery-codes.ts';
import type { FactorNotes, SecurityStore } from './security-ports.ts';
import { findTotpStep } from './totp.ts';
import type { FactorChange, TwoFactorEmail } from './two-factor-emails.ts';

export interface TwoFactorRequirement {
  hasApp: boolean;
  hasPasskey: boolean;
  /** Whether a mailed code is accepted; `closed` if a code is required but no email can be sent. */
  mail: 'open' | 'closed' | 'off';
  /** `own`: the owner has set up a factor; `device`: this service wants a code from unknown devices. */
  reason: 'own' | 'device';
}

/** How long a session that began with a recovery code may set up an app without another code. */
const RECOVERED = { most: 10_000, lifetimeMs: 15 * 60_000 };

const SIX_DIGITS = /^\d{6}$/;

/** Creates the check. With `isNewDeviceCodeOn`, devices that the account does not know need a mailed code. */
export function createTwoFactor(ports: {
  security: SecurityStore;
  mailer: Mailer<TwoFactorEmail>;
  clock: Clock;
  states: SharedStates;
  isNewDeviceCodeOn(): boolean;
  loginCodes: LoginCodes;
  log: AccountLog;
}) {
  const { security, loginCodes, log, clock, states, isNewDeviceCodeOn } = ports;
  const limits = createCodeLimits(states);
  const notice = createWrongCodeNotice(ports);

  /** Spends the code, and returns whether it was right. */
  async function spendCode(account: Account, code: string, deviceContext: DeviceContext) {
    if (SIX_DIGITS.test(code)) {
      return (await spendTotp(account, code)) || loginCodes.spend(account, code);
    }
    if (!isRecoveryCode(code)) return false;
    const hash = hashRecoveryCode(account.id, code);
    const used = 'recovery code used';
    const notes = noteFactor(account, clock.now(), [used, deviceContext], used);
    return security.spendRecoveryCode(account.id, hash, notes);
  }

  async function spendTotp(account: Account, code: string): Promise<boolean> {
    const { totpSecret, totpConfirmedAt } = await security.findSecurity(account.id);
    if (totpSecret === null || totpConfirmedAt === null) return false;
    const step = findTotpStep(totpSecret, code, clock.now());
    return step !== undefined && (await security.spendTotpStep(account.id, step));
  }

  return {
    /** Sessions that recently began with a recovery code. */
    recovered: openSessionStates<{ accountId: number }>(states, 'recovered sessions', RECOVERED),

    async findTwoFactorRequirement(
      account: Account,
      deviceContext: DeviceContext,
    ): Promise<TwoFactorRequirement | undefined> {
      const found = await security.findSecurity(account.id);
      if (hasFactor(found)) {
        const mailed = loginCodes.canReach(account) ? 'open' : 'closed';
        return {
          hasApp: found.totpConfirmedAt !== null,
          hasPasskey: found.passkeysSince !== null,
          mail: takesMailedCodes(found) ? mailed : 'off',
          reason: 'own',
        };
      }
      const isProtected = found.protectedUntil > clock.now();
      if (deviceContext.isKnown || !(isProtected || isNewDeviceCodeOn())) return undefined;
      // If no code can be sent, requiring one would lock the owner out.
      if (!loginCodes.canReach(account)) return undefined;
      return { hasApp: false, hasPasskey: false, mail: 'open', reason: 'device' };
    },

    /** Spends a code as typed, and returns whether it was right. Throws `LoginFailure` after too many wrong ones. */
    async checkCode(account: Account, text: string, deviceContext: DeviceContext) {
      const code = readCode(text);
      const kind = isRecoveryCode(code) ? 'recovery' : 'six digits';
      const end = await limits.begin(account, deviceContext, kind);
      let isWrong = false;
      try {
        isWrong = !(await spendCode(account, code, deviceContext));
        if (!isWrong) return true;
        const { device, country } = deviceContext;
        await log.note(account.id, 'wrong code', { device, country });
        await notice.noteWrong(account, deviceContext);
        return false;
      } finally {
        await end(isWrong ? 'wrong' : 'neither');
      }
    },

    findWaitMs: limits.findWaitMs,
    noteRotation: limits.noteRotation,
  };
}

export type TwoFactor = ReturnType<typeof createTwoFactor>;

/** The log entry for a change of a factor, and with `change` an email to the owner. */
export function noteFactor(
  account: Account,
  now: number,
  [event, facts]: [AccountEvent, EventFacts],
  change?: FactorChange,
): FactorNotes {
  const detail = change ?? '';
  return {
    entry: toLogEntry(now, event, facts),
    bounds: LOG_BOUNDS,
    emailJobs:
      detail === ''
        ? []
        : notifyOwner<TwoFactorEmail['kind']>(account, 'second factor changed', now, { detail }),
  };
}

const LIMIT = 5;
const MAX_ACCOUNTS = 10_000;

/** Times of the latest wrong codes of an account, and of the email about them; `null` before the first email. */
interface Noted {
  wrongAt: readonly number[];
  reportedAt: number | null;
}

/** Creates the notice. It remembers at most `accountsAtMost` accounts, those with the latest changes. */
export function createWrongCodeNotice(
  { mailer, clock, states }: { mailer: Mailer<TwoFactorEmail>; clock: Clock; states: SharedStates },
  { accountsAtMost } = { accountsAtMost: MAX_ACCOUNTS },
) {
  const noted = states.open<Noted>('wrong codes of an account', { most: accountsAtMost });
  const keep = (state: Noted, now: number) => ({ state, until: now + DAY_MS });

  return {
    async noteWrong(account: Account, { device, country }: DeviceContext) {
      const key = `${account.id}`;
      const isDue = await noted.update(key, (state, now) => {
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
      if (!isDue) return;
      try {
        const at = clock.now();
        await emailOwner(mailer, account, { kind: 'wrong codes', device, country, at });
      } catch (error) {
        // No email was sent, so the next wrong code tries again.
        await noted.update(key, (state, now) => ({
          result: undefined,
          next: keep({ wrongAt: state?.wrongAt ?? [], reportedAt: null }, now),
        }));
        throw error;
      }
    },
  };
}
