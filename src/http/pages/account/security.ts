// The pages where owners see how their account is secured: its sessions, second factors, and recovery codes.

import { Elysia } from 'elysia';
import type { Caller } from '../../../accounts/accounts.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Failure } from '../../../lib/failure.ts';
import { securityMessages } from '../../../messages/messages.ts';
import { accountPath } from '../../../messages/paths.ts';
import {
  type ChangeFacts,
  describeRecoveryCodes,
  renderAppPage,
  renderMailCodesPage,
  renderRecoveryCodesPage,
} from '../../../views/account/second-factor-pages.tsx';
import { renderSecurityPage } from '../../../views/account/security-page.tsx';
import * as paths from '../../../views/account/security-paths.ts';
import { EMPTY_FORM, type FormState } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { HIDDEN, HIDDEN_FORM } from '../../openapi.ts';
import { queryParameters } from '../../parameters.ts';
import { NO_SNIFFING } from '../../security-headers.ts';
import { describeBrowser, pauseIfBusy } from '../../session.ts';
import { answerForm, seeOther } from '../public/page-form.ts';
import { type AccountVisitor, forOwner, forPageForm } from '../public/require-account.ts';
import { describeSite } from '../public/site.ts';

type Render = (facts: ChangeFacts, owner: AccountVisitor) => string | Promise<string>;

/** Other pages whose forms need a code. */
const ACCOUNT_FORMS = (['password', 'email', 'export', 'delete'] as const).map((page) =>
  accountPath(page),
);

/** One change by a form: what does it, what the service's log calls it, and the page after it. */
interface Change {
  render: Render;
  action(
    owner: AccountVisitor,
    proof: { password: string; code: string },
    caller: Caller,
  ): Promise<void>;
  notice?: string;
  /** Turns a factor on: sessions from before it never showed a code, and are ended where that is ticked. */
  offersEnd?: boolean;
  next(owner: AccountVisitor): string | Promise<string>;
}

