// The page where owners see how their account is secured, and end its sessions.

import { Elysia } from 'elysia';
import type { Clock } from '../../lib/clock.ts';
import { renderSecurityPage } from '../../pages/account/security-page.tsx';
import {
  SECURITY_PATH,
  SESSION_END_PATH,
  SESSIONS_END_PATH,
} from '../../pages/account/security-paths.ts';
import { describeBrowser } from '../caller.ts';
import type { HttpContext } from '../context.ts';
import { answerOwnPage } from '../html.ts';
import { seeOther } from '../web/own-form.ts';
import { forOwner, forOwnForm } from '../web/owner-only.ts';
import { describeSite } from '../web/site.ts';

/** Routes of `/acc/security/` and of its list of sessions. */
export function securityRoutes(context: HttpContext, clock: Clock) {
  const { events } = context;
  const { security } = context.accounts;
  const toSessions = `${SECURITY_PATH}#sessions`;

  const show = (request: Request) =>
    forOwner(context, request, async (owner) => {
      const site = describeSite(context, owner);
      const facts = { ...(await security.describeAll(owner)), site, now: clock.now() };
      return answerOwnPage(renderSecurityPage(facts));
    });

  const endSession = (request: Request) =>
    forOwnForm(context, request, async (owner, form) => {
      const caller = describeBrowser(context, request);
      await security.endSession(owner, form.field('session'), caller);
      return seeOther(toSessions);
    });

  const endOthers = (request: Request) =>
    forOwnForm(context, request, async (owner) => {
      await security.endOtherSessions(owner, describeBrowser(context, request));
      events.accountChanged('other sessions ended', owner.account.name);
      return seeOther(toSessions);
    });

  const hidden = { parse: 'none', detail: { hide: true } } as const;
  return new Elysia({ name: 'security page' })
    .get(SECURITY_PATH.slice(0, -1), ({ request }) => show(request), hidden)
    .post(SESSION_END_PATH.slice(0, -1), ({ request }) => endSession(request), hidden)
    .post(SESSIONS_END_PATH.slice(0, -1), ({ request }) => endOthers(request), hidden);
}
