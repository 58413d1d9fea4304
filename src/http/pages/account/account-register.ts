// The routes on which accounts come into being: registration, and the first administrator.

import { Elysia } from 'elysia';
import { isRefused } from '../../../accounts/registration.ts';
import { accountPath } from '../../../lib/account-paths.ts';
import { renderFirstAdministratorPage } from '../../../views/account/account-first-page.tsx';
import { renderRegisterPage } from '../../../views/account/account-register-page.tsx';
import { EMPTY_FORM, type FormState } from '../../../views/forms.tsx';
import { accountMessages } from '../../../views/messages/account.ts';
import { findVisitor, type HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { describePage, pathParameter } from '../../openapi.ts';
import { type CookieJar, openSession } from '../../session.ts';
import { type PageForm, readPageForm, seeOther } from '../public/page-form.ts';
import { describeSite } from '../public/site.ts';
import {
  answerDeadLink,
  answerNotice,
  answerRefused,
  enter,
  note,
  tokenOf,
} from './account-answers.ts';

/** Routes of `/acc/register/` and `/acc/first-administrator/<token>/`. */
export function registerRoutes(context: HttpContext) {
  const { registration, events } = context;
  const { rules, signUp, firstAdministrator } = registration;
  const path = accountPath('register').slice(0, -1);

  async function showForm(request: Request, set: CookieJar): Promise<Response> {
    const visitor = await findVisitor(context, request);
    if (visitor.kind === 'account') return seeOther(accountPath('account'));
    const sessionValue = openSession(context, visitor, set);
    if (rules.mode === 'closed') {
      return answerNotice(context, visitor, {
        kind: 'information',
        title: accountMessages.register.closedTitle,
        texts: [accountMessages.register.closed],
        links: [{ href: '/', label: accountMessages.toList }],
      });
    }
    const site = describeSite(context, visitor, accountPath('account'));
    const registrationCheck = registration.openForm(sessionValue);
    return answerSitePage(
      renderRegisterPage({ site, state: EMPTY_FORM, registrationCheck, rules }),
    );
  }

  async function register(request: Request, set: CookieJar): Promise<Response> {
    const form = await readPageForm(request, context);
    const visitor = await findVisitor(context, request);
    const sessionValue = openSession(context, visitor, set);
    const address = context.addressOf(request);
    const challenge = form.field('challenge');
    const { name, email, invite } = textsOf(form);
    const outcome = await signUp.register(
      {
        ...{ name, email, invite, challenge },
        password: form.field('password'),
        proof: form.field('proof'),
        trap: form.field('website'),
      },
      { sessionValue, address },
    );
    if (isRefused(outcome)) {
      const { refusals } = outcome;
      events.registrationRefused(
        refusals.map(({ field }) => field ?? 'form'),
        address,
      );
      const site = describeSite(context, visitor, accountPath('account'));
      const registrationCheck = registration.openForm(sessionValue, challenge);
      return answerRefused(refusals, { name, email, invite }, (state) =>
        renderRegisterPage({ site, state, registrationCheck, rules }),
      );
    }
    events.registered(outcome.account.name);
    await note(context, request, outcome.account, 'registered');
    await enter(context, visitor, outcome.account, request, set);
    return seeOther(accountPath('verify'));
  }

  /** The page behind the link that the start printed; without a form when it is no longer good. */
  async function answerFirst(
    request: Request,
    set: CookieJar,
    use: (token: string, render: (state: FormState) => string) => Promise<Response | undefined>,
  ): Promise<Response> {
    const visitor = await findVisitor(context, request);
    openSession(context, visitor, set);
    const token = tokenOf(request);
    const site = describeSite(context, visitor);
    const own = accountPath('firstAdministrator', token);
    const render = (state: FormState) => renderFirstAdministratorPage({ site, path: own, state });
    const link = { href: '/', label: accountMessages.toList };
    return (
      (await use(token, render)) ??
      answerDeadLink(context, visitor, accountMessages.links.deadFirst, link)
    );
  }

  async function claim(request: Request, set: CookieJar): Promise<Response> {
    const form = await readPageForm(request, context);
    return answerFirst(request, set, async (token, render) => {
      const { name, email } = textsOf(form);
      const password = form.field('password');
      const outcome = await firstAdministrator.claim(token, { name, email, password });
      if (outcome === undefined) return undefined;
      if (isRefused(outcome)) return answerRefused(outcome.refusals, { name, email }, render);
      events.firstAdministratorMade(outcome.account.name);
      await note(context, request, outcome.account, 'registered');
      await enter(context, await findVisitor(context, request), outcome.account, request, set);
      return seeOther(accountPath('account'));
    });
  }

  const firstPath = `${accountPath('firstAdministrator')}:token`;
  const detail = { hide: true };
  const params = pathParameter('token', 'Out of the link.');
  return new Elysia({ name: 'register' })
    .get(path, ({ request, set }) => showForm(request, set), {
      detail: describePage({ operationId: 'getAccRegister', summary: 'Where people register' }),
    })
    .post(path, ({ request, set }) => register(request, set), { parse: 'none', detail })
    .get(
      firstPath,
      ({ request, set }) =>
        answerFirst(request, set, async (token, render) =>
          (await firstAdministrator.isGood(token)) ? answerSitePage(render(EMPTY_FORM)) : undefined,
        ),
      { params, detail },
    )
    .post(firstPath, ({ request, set }) => claim(request, set), { params, parse: 'none', detail });
}

/** What is shown again when the form is refused. */
function textsOf(form: PageForm): { name: string; email: string; invite: string } {
  return { name: form.field('name'), email: form.field('email'), invite: form.field('invite') };
}
