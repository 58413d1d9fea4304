// The login of launchers, a token first and then a form that carries it, and the last step of every login: the session.

import type { Clock } from '../../lib/clock.ts';
import { LOG_BOUNDS } from '../account-log.ts';
import type { Mailer } from '../email-messages.ts';
import { emailOwner } from '../notify-owner.ts';
import type { Account, AccountStore } from '../ports.ts';
import { isCodeTyped } from '../two-factor/codes.ts';
import type { LoginCodes } from '../two-factor/login-codes.ts';
import type { TwoFactor, TwoFactorRequirement } from '../two-factor/two-factor.ts';
import type { CredentialCheck } from './credentials.ts';
import { type Caller, DEVICES_AT_MOST, type DeviceContext, type Devices } from './devices.ts';
import {
  accountSuspended,
  LoginFailure,
  loginBusy,
  mailClosed,
  requireRightCode,
  tooManyAttempts,
  unknownName,
  wrongCode,
  wrongPassword,
  wrongToken,
} from './login-failures.ts';
import type { SignedTokens } from './login-token.ts';
import type { AccountSessions, AnonymousSessions, Visitor } from './sessions.ts';

/** How long the token of a login form is good (C4.4). */
export const LOGIN_TOKEN_LIFETIME_MS = 10 * 60_000;

/** What a step of the login answers. `sessionValue` and `token` are secrets of the visitor. */
export interface LoginState {
  sessionValue: string;
  /** In the account's own spelling; `null` while not logged in. */
  username: string | null;
  isAuthenticated: boolean;
  /** Fresh, at most 64 characters. */
  token: string;
  /** Identifiers or sentences; empty means success, `verification` is the one success that has one (C4.8). */
  errors: string[];
  failure?: LoginFailure;
}

/** What somebody logs in with, empty where it was missing. */
interface Credentials {
  username: string;
  password: string;
  /** Second factor, as it was typed: from an authenticator app, an email, or the list of recovery codes. */
  loginCode: string;
}

export interface LoginForm extends Credentials {
  token: string;
}

interface LoginParts {
  anonymous: AnonymousSessions;
  tokens: SignedTokens;
  credentials: CredentialCheck;
  loginCompletion: LoginCompletion;
  twoFactor: TwoFactor;
  loginCodes: LoginCodes;
}

