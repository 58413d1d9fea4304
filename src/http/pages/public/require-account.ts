// Pages that only logged-in visitors see: everybody else is redirected to the login page, and from there back.

import type { Visitor } from '../../../accounts/accounts.ts';
import { LOGIN_PATH } from '../../../views/account/login-pages.tsx';
import type { HttpContext } from '../../context.ts';
import { findVisitor } from '../../cookies.ts';
import { pathOf } from '../../path.ts';
import { type CookieJar, giveSession } from '../../session.ts';
import { type PageForm, readPageForm, seeOther } from './page-form.ts';

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

/** A visitor who is logged in. */
export type AccountVisitor = Extract<Visitor, { kind: 'account' }>;

/**
 * The visitor when logged in; otherwise the answer, which leads to the login page and from there
 * back to `page`, this one unless given. What a form brought is not sent again: its own path
 * is shown then.
 */
export function requireAccount(
  visitor: Visitor,
  request: Request,
  page = pathOf(request),
): AccountVisitor | Response {
  if (visitor.kind === 'account') return visitor;
  const isShown = request.method === 'GET' || request.method === 'HEAD';
  const query = isShown ? queryOf(request.url) : '';
  return seeOther(loginPath(`${page}${query}`));
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}

/** A request to a route, its query, and where the cookies of its answer are set. */
export interface Requested {
  request: Request;
  set: CookieJar;
  query: Readonly<Partial<Record<string, string>>>;
}

/**
 * A handler that answers the owner of the session which the request carries. The login redirects to `page`:
 * the path of the request, unless that belongs to an action and has no page.
 */
export function forOwner(
  context: HttpContext,
  answer: (owner: AccountVisitor, requested: Requested) => Promise<Response>,
  page?: string,
) {
  return async ({ request, set, query }: Requested): Promise<Response> => {
    const visitor = await findVisitor(context, request);
    const owner = requireAccount(visitor, request, page);
    if (!(owner instanceof Response)) return answer(owner, { request, set, query });
    giveSession(context, visitor, set);
    return owner;
  };
}

/** The same for a form, which has to come from a page of this site: no action runs without. */
export function forPageForm(
  context: HttpContext,
  action: (owner: AccountVisitor, form: PageForm, requested: Requested) => Promise<Response>,
  page?: string,
) {
  return async ({ request, set, query }: Requested): Promise<Response> => {
    const form = await readPageForm(request, context);
    const handle = forOwner(context, (owner, requested) => action(owner, form, requested), page);
    return handle({ request, set, query });
  };
}
