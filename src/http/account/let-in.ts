// The answer to a login on a page that succeeded: new cookies, and the way on.

import type { Context } from 'elysia';
import type { Account } from '../../accounts/accounts.ts';
import type { HttpContext } from '../context.ts';
import { deviceCookie, sessionCookie } from '../cookies.ts';
import { loginPath } from '../web/next-path.ts';
import { seeOther } from '../web/own-form.ts';

/** Goes on to `next`; an account that is not verified is shown first what it lacks. */
export function letIn(
  { baseUrl, events }: Pick<HttpContext, 'baseUrl' | 'events'>,
  entered: { account: Account; sessionValue: string; deviceValue: string | undefined },
  next: string,
  set: Pick<Context['set'], 'cookie'>,
): Response {
  const { account, sessionValue, deviceValue } = entered;
  const isSecure = baseUrl.startsWith('https:');
  events.loggedIn(account.name);
  // Compatibility: the session's cookie is the first, since launchers keep what comes first.
  set.cookie = {
    ...sessionCookie(sessionValue, isSecure),
    ...(deviceValue === undefined ? {} : deviceCookie(deviceValue, isSecure)),
  };
  return seeOther(account.verifiedAt === null ? loginPath(next) : next);
}
