// Routes for what is confirmed by email: addresses, by code or link, and a new password where the old one is forgotten.

import { Elysia } from 'elysia';
import type { Account, AccountEvent, Visitor } from '../../../accounts/accounts.ts';
import type { AddressLink, LinkPurpose } from '../../../accounts/registration/registration.ts';
import { type AccountPage, accountPath } from '../../../lib/account-paths.ts';
import type { Clock } from '../../../lib/clock.ts';
import { accountMessages } from '../../../messages/messages.ts';
import {
  renderForgotPage,
  renderLinkPage,
  renderResetPage,
} from '../../../views/account/account-recovery-pages.tsx';
import { renderVerifyPage } from '../../../views/account/account-verify-page.tsx';
import { EMPTY_FORM, type FormState } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import { findVisitor } from '../../cookies.ts';
import { answerSitePage } from '../../html.ts';
import { type MismatchedRequest, pathParameter, queryParameters, TOKEN } from '../../parameters.ts';
import { type CookieJar, openSession } from '../../session.ts';
import { answerForm, type PageForm, readPageForm, seeOther } from '../public/page-form.ts';
import {
  type AccountVisitor,
  forOwner,
  forPageForm,
  parseNextPath,
  withNext,
} from '../public/require-account.ts';
import { describeSite } from '../public/site.ts';
import { answerDeadLink, answerNotice, leadToDone, note } from './account-answers.ts';

const { forgot } = accountMessages;
const SENT_PATH = `${accountPath('forgot')}sent/`;

