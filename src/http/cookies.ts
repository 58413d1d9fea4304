// Cookies: read from the raw header, written with Elysia's own attributes, and whom a session stands for.

import type { Visitor } from '../accounts/accounts.ts';
import type { HttpContext } from './context.ts';

const HALF_A_YEAR_SECONDS = 15_552_000;
const YEAR_SECONDS = 31_536_000;

/** Where browsers send each cookie, and how many seconds they keep it. */
const COOKIES = {
  session: { path: '/', maxAge: 2_592_000 }, // C3.1
  device: { path: '/acc/', maxAge: HALF_A_YEAR_SECONDS },
  'list-order': { path: '/', maxAge: HALF_A_YEAR_SECONDS },
  theme: { path: '/', maxAge: YEAR_SECONDS },
  language: { path: '/', maxAge: YEAR_SECONDS },
};
type CookieName = keyof typeof COOKIES;

/**
 * The values of all cookies of this name, in order. The raw header is read since a client may send several
 * sessions, and the first valid one counts (C3.5); Elysia's jar keeps one of them.
 */
export function readCookies({ headers }: Pick<Request, 'headers'>, name: CookieName): string[] {
  const header = headers.get('cookie');
  if (header === null || !header.includes(name)) return [];
  const values: string[] = [];
  for (const item of header.split(';')) {
    const equals = item.indexOf('=');
    if (equals !== -1 && item.slice(0, equals).trim() === name) {
      values.push(item.slice(equals + 1).trim());
    }
  }
  return values;
}

export function readCookie(request: Pick<Request, 'headers'>, name: CookieName): string {
  return readCookies(request, name)[0] ?? '';
}

/** What Elysia needs to set a cookie, an empty one to remove it; `isSecure` when the base URL is https. */
export function makeCookie(
  name: CookieName,
  value: string,
  isSecure: boolean,
  maxAge = value === '' ? 0 : COOKIES[name].maxAge,
) {
  const { path } = COOKIES[name];
  const secure = isSecure ? { secure: true } : {};
  return { [name]: { value, path, httpOnly: true, sameSite: 'lax' as const, maxAge, ...secure } };
}

/** The visitor whose session the request carries. Without one there is no query, and no session begins (C3.4). */
export async function findVisitor(
  context: Pick<HttpContext, 'accounts'>,
  request: Request,
): Promise<Visitor> {
  const values = readCookies(request, 'session');
  return values.length === 0 ? { kind: 'none' } : context.accounts.recogniseVisitor(values);
}
