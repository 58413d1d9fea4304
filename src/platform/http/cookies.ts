// The cookies of the site: for which paths browsers send each, and how they are read and set.

import type { Context } from 'elysia';
import type { Clock } from '../lib/clock.ts';

export type CookieJar = Pick<Context['set'], 'cookie'>;

const HALF_A_YEAR_SECONDS = 15_552_000;

const YEAR_SECONDS = 31_536_000;

/** The paths for which browsers send each cookie, and its lifetime in seconds. */
const COOKIES = {
  session: { path: '/', maxAge: 2_592_000 }, // C3.1
  device: { path: '/acc/', maxAge: HALF_A_YEAR_SECONDS },
  'list-order': { path: '/', maxAge: HALF_A_YEAR_SECONDS },
  theme: { path: '/', maxAge: YEAR_SECONDS },
  language: { path: '/', maxAge: YEAR_SECONDS },
};

type CookieName = keyof typeof COOKIES;

/**
 * The values of all cookies with this name, in order. Reads the raw header, since a client may send several
 * sessions and the first valid one counts (C3.5). Elysia's jar keeps only one.
 *
 * Compatibility: stores that follow RFC 2965, such as `java.net.CookieManager`, send quoted values, attributes whose
 * names begin with `$`, and commas between cookies (C3.12).
 */
export function readCookies({ headers }: Pick<Request, 'headers'>, name: CookieName): string[] {
  const header = headers.get('cookie');
  if (header === null || !header.includes(name)) return [];
  const values: string[] = [];
  for (const item of header.split(/[;,]/)) {
    const equals = item.indexOf('=');
    if (equals !== -1 && item.slice(0, equals).trim() === name) {
      const value = item.slice(equals + 1).trim();
      values.push(QUOTED.test(value) ? value.slice(1, -1) : value);
    }
  }
  return values;
}

const QUOTED = /^".*"$/;

export function readCookie(request: Pick<Request, 'headers'>, name: CookieName): string {
  return readCookies(request, name)[0] ?? '';
}

/** The options with which Elysia sets a cookie. An empty value or a `maxAge` of 0 removes it. */
export function makeCookie(
  { baseUrl, clock }: { baseUrl: string; clock: Clock },
  name: CookieName,
  value: string,
  maxAge = value === '' ? 0 : COOKIES[name].maxAge,
) {
  const cookie = {
    value,
    path: COOKIES[name].path,
    httpOnly: true,
    sameSite: 'lax' as const,
    maxAge,
    // Compatibility: without `expires`, `java.net.CookieManager` treats a cookie as one of RFC 2965 (C3.1).
    expires: new Date(maxAge === 0 ? 0 : clock.now() + maxAge * 1_000),
    ...(baseUrl.startsWith('https:') && { secure: true }),
  };
  return { [name]: cookie };
}
