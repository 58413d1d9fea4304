// Sessions over HTTP: whom a request's cookies stand for, and the cookies of a session and a login.

import type { Clock } from '../lib/clock.ts';
import type { Caller, Visitor, VisitorAccount } from '../lib/visitor.ts';
import type { Report } from '../ops/events.ts';
import type { ClientPorts } from './address-limit.ts';
import { type CookieJar, makeCookie, readCookie, readCookies } from './cookies.ts';

/** What finds the visitor of a request. */
export interface VisitorPorts<Account extends VisitorAccount = VisitorAccount> {
  visitors: {
    /** Whom the values of all `session` cookies, in header order, stand for. */
    find(values: readonly string[]): Promise<Visitor<Account>>;
  };
}

interface CookiePorts {
  /** Without a slash at the end. */
  baseUrl: string;
  clock: Clock;
}

/** The same, and what gives visitors a session. */
export interface SessionPorts<Account extends VisitorAccount = VisitorAccount> extends CookiePorts {
  visitors: VisitorPorts<Account>['visitors'] & {
    /** The value of the visitor's session, of a new one where there was none. */
    keepSession(visitor: Visitor<Account>): string;
  };
}

/** The visitor whose session the request carries. Without one there is no query, and no session begins (C3.4). */
export async function findVisitor<Account extends VisitorAccount>(
  { visitors }: VisitorPorts<Account>,
  request: Request,
): Promise<Visitor<Account>> {
  const values = readCookies(request, 'session');
  return values.length === 0 ? { kind: 'none' } : visitors.find(values);
}

/**
 * Whether a form came without any session cookie: the page that it stands on gave one, so that the browser
 * keeps none, or lost it since.
 */
export function isWithoutCookies(request: Request): boolean {
  return readCookies(request, 'session').length === 0;
}

/** The value of the visitor's session; a new one goes out with the answer where there was none (C3.3). */
export function openSession<Account extends VisitorAccount>(
  context: SessionPorts<Account>,
  visitor: Visitor<Account>,
  set: CookieJar,
): string {
  const value = context.visitors.keepSession(visitor);
  if (visitor.kind === 'none') set.cookie = makeCookie(context, 'session', value);
  return value;
}

/** A login that succeeded. */
export interface Entered<Account = { name: string }> {
  account: Account;
  sessionValue: string;
  deviceValue: string | undefined;
}

/** Sets the cookies of a login that succeeded, and logs it. */
export function giveLogin(
  context: CookiePorts & { report: Report },
  { account, sessionValue, deviceValue }: Entered,
  set: CookieJar,
): void {
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