/** Routes of `/acc/security/`, of its list of sessions, and of the changes below it. */
export function securityRoutes(context: HttpContext, clock: Clock) {
  const { accounts, events, timers } = context;
  const { security } = accounts;
  const toSessions = () => seeOther(`${paths.SECURITY_PATH}#sessions`);

  const renderApp: Render = async (facts, owner) =>
    renderAppPage({ ...facts, setup: await security.findAppSetup(owner) });
  const renderMail: Render = (facts) => renderMailCodesPage(facts);
  const renderRecovery: Render = async (facts, owner) =>
    renderRecoveryCodesPage({ ...facts, freshCodes: await security.findFreshCodes(owner) });
  const pages = new Map([
    [paths.APP_PATH, renderApp],
    [paths.MAIL_PATH, renderMail],
    [paths.RECOVERY_PATH, renderRecovery],
  ]);

  const toOverview = () => paths.SECURITY_PATH;
  /** A first factor comes with recovery codes, which are shown next. */
  const toFreshCodes = async (owner: AccountVisitor) =>
    (await security.findFreshCodes(owner)) === undefined
      ? paths.SECURITY_PATH
      : paths.RECOVERY_PATH;

  const changes: Readonly<Record<string, Change>> = {
    [paths.APP_PATH]: {
      render: renderApp,
      action: security.startApp,
      next: () => paths.APP_PATH,
    },
    [paths.APP_CONFIRM_PATH]: {
      render: renderApp,
      action: (owner, { code }, caller) => security.confirmApp(owner, code, caller),
      notice: 'app turned on',
      offersEnd: true,
      next: toFreshCodes,
    },
    [paths.APP_OFF_PATH]: {
      render: renderApp,
      action: security.turnOffApp,
      notice: 'app turned off',
      next: toOverview,
    },
    [paths.MAIL_PATH]: {
      render: renderMail,
      action: security.turnOnMailCodes,
      notice: 'mailed codes turned on',
      offersEnd: true,
      next: toFreshCodes,
    },
    [paths.MAIL_OFF_PATH]: {
      render: renderMail,
      action: security.turnOffMailCodes,
      notice: 'mailed codes turned off',
      next: toOverview,
    },
    [paths.RECOVERY_PATH]: {
      render: renderRecovery,
      action: security.renewRecoveryCodes,
      notice: 'recovery codes made',
      next: toFreshCodes,
    },
  };

  async function endOthers(owner: AccountVisitor, caller: Caller): Promise<void> {
    await security.endOtherSessions(owner, caller);
    events.accountChanged('other sessions ended', owner.account.name);
  }

  async function answer(
    owner: AccountVisitor,
    render: Render,
    state: FormState,
    { status = 200, isCodeSent = false } = {},
  ): Promise<Response> {
    const site = describeSite(context, owner);
    const now = clock.now();
    const facts = { ...(await security.describe(owner)), site, state, isCodeSent, now };
    return answerSitePage(await render(facts, owner), status);
  }

  const show = forOwner(context, async (owner) => {
    const site = describeSite(context, owner);
    const facts = { ...(await security.describeAll(owner)), site, now: clock.now() };
    return answerSitePage(renderSecurityPage(facts));
  });

  const onForm = (action: Parameters<typeof forPageForm>[1]) =>
    forPageForm(context, action, paths.SECURITY_PATH);

  const change = ({ render, action, notice, offersEnd = false, next }: Change) =>
    onForm(async (owner, form, { request }) => {
      const proof = { password: form.field('password'), code: form.field('code') };
      const caller = describeBrowser(context, request);
      return answerForm(
        async () => {
          await action(owner, proof, caller);
          if (notice !== undefined) events.accountChanged(notice, owner.account.name);
          if (offersEnd && form.field('end_others') === 'yes') await endOthers(owner, caller);
          return seeOther(await next(owner));
        },
        {
          values: offersEnd ? { end_others: form.field('end_others') } : {},
          onFailure: (failure) => pauseIfBusy(timers, failure),
          show: (state, status) => answer(owner, render, state, { status }),
        },
      );
    });

  const sendCode = onForm(async (owner, form) => {
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
    // These pages have routes of their own, and say themselves how long it takes.
    if (ACCOUNT_FORMS.includes(back)) return seeOther(`${back}?wait`);
    return answerForm(
      () => {
        const message = securityMessages.problems.tooSoon(seconds);
        throw new Failure('rate_limited', message, { retryAfterSeconds: seconds });
      },
      { show: (state, status) => answer(owner, pages.get(back) ?? renderMail, state, { status }) },
    );
  });

  /** The codes as a file, as long as the page shows them: no address holds them, and nothing keeps them. */
  const download = onForm(async (owner) => {
    const codes = await security.findFreshCodes(owner);
    if (codes === undefined) return seeOther(paths.RECOVERY_PATH);
    const { name } = owner.account;
    const text = describeRecoveryCodes({ name, site: context.site.identity().name }, codes);
    return new Response(text, {
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': `attachment; filename="recovery-codes-${name}.txt"`,
        'cache-control': 'private, no-store',
        ...NO_SNIFFING,
      },
    });
  });

  const actions = {
    [paths.SESSION_END_PATH]: onForm(async (owner, form, { request }) => {
      await security.endSession(owner, form.field('session'), describeBrowser(context, request));
      return toSessions();
    }),
    [paths.SESSIONS_END_PATH]: onForm(async (owner, _form, { request }) => {
      await endOthers(owner, describeBrowser(context, request));
      return toSessions();
    }),
    [paths.SEND_CODE_PATH]: sendCode,
    [paths.RECOVERY_DONE_PATH]: onForm(async (owner) => {
      await security.forgetFreshCodes(owner);
      return seeOther(paths.SECURITY_PATH);
    }),
    [paths.RECOVERY_FILE_PATH]: download,
  };
  const app = new Elysia({ name: 'security' }).get(paths.SECURITY_PATH.slice(0, -1), show, HIDDEN);
  for (const [path, action] of Object.entries(actions)) {
    app.post(path.slice(0, -1), action, HIDDEN_FORM);
  }
  for (const [path, each] of Object.entries(changes)) {
    app.post(path.slice(0, -1), change(each), HIDDEN_FORM);
  }
  for (const [path, render] of pages) {
    const showPage = forOwner(context, (owner, { query: { sent } }) =>
      answer(owner, render, EMPTY_FORM, { isCodeSent: sent !== undefined }),
    );
    app.get(path.slice(0, -1), showPage, { ...HIDDEN, ...queryParameters('sent') });
  }
  return app;
}
