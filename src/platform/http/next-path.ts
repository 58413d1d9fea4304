// Where a page leads next, such as after a login: only to pages of this installation.

import { LOGIN_PATH } from '../views/layout.tsx';
import { seeOther } from './page-form.ts';
import { pathOf } from './path.ts';

const MAX_PATH_LENGTH = 512;
/** Visible ASCII with one slash at the start, and no backslash, which browsers read as a slash. */
const SITE_PATH = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/;
const ORIGIN = 'http://own.invalid';

/**
 * Returns the path and query if it belongs to this installation, and `/` otherwise. Refuses
 * addresses with a host in any spelling, control characters, and the login page itself.
 */
export function parseNextPath(text: string): string {
  const path = parseOwnPath(text);
  return /^\/acc\/log(?:in|out)(?:\/|$)/.test(new URL(path, ORIGIN).pathname) ? '/' : path;
}

/** Like `parseNextPath`, but accepts the login page. */
export function parseOwnPath(text: string): string {
  if (text.length > MAX_PATH_LENGTH || !SITE_PATH.test(text)) return '/';
  const url = URL.parse(text, ORIGIN);
  if (url === null || url.origin !== ORIGIN) return '/';
  // Removing dots may leave two slashes at the start, which would name a host.
  if (url.pathname.includes('//') || text.split(/[?#]/, 1)[0]?.includes('//')) return '/';
  return text;
}

/** The login page that continues to `next`. */
export function loginPath(next: string): string {
  return withNext(LOGIN_PATH, next);
}

/** The path of a page of accounts that continues to `next`. The query leaves out the list, which is the default. */
export function withNext(path: string, next: string): string {
  const own = parseNextPath(next);
  return own === '/' ? path : `${path}?next=${encodeURIComponent(own)}`;
}

/**
 * Redirects to the login page, and from there back to `page`, by default the path of the request. The fields of a
 * form are not sent again.
 */
export const leadToLogin = (request: Request, page?: string): Response =>
  leadTo(LOGIN_PATH, request, page);

/** Redirects to a page of accounts as `leadToLogin` does to the login page. */
export function leadTo(path: string, request: Request, page = pathOf(request)): Response {
  const isForm = request.method === 'POST';
  const start = request.url.indexOf('?');
  const query = isForm || start === -1 ? '' : request.url.slice(start);
  return seeOther(withNext(path, `${page}${query}`));
}