/** Routes of `/acc/forgot/`, `/acc/forgot/sent/` and `/acc/reset/<token>/`. */
export function recoveryRoutes(context: HttpContext) {
  const { registration } = context;
  const { recovery } = registration;

  async function open(request: Request, set: CookieJar) {
    const visitor = await findVisitor(context, request);
    const sessionValue = openSession(context, visitor, set);
    return { visitor, sessionValue, site: describeSite(context, visitor) };
  }

  async function showForgot(request: Request, set: CookieJar): Promise<Response> {
    const { visitor, sessionValue, site } = await open(request, set);
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

  async function requestReset(request: Request, set: CookieJar): Promise<Response> {
    const form = await readPageForm(request, context);
    const { site, sessionValue } = await open(request, set);
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

  async function showSent(request: Request, set: CookieJar): Promise<Response> {
    const { visitor } = await open(request, set);
    return answerNotice(context, visitor, {
      kind: 'information',
      title: forgot.sentTitle,
      texts: [forgot.sent, forgot.sentSlow],
      links: [{ href: accountPath('forgot'), label: forgot.again }],
    });
  }

  async function showReset(request: Request, set: CookieJar, token: string): Promise<Response> {
    const { visitor, site } = await open(request, set);
    const link = await recovery.findLink(token);
    if (link === undefined) return answerDead(visitor);
    const path = accountPath('reset', token);
    return answerSitePage(renderResetPage({ site, ...link, path, state: EMPTY_FORM }));
  }

  async function reset(request: Request, set: CookieJar, token: string): Promise<Response> {
    const form = await readPageForm(request, context);
    const { visitor, site } = await open(request, set);
    const link = await recovery.findLink(token);
    if (link === undefined) return answerDead(visitor);
    return answerForm(
      async () => {
        const done = await recovery.reset(token, form.field('new_password'));
        if (done === undefined) return answerDead(visitor);
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

  function answerDead(visitor: Parameters<typeof answerDeadLink>[1]): Response {
    const way = { href: accountPath('forgot'), label: forgot.title };
    return answerDeadLink(context, visitor, accountMessages.links.deadReset, way);
  }

  const path = accountPath('forgot').slice(0, -1);
  const resetPath = `${accountPath('reset')}:token`;
  const detail = { hide: true };
  const token = pathParameter('token', TOKEN, {
    async answerMismatch({ request, set }: MismatchedRequest) {
      if (request.method === 'POST') await readPageForm(request, context);
      return answerDead((await open(request, set)).visitor);
    },
  });
  return new Elysia({ name: 'recovery' })
    .get(path, ({ request, set }) => showForgot(request, set), { detail })
    .post(path, ({ request, set }) => requestReset(request, set), { parse: 'none', detail })
    .get(SENT_PATH.slice(0, -1), ({ request, set }) => showSent(request, set), { detail })
    .get(resetPath, ({ request, params, set }) => showReset(request, set, params.token), {
      ...token,
      detail,
    })
    .post(resetPath, ({ request, params, set }) => reset(request, set, params.token), {
      ...token,
      parse: 'none',
      detail,
    });
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

  /** The page for this account; `requested` is where it leads, by default where the registration came from. */
  async function prepare({ account, ...visitor }: AccountVisitor, requested: string) {
    const state = await address.describe(account);
    const next = parseNextPath(requested || state.next);
    const facts = {
      site: describeSite(context, { ...visitor, account }, next),
      next,
      isVerified: account.verifiedAt !== null,
      address: state,
      canMail: registration.canMail,
      rules,
      now: clock.now(),
    };
    return (state?: FormState) =>
      renderVerifyPage(state === undefined ? facts : { ...facts, state });
  }

  async function action(
    request: Request,
    visitor: AccountVisitor,
    form: PageForm,
  ): Promise<Response> {
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
          await note(context, request, account, confirmedEvent(account));
          if (next !== '/') return seeOther(next);
        }
        return seeOther(withNext(accountPath('verify'), next));
      },
      {
        values: kind === 'correct' ? { email } : {},
        show: async (state, status) =>
          answerSitePage((await prepare(visitor, next))(state), status),
      },
    );
  }

  /** What becomes of a link that was opened or followed; the page for dead ones where nothing does. */
  async function answerLink(
    purpose: LinkPurpose,
    { request, set }: MismatchedRequest,
    use: () => Promise<AddressLink | undefined>,
    answer: (link: AddressLink, visitor: Visitor) => Promise<Response> | Response,
  ): Promise<Response> {
    const visitor = await findVisitor(context, request);
    openSession(context, visitor, set);
    const link = await use();
    return link === undefined ? answerDead(purpose, visitor) : answer(link, visitor);
  }

  function answerDead(purpose: LinkPurpose, visitor: Visitor): Response {
    const way = { href: accountPath('account'), label: accountMessages.home.title };
    const { deadUndo, deadVerify } = accountMessages.links;
    const hint = purpose === 'undo address' ? deadUndo : deadVerify;
    return answerDeadLink(context, visitor, hint, way);
  }

  const path = accountPath('verify').slice(0, -1);
  const detail = { hide: true };
  const app = new Elysia({ name: 'verify' })
    .get(
      path,
      ({ request, query, set }) =>
        forOwner(context, { request, set }, async (owner) =>
          answerSitePage((await prepare(owner, query.next ?? ''))()),
        ),
      { ...queryParameters('next'), detail },
    )
    .post(
      path,
      ({ request, set }) =>
        forPageForm(context, { request, set }, (owner, form) => action(request, owner, form)),
      { parse: 'none', detail },
    );
  for (const { page, purpose, done, event } of LINKS) {
    const parameter = pathParameter('token', TOKEN, {
      async answerMismatch({ request, set }: MismatchedRequest) {
        if (request.method === 'POST') await readPageForm(request, context);
        const visitor = await findVisitor(context, request);
        openSession(context, visitor, set);
        return answerDead(purpose, visitor);
      },
    });
    app
      .get(
        `${accountPath(page)}:token`,
        ({ request, params: { token }, set }) =>
          answerLink(
            purpose,
            { request, set },
            () => address.findLink(purpose, token),
            (link, visitor) => {
              const site = describeSite(context, visitor);
              const own = accountPath(page, token);
              return answerSitePage(renderLinkPage({ site, purpose, link, path: own }));
            },
          ),
        { ...parameter, detail },
      )
      .post(
        `${accountPath(page)}:token`,
        async ({ request, params: { token }, set }) => {
          await readPageForm(request, context);
          return answerLink(
            purpose,
            { request, set },
            () => address.followLink(purpose, token),
            async ({ accountId: id, accountName: name, next }, visitor) => {
              await note(context, request, { id, name }, event);
              const isOwn = visitor.kind === 'account' && visitor.account.id === id;
              const own = parseNextPath(next);
              return isOwn && own !== '/' ? seeOther(own) : leadToDone(done, own);
            },
          );
        },
        { ...parameter, parse: 'none', detail },
      );
  }
  return app;
}

/** What a right code did to an account as it was before. */
function confirmedEvent({ emailConfirmedAt }: Account): AccountEvent {
  return emailConfirmedAt === null ? 'address verified' : 'address changed';
}
