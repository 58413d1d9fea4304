// The pages where owners turn second factors on and off, and get new recovery codes.

import { Elysia } from 'elysia';
import { LOGIN_ERRORS, type Refusal } from '../../../accounts/accounts.ts';
import { accountPath } from '../../../lib/account-paths.ts';
import type { Clock } from '../../../lib/clock.ts';
import { renderAppPage } from '../../../views/account/app-page.tsx';
import { renderMailCodesPage } from '../../../views/account/mail-codes-page.tsx';
import type { ChangeFacts } from '../../../views/account/proof-fields.tsx';
import { renderRecoveryCodesPage } from '../../../views/account/recovery-codes-page.tsx';
import * as paths from '../../../views/account/security-paths.ts';
import { EMPTY_FORM, type FormState } from '../../../views/forms.tsx';
import { securityMessages } from '../../../views/messages/security.ts';
import { pauseBusy } from '../../busy-pause.ts';
import { describeBrowser } from '../../caller.ts';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { forOwner, forPageForm, type Requested } from '../public/owner-only.ts';
import { seeOther } from '../public/page-form.ts';
import type { AccountVisitor } from '../public/require-account.ts';
import { describeSite } from '../public/site.ts';
import { endOtherSessions } from './security.ts';
import { describeSecurityRefusal } from './security-problems.ts';

type Render = (facts: ChangeFacts, owner: AccountVisitor) => string | Promise<string>;

/** Pages beside these whose forms ask for a code. */
const ACCOUNT_FORMS = (['password', 'email', 'export', 'delete'] as const).map((page) =>
  accountPath(page),
);

/** One change: where its form sends to, what does it, what the service's log calls it, what comes next. */
interface Change {
  path: string;
  render: Render;
  action(
    owner: AccountVisitor,
    proof: { password: string; code: string },
    caller: ReturnType<typeof describeBrowser>,
  ): Promise<Refusal | undefined>;
  notice?: string;
  /** Turns a factor on: sessions from before it never showed a code, and are ended where that is ticked. */
  offersEnd?: boolean;
  next(owner: AccountVisitor): string;
}

