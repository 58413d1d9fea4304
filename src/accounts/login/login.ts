// The login of launchers: a token first, then a form that carries the token.

import type { Caller } from '../caller.ts';
import type { Account } from '../ports.ts';
import type { SignedTokens } from '../signed-tokens.ts';
import { isCodeTyped } from '../two-factor/code-text.ts';
import type { LoginCodes } from '../two-factor/login-codes.ts';
import type { TwoFactor } from '../two-factor/two-factor.ts';
import type { AnonymousSessions } from './anonymous-sessions.ts';
import type { CredentialCheck } from './credentials.ts';
import type { Entered, LoginAttempt, LoginCompletion } from './login-completion.ts';
import {
  LoginFailure,
  mailClosed,
  requireRightCode,
  tooManyAttempts,
  wrongCode,
  wrongToken,
} from './login-failures.ts';
import type { Visitor } from './sessions.ts';

/** How long the token of a login form is good (C4.4). */
export const LOGIN_TOKEN_LIFETIME_MS = 10 * 60_000;

/** What a step of the login answers. `sessionValue` and `token` are secrets of the visitor. */
export interface LoginState {
  /** The value of the `session` cookie that goes out with this answer. */
  sessionValue: string;
  /** In the account's own spelling; `null` while not logged in. */
  username: string | null;
  isAuthenticated: boolean;
  /** Fresh, at most 64 characters. */
  token: string;
  /** Identifiers or sentences; empty means success, `verification` is the one success that has one (C4.8). */
  errors: string[];
  /** Why the login failed, where it did; `errors` has its text for launchers. */
  failure?: LoginFailure;
}

/** What somebody logs in with, empty where it was missing. */
interface Credentials {
  username: string;
  password: string;
  /** Second factor, as it was typed: from an authenticator app, an email, or the list of recovery codes. */
  loginCode: string;
}

/** The fields of the launchers' login form. */
export interface LoginForm extends Credentials {
  token: string;
}

/** What the login is made of. */
export interface LoginParts {
  anonymous: AnonymousSessions;
  tokens: SignedTokens;
  credentials: CredentialCheck;
  loginCompletion: LoginCompletion;
  twoFactor: TwoFactor;
  loginCodes: LoginCodes;
}

/** The login state of a visitor, with a fresh token, and a session where there was none (C4.1, C4.2). */
export function describeLogin(parts: LoginParts, visitor: Visitor): LoginState {
  return visitor.kind === 'account'
    ? describeSuccess(parts, visitor.value, visitor.account)
    : describeFailure(parts, visitor);
}

/** Checks the form of a launcher: its token first, and then as `logIn` does (C4.7). A failed login is a state too. */
export async function completeLogin(
  parts: LoginParts,
  visitor: Visitor,
  form: LoginForm,
  caller: Caller,
): Promise<LoginState> {
  // Before anything else: of two simultaneous posts of one token, one finds it spent (C4.5).
  if (!(await spendToken(parts, visitor, form.token))) {
    return describeFailure(parts, visitor, wrongToken());
  }
  try {
    const { sessionValue, account } = await logIn(parts, visitor, form, caller);
    return describeSuccess(parts, sessionValue, account);
  } catch (error) {
    if (error instanceof LoginFailure) return describeFailure(parts, visitor, error);
    throw error;
  }
}

/** Checks attempts, username, password, suspension and second factor, and starts a session. Throws `LoginFailure`. */
async function logIn(
  parts: LoginParts,
  visitor: Visitor,
  credentials: Credentials,
  caller: Caller,
): Promise<Entered> {
  const account = await parts.credentials.check(credentials, caller);
  const attempt = await parts.loginCompletion.attempt(account, visitor, caller);
  if (attempt.requirement) await checkCode(parts, account, attempt, credentials.loginCode);
  return parts.loginCompletion.enter(account, visitor, attempt.deviceContext);
}

/** Throws `LoginFailure` unless the code is right. */
async function checkCode(
  parts: LoginParts,
  account: Account,
  { deviceContext, requirement }: LoginAttempt,
  text: string,
): Promise<void> {
  const { twoFactor, loginCodes } = parts;
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
async function spendToken(parts: LoginParts, visitor: Visitor, token: string): Promise<boolean> {
  if (visitor.kind === 'none') return false;
  const { anonymous, tokens } = parts;
  const [isGood, isLive] = await Promise.all([
    tokens.spend(visitor.value, token),
    // It may have ended since the visitor was recognised, by a login in another request.
    visitor.kind === 'account' || anonymous.isStillLive(visitor.value),
  ]);
  return isGood && isLive;
}

function describeSuccess(parts: LoginParts, sessionValue: string, account: Account): LoginState {
  return {
    sessionValue,
    // In the account's own spelling (C4.17).
    username: account.name,
    isAuthenticated: true,
    token: parts.tokens.issue(sessionValue),
    // C4.13
    errors: account.verifiedAt === null ? ['verification'] : [],
  };
}

/** The state of a visitor whom this did not log in (C4.8). */
function describeFailure(parts: LoginParts, visitor: Visitor, failure?: LoginFailure): LoginState {
  const sessionValue = keepValue(parts, visitor);
  return {
    sessionValue,
    username: null,
    isAuthenticated: false,
    token: parts.tokens.issue(sessionValue),
    ...(failure === undefined ? { errors: [] } : { errors: [failure.launcherText], failure }),
  };
}

/** A failed login leaves the session as it was (C3.7). */
function keepValue(parts: LoginParts, visitor: Visitor): string {
  if (visitor.kind === 'account') return visitor.value;
  const isKept = visitor.kind === 'anonymous' && parts.anonymous.isLive(visitor.value);
  return isKept ? visitor.value : parts.anonymous.create();
}
