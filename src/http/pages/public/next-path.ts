// Where a visitor goes after logging in: to a page of this site, and never anywhere else.

import { LOGIN_PATH } from '../../../views/account/login-pages.tsx';

const LONGEST = 512;
/** Visible ASCII without a backslash, which browsers take for a slash; one slash at the start. */
const SITE_PATH = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/;
const ORIGIN = 'http://own.invalid';

/**
 * The path when it is one of this installation, with its query, and `/` otherwise. Refused are
 * addresses with a host in any spelling, control characters, and the login page itself.
 */
export function parseNextPath(text: string): string {
  const path = parseOwnPath(text);
  return /^\/acc\/log(?:in|out)(?:\/|$)/.test(new URL(path, ORIGIN).pathname) ? '/' : path;
}

/** The same with the login page. */
export function parseOwnPath(text: string): string {
  if (text.length > LONGEST || !SITE_PATH.test(text)) return '/';
  const url = URL.parse(text, ORIGIN);
  if (url === null || url.origin !== ORIGIN) return '/';
  // Dots that are taken out may leave two slashes at the start, which would name a host.
  if (url.pathname.includes('//') || text.split(/[?#]/, 1)[0]?.includes('//')) return '/';
  return text;
}

/** The login page that leads on to `next`. */
export function loginPath(next: string): string {
  return withNext(LOGIN_PATH, next);
}

/** A page of accounts that leads on to `next`: the path with that in its query, unless it is the list. */
export function withNext(path: string, next: string): string {
  const own = parseNextPath(next);
  return own === '/' ? path : `${path}?next=${encodeURIComponent(own)}`;
}
