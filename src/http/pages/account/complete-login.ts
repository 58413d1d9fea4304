// The answer to a login on a page that succeeded: new cookies, and the way on.

import type { HttpContext } from '../../context.ts';
import { type CookieJar, giveLogin } from '../../session.ts';
import { loginPath } from '../public/next-path.ts';
import { seeOther } from '../public/page-form.ts';

/** Goes on to `next`; an account that is not verified is shown first what it lacks. */
export function completeLoginOnPage(
  context: Pick<HttpContext, 'baseUrl' | 'events'>,
  entered: Parameters<typeof giveLogin>[1],
  next: string,
  set: CookieJar,
): Response {
  giveLogin(context, entered, set);
  return seeOther(entered.account.verifiedAt === null ? loginPath(next) : next);
}
