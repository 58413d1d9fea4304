// The cookies that pages set: a session for a visitor without one, and those of a login.

import type { Context } from 'elysia';
import type { Account, Visitor } from '../accounts/accounts.ts';
import type { HttpContext } from './context.ts';
import { deviceCookie, readSessionValues, sessionCookie } from './cookies.ts';

/** Where an answer's cookies are set. */
export type CookieJar = Pick<Context['set'], 'cookie'>;

/**
 * Whether a form came without any session cookie: the page that it stands on gave one, so that the browser
 * keeps none, or lost it since.
 */
export function isWithoutCookies(request: Request): boolean {
  return readSessionValues(request.headers.get('cookie')).length === 0;
}

/** The value of the visitor's session; a new one goes out with the answer where there was none (C3.3). */
export function openSession(context: HttpContext, visitor: Visitor, set: CookieJar): string {
  const { sessionValue } = context.accounts.describeLogin(visitor);
  if (visitor.kind === 'none') {
    set.cookie = sessionCookie(sessionValue, context.baseUrl.startsWith('https:'));
  }
  return sessionValue;
}

/** Sets a new session's cookie for a visitor without a valid one. */
export function giveSession(context: HttpContext, visitor: Visitor, set: CookieJar): void {
  if (visitor.kind === 'none') openSession(context, visitor, set);
}

/** Sets the cookies of a login that succeeded, and logs it. */
export function giveLogin(
  { baseUrl, events }: Pick<HttpContext, 'baseUrl' | 'events'>,
  entered: { account: Account; sessionValue: string; deviceValue: string | undefined },
  set: CookieJar,
): void {
  const { account, sessionValue, deviceValue } = entered;
  const isSecure = baseUrl.startsWith('https:');
  events.loggedIn(account.name);
  // Compatibility: the session's cookie is the first, since launchers keep what comes first (C3.2).
  set.cookie = {
    ...sessionCookie(sessionValue, isSecure),
    ...(deviceValue === undefined ? {} : deviceCookie(deviceValue, isSecure)),
  };
}
