// Routes for whoever is logged in: everybody else is led to the login page and back.

import { findVisitor, type HttpContext } from '../context.ts';
import { type OwnForm, readOwnForm } from './own-form.ts';
import { type AccountVisitor, requireAccount } from './require-account.ts';

/** Answers the owner of the session that the request carries. */
export async function forOwner(
  context: HttpContext,
  request: Request,
  answer: (owner: AccountVisitor) => Promise<Response>,
): Promise<Response> {
  const owner = requireAccount(await findVisitor(context, request), request);
  return owner instanceof Response ? owner : answer(owner);
}

/** The same for a form, which has to come from a page of the house. */
export async function forOwnForm(
  context: HttpContext,
  request: Request,
  act: (owner: AccountVisitor, form: OwnForm) => Promise<Response>,
): Promise<Response> {
  const form = await readOwnForm(request, context);
  return forOwner(context, request, (owner) => act(owner, form));
}
