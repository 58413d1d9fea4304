// Login as the launchers do it: a token first, then the form that brings it back.

import type { AccountSessions } from './account-sessions.ts';
import type { AnonymousSessions } from './anonymous-sessions.ts';
import { type CredentialCheck, LOGIN_ERRORS, type Refusal } from './credentials.ts';
import type { LoginTokens } from './login-tokens.ts';
import type { Account, AccountStore } from './ports.ts';
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
  /** Identifiers or sentences; empty means success, `verification` is the one success that has one. */
  errors: string[];
}

/** The fields of the login form, empty where they were missing. */
export interface LoginForm {
  username: string;
  password: string;
  token: string;
  /** Second factor: accepted, and not asked for yet. */
  loginCode: string;
}

/** What a login on a page brings: the same without a token, since the page knows its own forms. */
export type Credentials = Omit<LoginForm, 'token'>;

/** What became of a login. `sessionValue` is the value of a new session, a secret of the visitor. */
export type LoginOutcome = { account: Account; sessionValue: string } | Refusal;

/** What the login is made of. */
export interface LoginParts {
  accounts: AccountStore;
  anonymous: AnonymousSessions;
  ofAccounts: AccountSessions;
  tokens: LoginTokens;
  credentials: CredentialCheck;
}

/** Describes where a visitor stands, with a fresh token, and a session where there was none. */
export function describeLogin(parts: LoginParts, visitor: Visitor): LoginState {
  return visitor.kind === 'account'
    ? describeSuccess(parts, visitor.value, visitor.account)
    : describeFailure(parts, visitor);
}

/** Checks the form of a launcher: its token first, and then as `logIn` does. */
export async function completeLogin(
  parts: LoginParts,
  visitor: Visitor,
  form: LoginForm,
  address: string,
): Promise<LoginState> {
  // Before anything is awaited: of two simultaneous posts of one token, the second finds it spent.
  if (!spendToken(parts, visitor, form.token)) {
    return describeFailure(parts, visitor, LOGIN_ERRORS.token);
  }
  const outcome = await logIn(parts, visitor, form, address);
  return 'error' in outcome
    ? describeFailure(parts, visitor, outcome.error)
    : describeSuccess(parts, outcome.sessionValue, outcome.account);
}

/**
 * Checks attempts, username, password, suspension, second factor. On success the session is a new
 * one, and the one that it came from has ended; a failure leaves it.
 */
export async function logIn(
  parts: LoginParts,
  visitor: Visitor,
  credentials: Credentials,
  address: string,
): Promise<LoginOutcome> {
  const checked = await parts.credentials.check(credentials, address);
  if ('error' in checked) return checked;
  const endsValue = visitor.kind === 'account' ? visitor.value : undefined;
  const value = await parts.ofAccounts.start(checked.account, endsValue);
  if (value === undefined) return { error: await explainRefusedStart(parts, checked.account) };
  if (visitor.kind === 'anonymous') parts.anonymous.end(visitor.value);
  return { account: checked.account, sessionValue: value };
}

/** Ends the session of the visitor, for launchers that share it too. */
export async function logOut(parts: LoginParts, visitor: Visitor): Promise<void> {
  if (visitor.kind === 'account') await parts.ofAccounts.end(visitor.value);
  if (visitor.kind === 'anonymous') parts.anonymous.end(visitor.value);
}

function spendToken(parts: LoginParts, visitor: Visitor, token: string): boolean {
  if (visitor.kind === 'none') return false;
  // It may have ended since the visitor was recognised, by a login in another request.
  if (visitor.kind === 'anonymous' && !parts.anonymous.isLive(visitor.value)) return false;
  return parts.tokens.spend(visitor.value, token);
}

async function explainRefusedStart(parts: LoginParts, checked: Account): Promise<string> {
  const account = await parts.accounts.findAccountById(checked.id);
  if (!account) return LOGIN_ERRORS.username;
  if (account.passwordHash !== checked.passwordHash) return LOGIN_ERRORS.password;
  if (account.suspendedAt !== null) return LOGIN_ERRORS.suspended;
  // Suspended and restored within the blink: nothing is wrong any more.
  return LOGIN_ERRORS.busy;
}

function describeSuccess(parts: LoginParts, sessionValue: string, account: Account): LoginState {
  return {
    sessionValue,
    username: account.name,
    isAuthenticated: true,
    token: parts.tokens.issue(sessionValue),
    errors: account.verifiedAt === null ? ['verification'] : [],
  };
}

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

function keepValue(parts: LoginParts, visitor: Visitor): string {
  if (visitor.kind === 'account') return visitor.value;
  const isKept = visitor.kind === 'anonymous' && parts.anonymous.isLive(visitor.value);
  return isKept ? visitor.value : parts.anonymous.create();
}
