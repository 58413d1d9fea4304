// Routes for what is confirmed by email: addresses, by code or link, and a new password where the old one is forgotten.

import { Elysia } from 'elysia';
import type { AccountEvent } from '../../../accounts/accounts.ts';
import type { LinkPurpose } from '../../../accounts/registration/registration.ts';
import type { Clock } from '../../../lib/clock.ts';
import { accountMessages } from '../../../messages/messages.ts';
import { type AccountPage, accountPath } from '../../../messages/paths.ts';
import {
  renderForgotPage,
  renderLinkPage,
  renderResetPage,
} from '../../../views/account/account-recovery-pages.tsx';
import { renderVerifyPage } from '../../../views/account/account-verify-page.tsx';
import { EMPTY_FORM, type FormState } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { HIDDEN, HIDDEN_FORM } from '../../openapi.ts';
import { type MismatchedRequest, queryParameters } from '../../parameters.ts';
import { answerForm, readPageForm, seeOther } from '../public/page-form.ts';
import {
  type AccountVisitor,
  forOwner,
  forPageForm,
  parseNextPath,
  withNext,
} from '../public/require-account.ts';
import { describeSite } from '../public/site.ts';
import {
  answerDeadLink,
  answerNotice,
  type LinkRequest,
  leadToDone,
  note,
  openPage,
  tokenParameter,
} from './account-answers.ts';

const { forgot, links } = accountMessages;
const SENT_PATH = `${accountPath('forgot')}sent/`;

/** Routes of `/acc/forgot/`, `/acc/forgot/sent/` and `/acc/reset/<token>/`. */
export function recoveryRoutes(context: HttpContext) {
  const { registration } = context;
  const { recovery } = registration;

  async function showForgot({ request, set }: MismatchedRequest): Promise<Response> {
    const { visitor, sessionValue, site } = await openPage(context, { request, set });
    if (registration.canMail) {
      const registrationCheck = await recovery.openForm(sessionValue);
      return answerSitePage(renderForgotPage({ site, state: EMPTY_FORM, registrationCheck }));
    }
    return answerNotice(context, visitor, {
      kind: 'information',
      title: forgot.title,
      texts: [forgot.closed],
      links: [{ href: '/', label: accountMessages.toList }],
    });
  }

  async function requestReset({ request, set }: MismatchedRequest): Promise<Response> {
    const form = await readPageForm(request, context);
    const { site, sessionValue } = await openPage(context, { request, set });
    const who = form.field('who');
    const challenge = form.field('challenge');
    const work = { sessionValue, challenge, proof: form.field('proof') };
    return answerForm(
      async () => {
        await recovery.request(who, context.addressOf(request), work);
        return seeOther(SENT_PATH);
      },
      {
        values: { who },
        async show(state, status) {
          const registrationCheck = await recovery.openForm(sessionValue, challenge);
          return answerSitePage(renderForgotPage({ site, state, registrationCheck }), status);
        },
      },
    );
  }

  async function showSent({ request, set }: MismatchedRequest): Promise<Response> {
    const { visitor } = await openPage(context, { request, set });
    return answerNotice(context, visitor, {
      kind: 'information',
      title: forgot.sentTitle,
      texts: [forgot.sent, forgot.sentSlow],
      links: [{ href: accountPath('forgot'), label: forgot.again }],
    });
  }

  async function showReset({ request, set, params }: LinkRequest): Promise<Response> {
    const link = await recovery.findLink(params.token);
    if (link === undefined) return answerDead({ request, set });
    const { site } = await openPage(context, { request, set });
    const path = accountPath('reset', params.token);
    return answerSitePage(renderResetPage({ site, ...link, path, state: EMPTY_FORM }));
  }

  async function reset({ request, set, params: { token } }: LinkRequest): Promise<Response> {
    const form = await readPageForm(request, context);
    const link = await recovery.findLink(token);
    if (link === undefined) return answerDead({ request, set });
    const { site } = await openPage(context, { request, set });
    return answerForm(
      async () => {
        const done = await recovery.reset(token, form.field('new_password'));
        if (done === undefined) return answerDead({ request, set });
        const { accountId: id, accountName: name } = done;
        await note(context, request, { id, name }, 'password reset');
        return leadToDone('reset');
      },
      {
        show(state, status) {
          const path = accountPath('reset', token);
          return answerSitePage(renderResetPage({ site, ...link, path, state }), status);
        },
      },
    );
  }

  const answerDead = (requested: MismatchedRequest) =>
    answerDeadLink(context, requested, links.deadReset, {
      href: accountPath('forgot'),
      label: forgot.title,
    });

  const path = accountPath('forgot').slice(0, -1);
  const resetPath = `${accountPath('reset')}:token` as const;
  const token = tokenParameter(context, answerDead);
  return new Elysia({ name: 'recovery' })
    .get(path, showForgot, HIDDEN)
    .post(path, requestReset, HIDDEN_FORM)
    .get(SENT_PATH.slice(0, -1), showSent, HIDDEN)
    .get(resetPath, showReset, { ...token, ...HIDDEN })
    .post(resetPath, reset, { ...token, ...HIDDEN_FORM });
}

