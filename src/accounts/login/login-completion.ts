// From the right password to a session: whether a second factor is needed, the session itself, and the email about a new device.

import type { Clock } from '../../lib/clock.ts';
import { LOG_BOUNDS, toLogEntry } from '../account-log.ts';
import type { Caller } from '../caller.ts';
import type { Mailer } from '../email-messages.ts';
import { emailOwner } from '../notify-owner.ts';
import type { Account, AccountStore } from '../ports.ts';
import type { TwoFactor, TwoFactorRequirement } from '../two-factor/two-factor.ts';
import type { AnonymousSessions } from './anonymous-sessions.ts';
import { DEVICES_AT_MOST, type DeviceContext, type Devices } from './devices.ts';
import { accountSuspended, loginBusy, unknownName, wrongPassword } from './login-failures.ts';
import type { AccountSessions, Visitor } from './sessions.ts';

/** A caller who showed the right password of an account. */
export interface LoginAttempt {
  deviceContext: DeviceContext;
  /** What is needed beside the password; `undefined` when nothing is. */
  requirement: TwoFactorRequirement | undefined;
}

/** A login that succeeded. Both values are secrets of the visitor. */
export interface Entered {
  account: Account;
  sessionValue: string;
  /** Of the `device` cookie; `undefined` for launchers. */
  deviceValue: string | undefined;
}

/** The last step of every login: of launchers, of pages, and after registration. */
export interface LoginCompletion {
  /** Recognises the device, and finds out whether the password alone is enough. */
  attempt(account: Account, visitor: Visitor, caller: Caller): Promise<LoginAttempt>;
  /**
   * Starts a session in place of the visitor's (C3.7), and emails the owner about a device that the
   * account does not know. Throws `LoginFailure`, with nothing changed, when the account is not as it
   * was read.
   */
  enter(account: Account, visitor: Visitor, deviceContext: DeviceContext): Promise<Entered>;
}

/**
 * Creates the step that completes a login. It checks neither password nor code: the caller of `enter`
 * has done so.
 */
export function createLoginCompletion(parts: {
  accounts: AccountStore;
  /** Whether a login may put a new hash of the same password in the place of this one. */
  isOutdated(passwordHash: string): boolean;
  anonymous: AnonymousSessions;
  ofAccounts: AccountSessions;
  devices: Devices;
  twoFactor: TwoFactor;
  mailer: Mailer;
  clock: Clock;
}): LoginCompletion {
  const { accounts, isOutdated, anonymous, ofAccounts, devices, twoFactor, mailer, clock } = parts;

  async function notifyOfNewDevice(account: Account, deviceContext: DeviceContext): Promise<void> {
    if (deviceContext.isKnown || deviceContext.isFirst) return;
    const { device, country } = deviceContext;
    await emailOwner(mailer, account, { kind: 'new device', device, country, at: clock.now() });
  }

  async function explainRefusedStart(checked: Account): Promise<Error> {
    const account = await accounts.findAccountById(checked.id);
    if (!account) return unknownName(checked.name);
    const isChanged = account.passwordHash !== checked.passwordHash;
    // Another login of the same moment may have upgraded the hash: nothing is wrong with the password.
    if (isChanged && !isOutdated(checked.passwordHash)) return wrongPassword();
    if (account.suspendedAt !== null) return accountSuspended(account);
    // Suspended and restored in the moment between: nothing is wrong any more.
    return loginBusy();
  }

  return {
    async attempt(account, visitor, caller) {
      const hasOwnSession = visitor.kind === 'account' && visitor.account.id === account.id;
      const deviceContext = await devices.recognise(account, caller, hasOwnSession);
      return {
        deviceContext,
        requirement: await twoFactor.findTwoFactorRequirement(account, deviceContext),
      };
    },
    async enter(account, visitor, deviceContext) {
      const { device, country, learns } = deviceContext;
      const endsValue = visitor.kind === 'account' ? visitor.value : undefined;
      // A browser logs in to any account to get another key: its wrong codes go on counting for the new one.
      if (learns.rotates !== undefined) await twoFactor.noteRotation(learns.rotates);
      const sessionValue = await ofAccounts.start(account, endsValue, {
        entry: toLogEntry(clock.now(), 'logged in', { device, country }),
        logBounds: LOG_BOUNDS,
        deviceKeyHashes: learns.keyHashes,
        devicesAtMost: DEVICES_AT_MOST,
        rotates: learns.rotates,
      });
      if (sessionValue === undefined) throw await explainRefusedStart(account);
      // C3.7
      if (visitor.kind === 'anonymous') await anonymous.end(visitor.value);
      await notifyOfNewDevice(account, deviceContext);
      return { account, sessionValue, deviceValue: learns.deviceValue };
    },
  };
}
