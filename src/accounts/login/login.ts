// Login as the launchers do it: a token first, then the form that brings it back.

import type { Caller } from '../caller.ts';
import type { Account } from '../ports.ts';
import { isCodeTyped } from '../two-factor/code-text.ts';
import type { LoginCodes } from '../two-factor/login-codes.ts';
import { refusalOf, type TwoFactor } from '../two-factor/two-factor.ts';
import type { AnonymousSessions } from './anonymous-sessions.ts';
import type { CredentialCheck } from './credentials.ts';
import type { Entered, LoginAttempt, LoginCompletion } from './login-completion.ts';
import { LOGIN_ERRORS, type Refusal, refuseUntil } from './login-failures.ts';
import type { LoginTokens } from './login-tokens.ts';
import type { Visitor } from './visitors.ts';

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
}

/** What somebody logs in with, empty where it was missing. */
interface Credentials {
  username: string;
  password: string;
  /** Second factor, as it was typed: from an authenticator app, a letter, or the list of recovery codes. */
  loginCode: string;
}

/** The fields of the launchers' login form. */
export interface LoginForm extends Credentials {
  token: string;
}

/** A login that was let in, or why not. Both values are secrets of the visitor. */
type LoginOutcome = ({ account: Account } & Entered) | Refusal;

/** What the login is made of. */
export interface LoginParts {
  anonymous: AnonymousSessions;
  tokens: LoginTokens;
  credentials: CredentialCheck;
  loginCompletion: LoginCompletion;
  twoFactor: TwoFactor;
  loginCodes: LoginCodes;
}

/** Describes where a visitor stands, with a fresh token, and a session where there was none (C4.1, C4.2). */
export function describeLogin(parts: LoginParts, visitor: Visitor): LoginState {
  return visitor.kind === 'account'
    ? describeSuccess(parts, visitor.value, visitor.account)
    : describeFailure(parts, visitor);
}

/** Checks the form of a launcher: its token first, and then as `logIn` does (C4.7). */
export async function completeLogin(
  parts: LoginParts,
  visitor: Visitor,
  form: LoginForm,
  caller: Caller,
): Promise<LoginState> {
  // Before anything is awaited: of two simultaneous posts of one token, the second finds it spent (C4.5).
  if (!spendToken(parts, visitor, form.token)) {
    return describeFailure(parts, visitor, LOGIN_ERRORS.token);
  }
  const outcome = await logIn(parts, visitor, form, caller);
  return 'error' in outcome
    ? describeFailure(parts, visitor, outcome.error)
    : describeSuccess(parts, outcome.sessionValue, outcome.account);
}

/** Checks attempts, username, password, suspension and second factor, and starts a session. */
async function logIn(
  parts: LoginParts,
  visitor: Visitor,
  credentials: Credentials,
  caller: Caller,
): Promise<LoginOutcome> {
  const checked = await parts.credentials.check(credentials, caller);
  if ('error' in checked) return checked;
  const { account } = checked;
  const attempt = await parts.loginCompletion.attempt(account, visitor, caller);
  if (attempt.requirement) {
    const refusal = await checkCode(parts, account, attempt, credentials.loginCode);
    if (refusal) return refusal;
  }
  return parts.loginCompletion.enter(account, visitor, attempt.deviceContext);
}

/** What is wrong with the code; `undefined` when it is right. */
async function checkCode(
  parts: LoginParts,
  account: Account,
  { deviceContext, requirement }: LoginAttempt,
  text: string,
): Promise<Refusal | undefined> {
  const { twoFactor, loginCodes } = parts;
  const canMail = requirement?.mail === 'open';
  if (!isCodeTyped(text)) {
    const waitMs = twoFactor.findWaitMs(account, deviceContext);
    if (waitMs > 0) return refuseUntil(waitMs);
    if (canMail) await loginCodes.send(account);
    // Compatibility: the launcher shows its field for the code on this text alone (C4.15).
    return { error: LOGIN_ERRORS.loginCode };
  }
  const outcome = await twoFactor.checkCode(account, text, deviceContext);
  if (outcome.kind !== 'wrong') return refusalOf(outcome);
  if (canMail && !(await loginCodes.describe(account)).hasValid) await loginCodes.send(account);
  const isStranded = requirement?.mail === 'closed' && !requirement.hasApp;
  return { error: isStranded ? LOGIN_ERRORS.mailClosed : LOGIN_ERRORS.loginCode };
}

/** A client that lost its cookie has no session that the token could belong to (C4.6). */
function spendToken(parts: LoginParts, visitor: Visitor, token: string): boolean {
  if (visitor.kind === 'none') return false;
  // It may have ended since the visitor was recognised, by a login in another request.
  if (visitor.kind === 'anonymous' && !parts.anonymous.isLive(visitor.value)) return false;
  return parts.tokens.spend(visitor.value, token);
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

/** Where the visitor stands who is not logged in by this (C4.8). */
function describeFailure(parts: LoginParts, visitor: Visitor, error?: string): LoginState {
  const sessionValue = keepValue(parts, visitor);
  return {
    sessionValue,
    username: null,
    isAuthenticated: false,
    token: parts.tokens.issue(sessionValue),
    errors: error === undefined ? [] : [error],
  };
}

/** A failed login leaves the session as it was (C3.7). */
function keepValue(parts: LoginParts, visitor: Visitor): string {
  if (visitor.kind === 'account') return visitor.value;
  const isKept = visitor.kind === 'anonymous' && parts.anonymous.isLive(visitor.value);
  return isKept ? visitor.value : parts.anonymous.create();
}