/** Routes below `/acc/security/` that change something. */
export function twoFactorRoutes(context: HttpContext, clock: Clock) {
  const { baseUrl, events, timers } = context;
  const { security } = context.accounts;

  const renderApp: Render = async (facts, owner) =>
    renderAppPage({ ...facts, setup: await security.findAppSetup(owner) });
  const renderMail: Render = (facts) => renderMailCodesPage(facts);
  const renderRecovery: Render = (facts, owner) =>
    renderRecoveryCodesPage({ ...facts, freshCodes: security.findFreshCodes(owner) });
  const pages = new Map([
    [paths.APP_PATH, renderApp],
    [paths.MAIL_PATH, renderMail],
    [paths.RECOVERY_PATH, renderRecovery],
  ]);

  const toOverview = () => paths.SECURITY_PATH;
  /** A first factor comes with recovery codes, which are shown next. */
  const toFreshCodes = (owner: AccountVisitor) =>
    security.findFreshCodes(owner) === undefined ? paths.SECURITY_PATH : paths.RECOVERY_PATH;

  const changes: Change[] = [
    {
      path: paths.APP_PATH,
      render: renderApp,
      action: security.startApp,
      next: () => paths.APP_PATH,
    },
    {
      path: paths.APP_CONFIRM_PATH,
      render: renderApp,
      action: (owner, { code }, caller) => security.confirmApp(owner, code, caller),
      notice: 'app turned on',
      offersEnd: true,
      next: toFreshCodes,
    },
    {
      path: paths.APP_OFF_PATH,
      render: renderApp,
      action: security.turnOffApp,
      notice: 'app turned off',
      next: toOverview,
    },
    {
      path: paths.MAIL_PATH,
      render: renderMail,
      action: security.turnOnMailCodes,
      notice: 'mailed codes turned on',
      offersEnd: true,
      next: toFreshCodes,
    },
    {
      path: paths.MAIL_OFF_PATH,
      render: renderMail,
      action: security.turnOffMailCodes,
      notice: 'mailed codes turned off',
      next: toOverview,
    },
    {
      path: paths.RECOVERY_PATH,
      render: renderRecovery,
      action: security.renewRecoveryCodes,
      notice: 'recovery codes made',
      next: toFreshCodes,
    },
  ];

  async function answer(
    owner: AccountVisitor,
    render: Render,
    state: FormState,
    { status = 200, isCodeSent = false, retryAfterSeconds = 0 } = {},
  ): Promise<Response> {
    const site = describeSite(context, owner);
    const now = clock.now();
    const facts = { ...(await security.describe(owner)), site, state, isCodeSent, now };
    const page = answerSitePage(await render(facts, owner), status);
    if (retryAfterSeconds > 0) page.headers.set('retry-after', `${retryAfterSeconds}`);
    return page;
  }

  const show = (requested: Requested, render: Render) =>
    forOwner(context, requested, (owner) => {
      const isCodeSent = new URL(requested.request.url, baseUrl).searchParams.has('sent');
      return answer(owner, render, EMPTY_FORM, { isCodeSent });
    });

  const change = (
    requested: Requested,
    { render, action, notice, offersEnd = false, next }: Change,
  ) =>
    forPageForm(context, requested, async (owner, form) => {
      const proof = { password: form.field('password'), code: form.field('code') };
      const caller = describeBrowser(context, requested.request);
      const endsOthers = offersEnd && form.field('end_others') === 'yes';
      const refusal = await action(owner, proof, caller);
      if (refusal === undefined) {
        if (notice !== undefined) events.accountChanged(notice, owner.account.name);
        if (endsOthers) await endOtherSessions(context, owner, caller);
        return seeOther(next(owner));
      }
      if (refusal.error === LOGIN_ERRORS.busy) await pauseBusy(timers);
      const { problems, ...rest } = describeSecurityRefusal(refusal, proof);
      const values = offersEnd ? { end_others: form.field('end_others') } : {};
      return answer(owner, render, { values, problems }, rest);
    });

  const sendCode = (requested: Requested) =>
    forPageForm(context, requested, async (owner, form) => {
      const wanted = form.field('back');
      // The form could name any other path.
      const isKnown = pages.has(wanted) || ACCOUNT_FORMS.includes(wanted);
      const back = isKnown ? wanted : paths.MAIL_PATH;
      const { nextMailAt } = await security.describe(owner);
      const seconds = Math.ceil((nextMailAt - clock.now()) / 1_000);
      if (seconds <= 0) {
        await security.mailCode(owner);
        return seeOther(`${back}?sent`);
      }
      // These pages are others' to show, and tell by themselves how long it takes.
      if (ACCOUNT_FORMS.includes(back)) return seeOther(`${back}?wait`);
      const problems = [{ message: securityMessages.problems.tooSoon(seconds) }];
      const how = { status: 429, retryAfterSeconds: seconds };
      return answer(owner, pages.get(back) ?? renderMail, { values: {}, problems }, how);
    });

  const forgetCodes = (requested: Requested) =>
    forPageForm(context, requested, async (owner) => {
      security.forgetFreshCodes(owner);
      return seeOther(paths.SECURITY_PATH);
    });

  const hidden = { parse: 'none', detail: { hide: true } } as const;
  const page = paths.SECURITY_PATH;
  const routes = new Elysia({ name: 'second factor pages' });
  const actions: [path: string, act: (requested: Requested) => Promise<Response>][] = [
    [paths.SEND_CODE_PATH, sendCode],
    [paths.RECOVERY_DONE_PATH, forgetCodes],
    ...changes.map((each): (typeof actions)[number] => [
      each.path,
      (requested) => change(requested, each),
    ]),
  ];
  for (const [path, action] of actions) {
    routes.post(path.slice(0, -1), ({ request, set }) => action({ request, set, page }), hidden);
  }
  for (const [path, render] of pages) {
    routes.get(path.slice(0, -1), ({ request, set }) => show({ request, set }, render), hidden);
  }
  return routes;
}
