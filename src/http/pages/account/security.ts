// The page where owners see how their account is secured, and end its sessions.

import { Elysia } from 'elysia';
import type { Caller } from '../../../accounts/accounts.ts';
import type { Clock } from '../../../lib/clock.ts';
import { renderSecurityPage } from '../../../views/account/security-page.tsx';
import {
  SECURITY_PATH,
  SESSION_END_PATH,
  SESSIONS_END_PATH,
} from '../../../views/account/security-paths.ts';
import { describeBrowser } from '../../caller.ts';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { forOwner, forPageForm, type Requested } from '../public/owner-only.ts';
import { seeOther } from '../public/page-form.ts';
import type { AccountVisitor } from '../public/require-account.ts';
import { describeSite } from '../public/site.ts';

/** Ends all sessions of an owner but this one, and writes it down. */
export async function endOtherSessions(
  { accounts, events }: Pick<HttpContext, 'accounts' | 'events'>,
  owner: AccountVisitor,
  caller: Caller,
): Promise<void> {
  await accounts.security.endOtherSessions(owner, caller);
  events.accountChanged('other sessions ended', owner.account.name);
}

/** Routes of `/acc/security/` and of its list of sessions. */
export function securityRoutes(context: HttpContext, clock: Clock) {
  const { security } = context.accounts;
  const toSessions = `${SECURITY_PATH}#sessions`;

  const show = (requested: Requested) =>
    forOwner(context, requested, async (owner) => {
      const site = describeSite(context, owner);
      const facts = { ...(await security.describeAll(owner)), site, now: clock.now() };
      return answerSitePage(renderSecurityPage(facts));
    });

  const endSession = (requested: Requested) =>
    forPageForm(context, requested, async (owner, form) => {
      const caller = describeBrowser(context, requested.request);
      await security.endSession(owner, form.field('session'), caller);
      return seeOther(toSessions);
    });

  const endOthers = (requested: Requested) =>
    forPageForm(context, requested, async (owner) => {
      await endOtherSessions(context, owner, describeBrowser(context, requested.request));
      return seeOther(toSessions);
    });

  const page = SECURITY_PATH;
  const hidden = { parse: 'none', detail: { hide: true } } as const;
  return new Elysia({ name: 'security page' })
    .get(SECURITY_PATH.slice(0, -1), ({ request, set }) => show({ request, set }), hidden)
    .post(
      SESSION_END_PATH.slice(0, -1),
      ({ request, set }) => endSession({ request, set, page }),
      hidden,
    )
    .post(
      SESSIONS_END_PATH.slice(0, -1),
      ({ request, set }) => endOthers({ request, set, page }),
      hidden,
    );
}