export function createLauncherLogin(parts: LoginParts) {
  const { anonymous, tokens, credentials, loginCompletion, twoFactor, loginCodes } = parts;

  /** The login state of a visitor, with a fresh token, and a session where there was none (C4.1, C4.2). */
  function describeLogin(visitor: Visitor): LoginState {
    return visitor.kind === 'account'
      ? describeSuccess(visitor.value, visitor.account)
      : describeFailure(visitor);
  }

  /** Checks the form of a launcher: its token first, and then as `logIn` does (C4.7). A failed login is a state too. */
  async function completeLogin(
    visitor: Visitor,
    form: LoginForm,
    caller: Caller,
  ): Promise<LoginState> {
    // Before anything else: of two simultaneous posts of one token, one finds it spent (C4.5).
    if (!(await spendToken(visitor, form.token))) {
      return describeFailure(visitor, wrongToken());
    }
    try {
      const { sessionValue, account } = await logIn(visitor, form, caller);
      return describeSuccess(sessionValue, account);
    } catch (error) {
      if (error instanceof LoginFailure) return describeFailure(visitor, error);
      throw error;
    }
  }

  /** Checks attempts, username, password, suspension and second factor, and starts a session. Throws `LoginFailure`. */
  async function logIn(visitor: Visitor, form: Credentials, caller: Caller): Promise<Entered> {
    const account = await credentials.check(form, caller);
    const attempt = await loginCompletion.attempt(account, visitor, caller);
    if (attempt.requirement) await checkCode(account, attempt, form.loginCode);
    return loginCompletion.enter(account, visitor, attempt.deviceContext);
  }

  /** Throws `LoginFailure` unless the code is right. */
  async function checkCode(
    account: Account,
    { deviceContext, requirement }: LoginAttempt,
    text: string,
  ): Promise<void> {
    const canMail = requirement?.mail === 'open';
    if (!isCodeTyped(text)) {
      const waitMs = await twoFactor.findWaitMs(account, deviceContext);
      if (waitMs > 0) throw tooManyAttempts(waitMs);
      if (canMail) await loginCodes.send(account);
      // Compatibility: the launcher shows its field for the code on this text alone (C4.15).
      throw wrongCode(text);
    }
    const outcome = await twoFactor.checkCode(account, text, deviceContext);
    if (outcome.kind !== 'wrong') return requireRightCode(outcome, text);
    if (canMail && !(await loginCodes.describe(account)).hasValid) await loginCodes.send(account);
    const isStranded = requirement?.mail === 'closed' && !requirement.hasApp;
    throw isStranded ? mailClosed() : wrongCode(text);
  }

  /** A client that lost its cookie has no session that the token could belong to (C4.6). */
  async function spendToken(visitor: Visitor, token: string): Promise<boolean> {
    if (visitor.kind === 'none') return false;
    const [isGood, isLive] = await Promise.all([
      tokens.spend(visitor.value, token),
      // It may have ended since the visitor was recognised, by a login in another request.
      visitor.kind === 'account' || anonymous.isStillLive(visitor.value),
    ]);
    return isGood && isLive;
  }

  function describeSuccess(sessionValue: string, account: Account): LoginState {
    return {
      sessionValue,
      // In the account's own spelling (C4.17).
      username: account.name,
      isAuthenticated: true,
      token: tokens.issue(sessionValue),
      // C4.13
      errors: account.verifiedAt === null ? ['verification'] : [],
    };
  }

  /** The state of a visitor whom this did not log in (C4.8). */
  function describeFailure(visitor: Visitor, failure?: LoginFailure): LoginState {
    const sessionValue = keepValue(visitor);
    return {
      sessionValue,
      username: null,
      isAuthenticated: false,
      token: tokens.issue(sessionValue),
      ...(failure === undefined ? { errors: [] } : { errors: [failure.launcherText], failure }),
    };
  }

  /** A failed login leaves the session as it was (C3.7). */
  function keepValue(visitor: Visitor): string {
    if (visitor.kind === 'account') return visitor.value;
    const isKept = visitor.kind === 'anonymous' && anonymous.isLive(visitor.value);
    return isKept ? visitor.value : anonymous.create();
  }

  return { describeLogin, completeLogin };
}

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
}) {
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
    async attempt(account: Account, visitor: Visitor, caller: Caller) {
      const hasOwnSession = visitor.kind === 'account' && visitor.account.id === account.id;
      const deviceContext = await devices.recognise(account, caller, hasOwnSession);
      return {
        deviceContext,
        requirement: await twoFactor.findTwoFactorRequirement(account, deviceContext),
      };
    },
    /**
     * Starts a session in place of the visitor's (C3.7), and emails the owner about a device that the
     * account does not know. Throws `LoginFailure`, with nothing changed, when the account is not as it
     * was read.
     */
    async enter(account: Account, visitor: Visitor, deviceContext: DeviceContext) {
      const { device, country, learns } = deviceContext;
      const endsValue = visitor.kind === 'account' ? visitor.value : undefined;
      // A browser logs in to any account to get another key: its wrong codes go on counting for the new one.
      if (learns.rotates !== undefined) await twoFactor.noteRotation(learns.rotates);
      const sessionValue = await ofAccounts.start(account, endsValue, {
        entry: { at: clock.now(), event: 'logged in', device, country, detail: '' },
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

/** The last step of every login: of launchers, of pages, and after registration. */
export type LoginCompletion = ReturnType<typeof createLoginCompletion>;
