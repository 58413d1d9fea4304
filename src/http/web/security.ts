// The pages where owners see and change the security of their accounts.

import { Elysia } from 'elysia';
import { LOGIN_ERRORS, type Refusal } from '../../accounts/accounts.ts';
import type { Clock } from '../../lib/clock.ts';
import { renderAppPage } from '../../pages/app-page.tsx';
import { EMPTY_FORM, type FormState } from '../../pages/forms.tsx';
import { renderMailCodesPage } from '../../pages/mail-codes-page.tsx';
import type { ChangeFacts } from '../../pages/proof-fields.tsx';
import { renderRecoveryCodesPage } from '../../pages/recovery-codes-page.tsx';
import { renderSecurityPage } from '../../pages/security-page.tsx';
import * as paths from '../../pages/security-paths.ts';
import { securityWords } from '../../pages/words/security.ts';
import { pauseBusy } from '../busy-pause.ts';
import { describeBrowser } from '../caller.ts';
import { findVisitor, type HttpContext } from '../context.ts';
import { answerOwnPage } from '../html.ts';
import { type OwnForm, readOwnForm, seeOther } from './own-form.ts';
import { type AccountVisitor, requireAccount } from './require-account.ts';
import { tellDeskRefusal } from './security-problems.ts';
import { describeSite } from './site.ts';

/** What a POST of these pages comes with. */
interface Posted {
  owner: AccountVisitor;
  form: OwnForm;
  request: Request;
}

type Render = (facts: ChangeFacts, owner: AccountVisitor) => string | Promise<string>;

