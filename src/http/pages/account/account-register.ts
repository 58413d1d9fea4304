// The routes where accounts are created: registration, and the first administrator.

import { Elysia } from 'elysia';
import type { Visitor } from '../../../accounts/accounts.ts';
import { accountPath } from '../../../lib/account-paths.ts';
import { accountMessages } from '../../../messages/messages.ts';
import {
  renderFirstAdministratorPage,
  renderRegisterPage,
} from '../../../views/account/registration-pages.tsx';
import { EMPTY_FORM, type FormState } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import { findVisitor } from '../../cookies.ts';
import { answerSitePage } from '../../html.ts';
import { describePage } from '../../openapi.ts';
import { type MismatchedRequest, pathParameter, queryParameters, TOKEN } from '../../parameters.ts';
import { type CookieJar, openSession } from '../../session.ts';
import { answerForm, type PageForm, readPageForm, seeOther } from '../public/page-form.ts';
import { parseNextPath, withNext } from '../public/require-account.ts';
import { describeSite } from '../public/site.ts';
import { answerDeadLink, answerNotice, enter, note } from './account-answers.ts';
import { readAgreedRules } from './account-home.ts';

/** Routes of `/acc/register/` and `/acc/first-administrator/<token>/`. */
export function registerRoutes(context: HttpContext) {
  const { registration, events } = context;
  const { rules, signUp, firstAdministrator } = registration;
  const path = accountPath('register').slice(0, -1);
  const rulesVersion = () => context.site.identity().rules?.version;
  /** The tick of a form that failed. Rules that changed meanwhile have to be agreed to once more. */
  const keepTick = (agreedRules: string) =>
    agreedRules !== '' && agreedRules === rulesVersion() ? 'yes' : '';

  /** The frame of the form; whoever has an account goes on to `next` from the login too. */
  const describeFormSite = (visitor: Visitor, next: string) =>
    describeSite(context, visitor, next === '/' ? accountPath('account') : next);

  async function showForm(request: Request, set: CookieJar, requested: string): Promise<Response> {
    const visitor = await findVisitor(context, request);
    const next = parseNextPath(requested);
    if (visitor.kind === 'account') {
      return seeOther(next === '/' ? accountPath('account') : next);
    }
    const sessionValue = openSession(context, visitor, set);
    if (rules.mode === 'closed') {
      return answerNotice(context, visitor, {
        kind: 'information',
        title: accountMessages.register.closedTitle,
        texts: [accountMessages.register.closed],
        links: [{ href: '/', label: accountMessages.toList }],
      });
    }
    const site = describeFormSite(visitor, next);
    const registrationCheck = registration.openForm(sessionValue);
    return answerSitePage(
      renderRegisterPage({
        ...{ site, next, state: EMPTY_FORM, registrationCheck, rules },
        rulesVersion: rulesVersion(),
      }),
    );
  }

  async function register(request: Request, set: CookieJar): Promise<Response> {
    const form = await readPageForm(request, context);
    const visitor = await findVisitor(context, request);
    const sessionValue = openSession(context, visitor, set);
    const address = context.addressOf(request);
    const challenge = form.field('challenge');
    const { name, email, invite } = textsOf(form);
    const agreedRules = readAgreedRules(form);
    const next = parseNextPath(form.field('next'));
    return answerForm(
      async () => {
        const account = await signUp.register(
          {
            ...{ name, email, invite, challenge, agreedRules },
            password: form.field('password'),
            proof: form.field('proof'),
            trap: form.field('website'),
          },
          { sessionValue, address, next: next === '/' ? '' : next },
        );
        events.registered(account.name);
        await note(context, request, account, 'registered');
        await enter(context, visitor, account, request, set);
        const isIn = account.verifiedAt !== null && next !== '/';
        return seeOther(isIn ? next : withNext(accountPath('verify'), next));
      },
      {
        values: { name, email, invite, agree: keepTick(agreedRules) },
        onFailure(failure) {
          const fields = [failure, ...failure.others].map(({ field = 'form' }) => field);
          events.registrationRefused(fields, address);
        },
        show(state, status) {
          const site = describeFormSite(visitor, next);
          const registrationCheck = registration.openForm(sessionValue, challenge);
          const page = renderRegisterPage({
            ...{ site, next, state, registrationCheck, rules },
            rulesVersion: rulesVersion(),
          });
          return answerSitePage(page, status);
        },
      },
    );
  }

  /** The page behind the link that the start printed; without a form when it is no longer good. */
  async function answerFirst(
    { request, set }: MismatchedRequest,
    token: string,
    use: (link: FirstLink) => Response | Promise<Response>,
  ): Promise<Response> {
    const visitor = await findVisitor(context, request);
    openSession(context, visitor, set);
    const site = describeSite(context, visitor);
    const own = accountPath('firstAdministrator', token);
    const show: FirstLink['show'] = (state, status) =>
      answerSitePage(
        renderFirstAdministratorPage({ site, path: own, state, rulesVersion: rulesVersion() }),
        status,
      );
    const link = { href: '/', label: accountMessages.toList };
    const { deadFirst } = accountMessages.links;
    const answerDead = () => answerDeadLink(context, visitor, deadFirst, link);
    return use({ visitor, show, answerDead });
  }

  async function claim(requested: MismatchedRequest, token: string): Promise<Response> {
    const { request, set } = requested;
    const form = await readPageForm(request, context);
    return answerFirst(requested, token, async ({ visitor, show, answerDead }) => {
      const { name, email } = textsOf(form);
      const agreedRules = readAgreedRules(form);
      return answerForm(
        async () => {
          const password = form.field('password');
          const typed = { name, email, password, agreedRules };
          const account = await firstAdministrator.claim(token, typed);
          if (account === undefined) return answerDead();
          events.firstAdministratorMade(account.name);
          await note(context, request, account, 'registered');
          await enter(context, visitor, account, request, set);
          return seeOther(accountPath('account'));
        },
        { values: { name, email, agree: keepTick(agreedRules) }, show },
      );
    });
  }

  const firstPath = `${accountPath('firstAdministrator')}:token`;
  const detail = { hide: true };
  const parameter = pathParameter('token', TOKEN, {
    async answerMismatch(requested: MismatchedRequest) {
      if (requested.request.method === 'POST') await readPageForm(requested.request, context);
      return answerFirst(requested, '', ({ answerDead }) => answerDead());
    },
  });
  return new Elysia({ name: 'register' })
    .get(path, ({ request, query, set }) => showForm(request, set, query.next ?? ''), {
      ...queryParameters('next'),
      detail: describePage({ operationId: 'getAccRegister', summary: 'Registration page' }),
    })
    .post(path, ({ request, set }) => register(request, set), { parse: 'none', detail })
    .get(
      firstPath,
      ({ request, params: { token }, set }) =>
        answerFirst({ request, set }, token, async ({ show, answerDead }) =>
          (await firstAdministrator.isGood(token)) ? show(EMPTY_FORM) : answerDead(),
        ),
      { ...parameter, detail },
    )
    .post(firstPath, ({ request, params, set }) => claim({ request, set }, params.token), {
      ...parameter,
      parse: 'none',
      detail,
    });
}

/** The link for the first administrator, as it was opened. */
interface FirstLink {
  visitor: Visitor;
  show(state: FormState, status?: number): Response;
  /** The page for a link that is no longer good. */
  answerDead(): Response;
}

/** What is shown again when the form fails. */
function textsOf(form: PageForm): { name: string; email: string; invite: string } {
  return { name: form.field('name'), email: form.field('email'), invite: form.field('invite') };
}
