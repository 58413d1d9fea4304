// The visitor of a page: found by the session cookie, and given one where there is none.

import type { Context } from 'elysia';
import type { Visitor } from '../accounts/accounts.ts';
import { findVisitor, type HttpContext } from './context.ts';
import { sessionCookie } from './cookies.ts';

/** Finds the visitor, and has the answer carry a new session where the request brought no valid one. */
export async function keepSession(
  context: HttpContext,
  request: Request,
  set: Pick<Context['set'], 'cookie'>,
): Promise<Visitor> {
  const visitor = await findVisitor(context, request);
  if (visitor.kind === 'none') {
    const { sessionValue } = context.accounts.describeLogin(visitor);
    set.cookie = sessionCookie(sessionValue, context.baseUrl.startsWith('https:'));
  }
  return visitor;
}
