// Cookies: read from the raw header, written with Elysia's own attributes, and whom a session stands for.

import type { Visitor } from '../accounts/accounts.ts';
import type { HttpContext } from './context.ts';

export const SESSION_COOKIE = 'session';

const DEVICE_COOKIE = 'device';

const LIST_ORDER_COOKIE = 'list-order';

const THIRTY_DAYS_SECONDS = 2_592_000;
const HALF_A_YEAR_SECONDS = 15_552_000;

/**
 * The values of all `session` cookies of a Cookie header, in order. The raw header is read since a
 * client may send several, and the first valid one counts (C3.5); Elysia's jar keeps one of them.
 */
export function readSessionValues(cookieHeader: string | null): string[] {
  return readValues(cookieHeader, SESSION_COOKIE);
}

/** The value of the first `device` cookie; empty without one. */
export function readDeviceValue(cookieHeader: string | null): string {
  return readValues(cookieHeader, DEVICE_COOKIE)[0] ?? '';
}

/** How the visitor sorted the list the last time, as it was written; empty for the order of the list itself. */
export function readListOrder(cookieHeader: string | null): string {
  return readValues(cookieHeader, LIST_ORDER_COOKIE)[0] ?? '';
}

/** The visitor whose session the request carries. Without one there is no query, and no session begins (C3.4). */
export async function findVisitor(
  context: Pick<HttpContext, 'accounts'>,
  request: Request,
): Promise<Visitor> {
  const values = readSessionValues(request.headers.get('cookie'));
  return values.length === 0 ? { kind: 'none' } : context.accounts.recogniseVisitor(values);
}

/** The values of all cookies of this name in a Cookie header, in order. */
export function readValues(cookieHeader: string | null, name: string): string[] {
  if (cookieHeader === null || !cookieHeader.includes(name)) return [];
  const values: string[] = [];
  for (const item of cookieHeader.split(';')) {
    const equals = item.indexOf('=');
    if (equals !== -1 && item.slice(0, equals).trim() === name) {
      values.push(item.slice(equals + 1).trim());
    }
  }
  return values;
}

/** What Elysia needs to set a cookie; `isSecure` when the base URL is https. */
export function makeCookie(
  name: string,
  value: string,
  { path = '/', maxAge, isSecure }: { path?: string; maxAge: number; isSecure: boolean },
) {
  const secure = isSecure ? { secure: true } : {};
  return { [name]: { value, path, httpOnly: true, sameSite: 'lax' as const, maxAge, ...secure } };
}

/** The session cookie (C3.1). */
export function sessionCookie(value: string, isSecure: boolean) {
  return makeCookie(SESSION_COOKIE, value, { maxAge: THIRTY_DAYS_SECONDS, isSecure });
}

/** The device cookie, which goes to the pages of accounts alone. */
export function deviceCookie(value: string, isSecure: boolean) {
  return makeCookie(DEVICE_COOKIE, value, {
    path: '/acc/',
    maxAge: HALF_A_YEAR_SECONDS,
    isSecure,
  });
}

/** The cookie that remembers an order of the list; an empty one removes it. */
export function listOrderCookie(value: string, isSecure: boolean) {
  const maxAge = value === '' ? 0 : HALF_A_YEAR_SECONDS;
  return makeCookie(LIST_ORDER_COOKIE, value, { maxAge, isSecure });
}
