// The pages where owners turn second factors on and off, and get new recovery codes.

import { Elysia } from 'elysia';
import { LOGIN_ERRORS, type Refusal } from '../../accounts/accounts.ts';
import { accountPath } from '../../lib/account-paths.ts';
import type { Clock } from '../../lib/clock.ts';
import { renderAppPage } from '../../pages/account/app-page.tsx';
import { renderMailCodesPage } from '../../pages/account/mail-codes-page.tsx';
import type { ChangeFacts } from '../../pages/account/proof-fields.tsx';
import { renderRecoveryCodesPage } from '../../pages/account/recovery-codes-page.tsx';
import * as paths from '../../pages/account/security-paths.ts';
import { EMPTY_FORM, type FormState } from '../../pages/forms.tsx';
import { securityWords } from '../../pages/words/security.ts';
import { pauseBusy } from '../busy-pause.ts';
import { describeBrowser } from '../caller.ts';
import type { HttpContext } from '../context.ts';
import { answerOwnPage } from '../html.ts';
import { seeOther } from '../web/own-form.ts';
import { type Asked, forOwner, forOwnForm } from '../web/owner-only.ts';
import type { AccountVisitor } from '../web/require-account.ts';
import { describeSite } from '../web/site.ts';
import { endOtherSessions } from './security.ts';
import { tellDeskRefusal } from './security-problems.ts';

type Render = (facts: ChangeFacts, owner: AccountVisitor) => string | Promise<string>;

/** Pages beside these whose forms ask for a code. */
const ACCOUNT_FORMS = (['password', 'email', 'export', 'delete'] as const).map((page) =>
  accountPath(page),
);

/** One change: where its form sends to, what does it, what the service's log calls it, what comes next. */
interface Change {
  path: string;
  render: Render;
  act(
    owner: AccountVisitor,
    proof: { password: string; code: string },
    caller: ReturnType<typeof describeBrowser>,
  ): Promise<Refusal | undefined>;
  news?: string;
  /** Turns a factor on: sessions from before it never showed a code, and are ended where that is ticked. */
  offersEnd?: boolean;
  next(owner: AccountVisitor): string;
}

/** Routes below `/acc/security/` that change something. */
export function secondFactorRoutes(context: HttpContext, clock: Clock) {
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
      act: security.startApp,
      next: () => paths.APP_PATH,
    },
    {
      path: paths.APP_CONFIRM_PATH,
      render: renderApp,
      act: (owner, { code }, caller) => security.confirmApp(owner, code, caller),
      news: 'app turned on',
      offersEnd: true,
      next: toFreshCodes,
    },
    {
      path: paths.APP_OFF_PATH,
      render: renderApp,
      act: security.turnOffApp,
      news: 'app turned off',
      next: toOverview,
    },
    {
      path: paths.MAIL_PATH,
      render: renderMail,
      act: security.turnOnMailCodes,
      news: 'mailed codes turned on',
      offersEnd: true,
      next: toFreshCodes,
    },
    {
      path: paths.MAIL_OFF_PATH,
      render: renderMail,
      act: security.turnOffMailCodes,
      news: 'mailed codes turned off',
      next: toOverview,
    },
    {
      path: paths.RECOVERY_PATH,
      render: renderRecovery,
      act: security.renewRecoveryCodes,
      news: 'recovery codes made',
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
    const page = answerOwnPage(await render(facts, owner), status);
    if (retryAfterSeconds > 0) page.headers.set('retry-after', `${retryAfterSeconds}`);
    return page;
  }

  const show = (asked: Asked, render: Render) =>
    forOwner(context, asked, (owner) => {
      const isCodeSent = new URL(asked.request.url, baseUrl).searchParams.has('sent');
      return answer(owner, render, EMPTY_FORM, { isCodeSent });
    });

  const change = (asked: Asked, { render, act, news, offersEnd = false, next }: Change) =>
    forOwnForm(context, asked, async (owner, form) => {
      const proof = { password: form.field('password'), code: form.field('code') };
      const caller = describeBrowser(context, asked.request);
      const endsOthers = offersEnd && form.field('end_others') === 'yes';
      const refusal = await act(owner, proof, caller);
      if (refusal === undefined) {
        if (news !== undefined) events.accountChanged(news, owner.account.name);
        if (endsOthers) await endOtherSessions(context, owner, caller);
        return seeOther(next(owner));
      }
      if (refusal.error === LOGIN_ERRORS.busy) await pauseBusy(timers);
      const { problems, ...rest } = tellDeskRefusal(refusal, proof);
      const values = offersEnd ? { end_others: form.field('end_others') } : {};
      return answer(owner, render, { values, problems }, rest);
    });

  const sendCode = (asked: Asked) =>
    forOwnForm(context, asked, async (owner, form) => {
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
      const problems = [{ message: securityWords.problems.tooSoon(seconds) }];
      const how = { status: 429, retryAfterSeconds: seconds };
      return answer(owner, pages.get(back) ?? renderMail, { values: {}, problems }, how);
    });

  const forgetCodes = (asked: Asked) =>
    forOwnForm(context, asked, async (owner) => {
      security.forgetFreshCodes(owner);
      return seeOther(paths.SECURITY_PATH);
    });

  const hidden = { parse: 'none', detail: { hide: true } } as const;
  const page = paths.SECURITY_PATH;
  const routes = new Elysia({ name: 'second factor pages' });
  const acts: [path: string, act: (asked: Asked) => Promise<Response>][] = [
    [paths.SEND_CODE_PATH, sendCode],
    [paths.RECOVERY_DONE_PATH, forgetCodes],
    ...changes.map((each): (typeof acts)[number] => [each.path, (asked) => change(asked, each)]),
  ];
  for (const [path, act] of acts) {
    routes.post(path.slice(0, -1), ({ request, set }) => act({ request, set, page }), hidden);
  }
  for (const [path, render] of pages) {
    routes.get(path.slice(0, -1), ({ request, set }) => show({ request, set }, render), hidden);
  }
  return routes;
}
