// The routes where accounts are created: registration, and the first administrator.

import { Elysia } from 'elysia';
import type { Visitor } from '../../../accounts/accounts.ts';
import { accountMessages } from '../../../messages/messages.ts';
import { accountPath } from '../../../messages/paths.ts';
import {
  renderFirstAdministratorPage,
  renderRegisterPage,
} from '../../../views/account/registration-pages.tsx';
import { EMPTY_FORM, type FormState } from '../../../views/forms.tsx';
import type { Site } from '../../../views/layout.tsx';
import type { HttpContext } from '../../context.ts';
import { findVisitor } from '../../cookies.ts';
import { answerSitePage } from '../../html.ts';
import { describePage, HIDDEN, HIDDEN_FORM } from '../../openapi.ts';
import { type MismatchedRequest, queryParameters } from '../../parameters.ts';
import { openSession } from '../../session.ts';
import { answerForm, type PageForm, readPageForm, seeOther } from '../public/page-form.ts';
import { parseNextPath, type Requested, withNext } from '../public/require-account.ts';
import { describeSite } from '../public/site.ts';
import {
  answerDeadLink,
  answerNotice,
  enter,
  type LinkRequest,
  note,
  openPage,
  readAgreedRules,
  tokenParameter,
} from './account-answers.ts';

/** Routes of `/acc/register/` and `/acc/first-administrator/<token>/`. */
export function registerRoutes(context: HttpContext) {
  const { registration, events } = context;
  const { rules, signUp, firstAdministrator } = registration;
  const path = accountPath('register').slice(0, -1);
  const rulesVersion = () => context.site.identity().rules?.version;
  /** The tick of a form that failed. Rules that changed meanwhile have to be agreed to once more. */
  const keepTick = (agreedRules: string) =>
    agreedRules !== '' && agreedRules === rulesVersion() ? 'yes' : '';

  async function showForm({ request, set, query }: Requested): Promise<Response> {
    const visitor = await findVisitor(context, request);
    const next = parseNextPath(query.next ?? '');
    if (visitor.kind === 'account') {
      return seeOther(next === '/' ? accountPath('account') : next);
    }
    const sessionValue = openSession(context, visitor, set);
    if (rules.registration === 'closed') {
      return answerNotice(context, visitor, {
        kind: 'information',
        title: accountMessages.register.closedTitle,
        texts: [accountMessages.register.closed],
        links: [{ href: '/', label: accountMessages.toList }],
      });
    }
    return answerPage(visitor, next, registration.openForm(sessionValue));
  }

  /** The page with the form; whoever has an account goes on to `next` from its login too. */
  function answerPage(
    visitor: Visitor,
    next: string,
    registrationCheck: ReturnType<typeof registration.openForm>,
    state: FormState = EMPTY_FORM,
    status = 200,
  ): Response {
    const site = describeSite(context, visitor, next === '/' ? accountPath('account') : next);
    const form = { site, next, state, registrationCheck, rules };
    return answerSitePage(renderRegisterPage({ ...form, rulesVersion: rulesVersion() }), status);
  }

  async function register({ request, set }: MismatchedRequest): Promise<Response> {
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
        show: (state, status) =>
          answerPage(visitor, next, registration.openForm(sessionValue, challenge), state, status),
      },
    );
  }

  const answerDead = (requested: MismatchedRequest) =>
    answerDeadLink(context, requested, accountMessages.links.deadFirst, {
      href: '/',
      label: accountMessages.toList,
    });

  /** The page behind the link that the start printed. */
  function answerFirst(site: Site, token: string, state: FormState, status = 200): Response {
    const first = { site, path: accountPath('firstAdministrator', token), state };
    const page = renderFirstAdministratorPage({ ...first, rulesVersion: rulesVersion() });
    return answerSitePage(page, status);
  }

  async function showFirst({ request, set, params: { token } }: LinkRequest): Promise<Response> {
    if (!(await firstAdministrator.isGood(token))) return answerDead({ request, set });
    const { site } = await openPage(context, { request, set });
    return answerFirst(site, token, EMPTY_FORM);
  }

  async function claim({ request, set, params: { token } }: LinkRequest): Promise<Response> {
    const form = await readPageForm(request, context);
    const { visitor, site } = await openPage(context, { request, set });
    const { name, email } = textsOf(form);
    const agreedRules = readAgreedRules(form);
    return answerForm(
      async () => {
        const typed = { name, email, password: form.field('password'), agreedRules };
        const account = await firstAdministrator.claim(token, typed);
        if (account === undefined) return answerDead({ request, set });
        events.firstAdministratorMade(account.name);
        await note(context, request, account, 'registered');
        await enter(context, visitor, account, request, set);
        return seeOther(accountPath('account'));
      },
      {
        values: { name, email, agree: keepTick(agreedRules) },
        show: (state, status) => answerFirst(site, token, state, status),
      },
    );
  }

  const firstPath = `${accountPath('firstAdministrator')}:token` as const;
  const parameter = tokenParameter(context, answerDead);
  return new Elysia({ name: 'register' })
    .get(path, showForm, {
      ...queryParameters('next'),
      detail: describePage({ operationId: 'getAccRegister', summary: 'Registration page' }),
    })
    .post(path, register, HIDDEN_FORM)
    .get(firstPath, showFirst, { ...parameter, ...HIDDEN })
    .post(firstPath, claim, { ...parameter, ...HIDDEN_FORM });
}

/** What is shown again when the form fails. */
function textsOf(form: PageForm): { name: string; email: string; invite: string } {
  return { name: form.field('name'), email: form.field('email'), invite: form.field('invite') };
}
