// Sessions over HTTP: the visitor behind a request's cookies, and the cookies of a session and a login.

import type { Clock } from '../lib/clock.ts';
import type { Caller, Visitor, VisitorAccount } from '../lib/visitor.ts';
import type { Report } from '../ops/events.ts';
import type { ClientPorts } from './address-limit.ts';
import { type CookieJar, makeCookie, readCookie, readCookies } from './cookies.ts';

/** Finds the visitor of a request. */
export interface VisitorPorts<Account extends VisitorAccount = VisitorAccount> {
  visitors: {
    /** Finds the visitor for the values of all `session` cookies, in header order. */
    find(values: readonly string[]): Promise<Visitor<Account>>;
  };
}

interface CookiePorts {
  /** Has no slash at the end. */
  baseUrl: string;
  clock: Clock;
}

/** Also gives visitors a session. */
export interface SessionPorts<Account extends VisitorAccount = VisitorAccount> extends CookiePorts {
  visitors: VisitorPorts<Account>['visitors'] & {
    /** Returns the value of the visitor's session, or of a new one. */
    keepSession(visitor: Visitor<Account>): string;
  };
}

/** The visitor of the request's session. Without a session cookie there is no query, and no session begins (C3.4). */
export async function findVisitor<Account extends VisitorAccount>(
  { visitors }: VisitorPorts<Account>,
  request: Request,
): Promise<Visitor<Account>> {
  const values = readCookies(request, 'session');
  return values.length === 0 ? { kind: 'none' } : visitors.find(values);
}

/**
 * Whether a form came without any session cookie, although its page set one: the browser
 * keeps no cookies, or has lost them since.
 */
export function isWithoutCookies(request: Request): boolean {
  return readCookies(request, 'session').length === 0;
}

/** Returns the value of the visitor's session. If there is none, the answer sets a new one (C3.3). */
export function openSession<Account extends VisitorAccount>(
  context: SessionPorts<Account>,
  visitor: Visitor<Account>,
  set: CookieJar,
): string {
  const value = context.visitors.keepSession(visitor);
  if (visitor.kind === 'none') set.cookie = makeCookie(context, 'session', value);
  return value;
}

/** A successful login. */
export interface Entered<Account = { name: string }> {
  account: Account;
  sessionValue: string;
  deviceValue: string | undefined;
  /** Whether the account knew no device before this login. */
  isFirst?: boolean;
}

/** Sets the cookies of a successful login, and logs it. */
export function giveLogin(
  context: CookiePorts & { report: Report },
  { account, sessionValue, deviceValue }: Entered,
  set: CookieJar,
): void {
  context.report('account_logged_in', { account: account.name });
  // Compatibility: the session's cookie comes first, since launchers keep the first one (C3.2).
  set.cookie = {
    ...makeCookie(context, 'session', sessionValue),
    ...(deviceValue === undefined ? {} : makeCookie(context, 'device', deviceValue)),
  };
}

/** The caller on a route for launchers, which keep only the session cookie. */
export function describeLauncher({ addressOf }: ClientPorts, request: Request): Caller {
  const userAgent = request.headers.get('user-agent') ?? '';
  return { address: addressOf(request), userAgent, deviceValue: undefined };
}

/** The caller on a page, whose browser also keeps a `device` cookie. */
export function describeBrowser(context: ClientPorts, request: Request): Caller {
  return { ...describeLauncher(context, request), deviceValue: readCookie(request, 'device') };
}
