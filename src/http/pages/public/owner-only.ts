// Routes for visitors who are logged in: everybody else is redirected to the login page and back.

import type { HttpContext } from '../../context.ts';
import { findVisitor } from '../../cookies.ts';
import { type CookieJar, giveSession } from '../../session.ts';
import { type PageForm, readPageForm } from './page-form.ts';
import { type AccountVisitor, requireAccount } from './require-account.ts';

/** A request to a route, and where the cookies of its answer are set. */
export interface Requested {
  request: Request;
  set: CookieJar;
  /** Where the login redirects to; the path of the request, unless that belongs to an action and has no page. */
  page?: string;
}

/** Answers the owner of the session that the request carries. */
export async function forOwner(
  context: HttpContext,
  { request, set, page }: Requested,
  answer: (owner: AccountVisitor) => Promise<Response>,
): Promise<Response> {
  const visitor = await findVisitor(context, request);
  const owner = requireAccount(visitor, request, page);
  if (!(owner instanceof Response)) return answer(owner);
  giveSession(context, visitor, set);
  return owner;
}

/** The same for a form, which has to come from a page of this site: no action runs without. */
export async function forPageForm(
  context: HttpContext,
  requested: Requested,
  action: (owner: AccountVisitor, form: PageForm) => Promise<Response>,
): Promise<Response> {
  const form = await readPageForm(requested.request, context);
  return forOwner(context, requested, (owner) => action(owner, form));
}
