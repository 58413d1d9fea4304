// Pages that only logged-in visitors see: everybody else is redirected to the login page and back.

import type { Visitor } from '../../../accounts/accounts.ts';
import { pathOf } from '../../path.ts';
import { loginPath } from './next-path.ts';
import { seeOther } from './page-form.ts';

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
