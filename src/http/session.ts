// The session that a page gives to a visitor who has none.

import type { Context } from 'elysia';
import type { Visitor } from '../accounts/accounts.ts';
import type { HttpContext } from './context.ts';
import { sessionCookie } from './cookies.ts';

/** Has the answer carry a new session where the visitor brought no valid one. */
export function giveSession(
  context: HttpContext,
  visitor: Visitor,
  set: Pick<Context['set'], 'cookie'>,
): void {
  if (visitor.kind !== 'none') return;
  const { sessionValue } = context.accounts.describeLogin(visitor);
  set.cookie = sessionCookie(sessionValue, context.baseUrl.startsWith('https:'));
}