/** Routes below `/acc/security/`. */
export function securityRoutes(context: HttpContext, clock: Clock) {
  const { accounts, baseUrl, timers } = context;
  const { security } = accounts;

  /** Answers whoever is logged in; everybody else is led to the login page. */
  async function forOwner(
    request: Request,
    answer: (owner: AccountVisitor) => Promise<Response>,
  ): Promise<Response> {
    const owner = requireAccount(await findVisitor(context, request), request);
    return owner instanceof Response ? owner : answer(owner);
  }

  /** The same for a form, which has to come from a page of the house. */
  async function forForm(
    request: Request,
    act: (posted: Posted) => Promise<Response>,
  ): Promise<Response> {
    const form = await readOwnForm(request, context);
    return forOwner(request, (owner) => act({ owner, form, request }));
  }

  async function describeChange(
    owner: AccountVisitor,
    state: FormState,
    isCodeSent: boolean,
  ): Promise<ChangeFacts> {
    const site = describeSite(context, owner);
    return { ...(await security.describe(owner)), site, state, isCodeSent, now: clock.now() };
  }

  /** A page with a form for one change. */
  const showChange = (request: Request, render: Render) =>
    forOwner(request, async (owner) => {
      const isCodeSent = new URL(request.url, baseUrl).searchParams.has('sent');
      const facts = await describeChange(owner, EMPTY_FORM, isCodeSent);
      return answerOwnPage(await render(facts, owner));
    });

  /** A change: done, it leads on; refused, the page tells why. */
  const change = (
    request: Request,
    render: Render,
    act: (
      owner: AccountVisitor,
      proof: { password: string; code: string },
      caller: ReturnType<typeof describeBrowser>,
    ) => Promise<Refusal | undefined>,
    next: (owner: AccountVisitor) => string,
  ) =>
    forForm(request, async ({ owner, form }) => {
      const proof = { password: form.field('password'), code: form.field('code') };
      const refusal = await act(owner, proof, describeBrowser(context, request));
      if (refusal === undefined) return seeOther(next(owner));
      if (refusal.error === LOGIN_ERRORS.busy) await pauseBusy(timers);
      const { status, problems, retryAfterSeconds } = tellDeskRefusal(refusal, proof);
      const facts = await describeChange(owner, { values: {}, problems }, false);
      const answer = answerOwnPage(await render(facts, owner), status);
      if (retryAfterSeconds !== undefined) {
        answer.headers.set('retry-after', `${retryAfterSeconds}`);
      }
      return answer;
    });

  const renderApp: Render = async (facts, owner) =>
    renderAppPage({ ...facts, setup: await security.findAppSetup(owner) });
  const renderMail: Render = (facts) => renderMailCodesPage(facts);
  const renderRecovery: Render = (facts, owner) =>
    renderRecoveryCodesPage({ ...facts, freshCodes: security.findFreshCodes(owner) });

  const toOverview = () => paths.SECURITY_PATH;
  /** A first factor comes with recovery codes, which are shown next. */
  const toFreshCodes = (owner: AccountVisitor) =>
    security.findFreshCodes(owner) === undefined ? paths.SECURITY_PATH : paths.RECOVERY_PATH;

  const showOverview = (request: Request) =>
    forOwner(request, async (owner) => {
      const site = describeSite(context, owner);
      const facts = { ...(await security.describeAll(owner)), site, now: clock.now() };
      return answerOwnPage(renderSecurityPage(facts));
    });

  const renders = new Map([
    [paths.APP_PATH, renderApp],
    [paths.MAIL_PATH, renderMail],
    [paths.RECOVERY_PATH, renderRecovery],
  ]);

  const sendCode = ({ owner, form }: Posted) => {
    // A known path or none: the form could name any other.
    const asked = form.field('back');
    const back = renders.has(asked) ? asked : paths.MAIL_PATH;
    return mailCode(owner, back);
  };

  async function mailCode(owner: AccountVisitor, back: string): Promise<Response> {
    const { nextMailAt } = await security.describe(owner);
    const seconds = Math.ceil((nextMailAt - clock.now()) / 1_000);
    if (seconds <= 0) {
      await security.mailCode(owner);
      return seeOther(`${back}?sent`);
    }
    const problems = [{ message: securityWords.problems.tooSoon(seconds) }];
    const facts = await describeChange(owner, { values: {}, problems }, false);
    const render = renders.get(back) ?? renderMail;
    const answer = answerOwnPage(await render(facts, owner), 429);
    answer.headers.set('retry-after', `${seconds}`);
    return answer;
  }

  const hidden = { parse: 'none', detail: { hide: true } } as const;
  const bare = (path: string) => path.slice(0, -1);
  return new Elysia({ name: 'security pages' })
    .get(bare(paths.SECURITY_PATH), ({ request }) => showOverview(request), hidden)
    .get(bare(paths.APP_PATH), ({ request }) => showChange(request, renderApp), hidden)
    .get(bare(paths.MAIL_PATH), ({ request }) => showChange(request, renderMail), hidden)
    .get(bare(paths.RECOVERY_PATH), ({ request }) => showChange(request, renderRecovery), hidden)
    .post(
      bare(paths.APP_PATH),
      ({ request }) => change(request, renderApp, security.startApp, () => paths.APP_PATH),
      hidden,
    )
    .post(
      bare(paths.APP_CONFIRM_PATH),
      ({ request }) =>
        change(
          request,
          renderApp,
          (owner, { code }, caller) => security.confirmApp(owner, code, caller),
          toFreshCodes,
        ),
      hidden,
    )
    .post(
      bare(paths.APP_OFF_PATH),
      ({ request }) => change(request, renderApp, security.turnOffApp, toOverview),
      hidden,
    )
    .post(
      bare(paths.MAIL_PATH),
      ({ request }) => change(request, renderMail, security.turnOnMailCodes, toFreshCodes),
      hidden,
    )
    .post(
      bare(paths.MAIL_OFF_PATH),
      ({ request }) => change(request, renderMail, security.turnOffMailCodes, toOverview),
      hidden,
    )
    .post(
      bare(paths.RECOVERY_PATH),
      ({ request }) => change(request, renderRecovery, security.renewRecoveryCodes, toFreshCodes),
      hidden,
    )
    .post(
      bare(paths.RECOVERY_DONE_PATH),
      ({ request }) =>
        forForm(request, async ({ owner }) => {
          security.forgetFreshCodes(owner);
          return seeOther(paths.SECURITY_PATH);
        }),
      hidden,
    )
    .post(bare(paths.SEND_CODE_PATH), ({ request }) => forForm(request, sendCode), hidden)
    .post(
      bare(paths.SESSION_END_PATH),
      ({ request }) =>
        forForm(request, async ({ owner, form }) => {
          await security.endSession(
            owner,
            form.field('session'),
            describeBrowser(context, request),
          );
          return seeOther(`${paths.SECURITY_PATH}#sessions`);
        }),
      hidden,
    )
    .post(
      bare(paths.SESSIONS_END_PATH),
      ({ request }) =>
        forForm(request, async ({ owner }) => {
          await security.endOtherSessions(owner, describeBrowser(context, request));
          return seeOther(`${paths.SECURITY_PATH}#sessions`);
        }),
      hidden,
    );
}