/** What each link does, and where it leads once it was followed. */
const LINKS: readonly {
  page: AccountPage;
  purpose: LinkPurpose;
  done: keyof typeof accountMessages.done;
  event: AccountEvent;
}[] = [
  { page: 'verify', purpose: 'verify address', done: 'verified', event: 'address verified' },
  { page: 'confirmEmail', purpose: 'new address', done: 'address', event: 'address changed' },
  { page: 'undoEmail', purpose: 'undo address', done: 'undone', event: 'address change undone' },
];

/** Routes of `/acc/verify/`, and of the links `/acc/verify/<token>/`, `/acc/email/confirm/<token>/` and `/acc/email/undo/<token>/`. */
export function verifyRoutes(context: HttpContext, clock: Clock) {
  const { registration, events } = context;
  const { address, rules } = registration;

  /** Makes the page for this account; `requested` is where it leads, by default where the registration came from. */
  async function show(
    visitor: AccountVisitor,
    requested: string,
    failed?: { state: FormState; status: number },
  ): Promise<Response> {
    const { account } = visitor;
    const described = await address.describe(account);
    const next = parseNextPath(requested || described.next);
    const page = renderVerifyPage({
      site: describeSite(context, visitor, next),
      next,
      isVerified: account.verifiedAt !== null,
      address: described,
      canMail: registration.canMail,
      rules,
      now: clock.now(),
      ...(failed === undefined ? {} : { state: failed.state }),
    });
    return answerSitePage(page, failed?.status);
  }

  const act = forPageForm(context, async (visitor, form, { request }) => {
    const { account } = visitor;
    const email = form.field('email');
    const kind = form.field('act');
    const next = parseNextPath(form.field('next'));
    return answerForm(
      async () => {
        if (kind === 'again') {
          await address.sendAgain(account);
          events.accountChanged('email asked for again', account.name);
        } else if (kind === 'correct') {
          await address.correct(account, email);
          events.accountChanged('address corrected', account.name);
        } else {
          await address.confirmByCode(account, form.field('code'));
          const isFirst = account.emailConfirmedAt === null;
          await note(context, request, account, isFirst ? 'address verified' : 'address changed');
          if (next !== '/') return seeOther(next);
        }
        return seeOther(withNext(accountPath('verify'), next));
      },
      {
        values: kind === 'correct' ? { email } : {},
        show: (state, status) => show(visitor, next, { state, status }),
      },
    );
  });

  const path = accountPath('verify').slice(0, -1);
  const app = new Elysia({ name: 'verify' })
    .get(
      path,
      forOwner(context, (owner, { query: { next = '' } }) => show(owner, next)),
      { ...queryParameters('next'), ...HIDDEN },
    )
    .post(path, act, HIDDEN_FORM);
  for (const { page, purpose, done, event } of LINKS) {
    const hint = purpose === 'undo address' ? links.deadUndo : links.deadVerify;
    const toAccount = { href: accountPath('account'), label: accountMessages.home.title };
    const answerDead = (requested: MismatchedRequest) =>
      answerDeadLink(context, requested, hint, toAccount);
    const open = async ({ request, set, params: { token } }: LinkRequest) => {
      const link = await address.findLink(purpose, token);
      if (link === undefined) return answerDead({ request, set });
      const { site } = await openPage(context, { request, set });
      return answerSitePage(
        renderLinkPage({ site, purpose, link, path: accountPath(page, token) }),
      );
    };
    const follow = async ({ request, set, params: { token } }: LinkRequest) => {
      await readPageForm(request, context);
      const { visitor } = await openPage(context, { request, set });
      const link = await address.followLink(purpose, token);
      if (link === undefined) return answerDead({ request, set });
      const { accountId: id, accountName: name } = link;
      await note(context, request, { id, name }, event);
      const isOwn = visitor.kind === 'account' && visitor.account.id === id;
      const next = parseNextPath(link.next);
      return isOwn && next !== '/' ? seeOther(next) : leadToDone(done, next);
    };
    const token = tokenParameter(context, answerDead);
    app
      .get(`${accountPath(page)}:token`, open, { ...token, ...HIDDEN })
      .post(`${accountPath(page)}:token`, follow, { ...token, ...HIDDEN_FORM });
  }
  return app;
}
