// Cookies, whom a session stands for, and logins over HTTP.

import { type ClientPorts, pauseIfBusy } from '../../platform/http/address-limit.ts';
import {
  type CookieJar,
  makeCookie,
  readCookie,
  readCookies,
} from '../../platform/http/cookies.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { isBusy } from '../../platform/lib/failure.ts';
import type { Timers } from '../../platform/lib/timers.ts';
import type { Report } from '../../platform/ops/events.ts';
import type { Account, Caller, LoginFailure } from '../account/index.ts';
import type { Visitor } from './sessions.ts';

/** What finds the visitor of a request. */
export interface VisitorPorts {
  accounts: {
    /** Whom the values of all `session` cookies, in header order, stand for. */
    recogniseVisitor(values: readonly string[]): Promise<Visitor>;
  };
}

/** The same, and what gives visitors a session. */
export interface SessionPorts extends VisitorPorts {
  /** Without a slash at the end. */
  baseUrl: string;
  clock: Clock;
  accounts: VisitorPorts['accounts'] & {
    describeLogin(visitor: Visitor): { sessionValue: string };
  };
}

/** The visitor whose session the request carries. Without one there is no query, and no session begins (C3.4). */
export async function findVisitor(context: VisitorPorts, request: Request): Promise<Visitor> {
  const values = readCookies(request, 'session');
  return values.length === 0 ? { kind: 'none' } : context.accounts.recogniseVisitor(values);
}

/**
 * Whether a form came without any session cookie: the page that it stands on gave one, so that the browser
 * keeps none, or lost it since.
 */
export function isWithoutCookies(request: Request): boolean {
  return readCookies(request, 'session').length === 0;
}

/** The value of the visitor's session; a new one goes out with the answer where there was none (C3.3). */
export function openSession(context: SessionPorts, visitor: Visitor, set: CookieJar): string {
  const { sessionValue } = context.accounts.describeLogin(visitor);
  if (visitor.kind === 'none') {
    set.cookie = makeCookie(context, 'session', sessionValue);
  }
  return sessionValue;
}

/** Sets the cookies of a login that succeeded, and logs it. */
export function giveLogin(
  context: { baseUrl: string; clock: Clock; report: Report },
  entered: { account: Account; sessionValue: string; deviceValue: string | undefined },
  set: CookieJar,
): void {
  const { account, sessionValue, deviceValue } = entered;
  context.report('account_logged_in', { account: account.name });
  // Compatibility: the session's cookie is the first, since launchers keep what comes first (C3.2).
  set.cookie = {
    ...makeCookie(context, 'session', sessionValue),
    ...(deviceValue === undefined ? {} : makeCookie(context, 'device', deviceValue)),
  };
}

/** The caller of a route that launchers use: they keep no cookie but their session's. */
export function describeLauncher({ addressOf }: ClientPorts, request: Request): Caller {
  const userAgent = request.headers.get('user-agent') ?? '';
  return { address: addressOf(request), userAgent, deviceValue: undefined };
}

/** The caller of a page, whose browser keeps a `device` cookie too. */
export function describeBrowser(context: ClientPorts, request: Request): Caller {
  return { ...describeLauncher(context, request), deviceValue: readCookie(request, 'device') };
}

export async function noteLoginFailure(
  { report, timers }: { report: Report; timers: Timers },
  failure: LoginFailure,
  address: string,
): Promise<void> {
  if (isBusy(failure)) report('login_busy', { address });
  else if (failure.kind === 'rate_limited') report('login_stopped', { address });
  else report('login_failed', { reason: failure.launcherText, address });
  await pauseIfBusy(timers, failure);
}
