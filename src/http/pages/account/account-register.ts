// The routes where accounts are created: registration, and the first administrator.

import { accountMessages } from '../../../messages/messages.ts';
import { accountPath } from '../../../messages/paths.ts';
import {
  renderFirstAdministratorPage,
  renderRegisterPage,
} from '../../../views/account/registration-pages.tsx';
import type { FormState } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import { describePage } from '../../openapi.ts';
import { formPage, type PageRequest, pageRoutes, withNext } from '../page.ts';
import { type PageForm, seeOther } from '../page-form.ts';
import {
  answerDeadLink,
  enter,
  note,
  readAgreedRules,
  showNotice,
  tokenParameter,
  toList,
} from './account-answers.ts';

/** Routes of `/acc/register/` and `/acc/first-administrator/<token>/`. */
export function registerRoutes(context: HttpContext) {
  const { registration, report } = context;
  const { rules, signUp, firstAdministrator } = registration;
  const rulesVersion = () => context.site.identity().rules?.version;

  /** What is shown again. Rules that changed meanwhile have to be agreed to once more. */
  function keep(form: PageForm) {
    const agreed = readAgreedRules(form);
    const agree = agreed !== '' && agreed === rulesVersion() ? 'yes' : '';
    return { ...form.fields('name', 'email', 'invite'), agree };
  }

  const readIdentity = (form: PageForm) => ({
    name: form.field('name'),
    email: form.field('email'),
    password: form.field('password'),
    agreedRules: readAgreedRules(form),
  });

  function showForm(requested: PageRequest, state: FormState) {
    const { visitor, next, sessionValue, form } = requested;
    const isFailed = state.problems.length > 0;
    const onwards = next === '/' ? accountPath('account') : next;
    if (!isFailed && visitor.kind === 'account') return seeOther(onwards);
    if (!isFailed && rules.registration === 'closed') {
      const { closedTitle: title, closed } = accountMessages.register;
      const notice = { title, texts: [closed], links: [toList()] };
      return showNotice(requested, { kind: 'information', ...notice });
    }
    const challenge = isFailed ? form.field('challenge') : undefined;
    return renderRegisterPage({
      ...{ next, state, rules, rulesVersion: rulesVersion() },
      // Whoever has an account goes on from its login too.
      site: requested.site(onwards),
      registrationCheck: registration.openForm(sessionValue, challenge),
    });
  }

  async function register(requested: PageRequest): Promise<Response> {
    const { request, form, next, sessionValue } = requested;
    const account = await signUp.register(
      {
        ...readIdentity(form),
        invite: form.field('invite'),
        challenge: form.field('challenge'),
        proof: form.field('proof'),
        trap: form.field('website'),
      },
      { sessionValue, address: context.addressOf(request), next: next === '/' ? '' : next },
    );
    report('account_registered', { account: account.name });
    await note(context, request, account, 'registered');
    await enter(context, account, requested);
    const isIn = account.verifiedAt !== null && next !== '/';
    return seeOther(isIn ? next : withNext(accountPath('verify'), next));
  }

  const answerDead = (requested: PageRequest) =>
    answerDeadLink(requested, accountMessages.links.deadFirst, toList());

  /** The page behind the link that the start printed. */
  async function showFirst(requested: PageRequest, state: FormState) {
    const { token = '' } = requested.params;
    const isFailed = state.problems.length > 0;
    if (!isFailed && !(await firstAdministrator.isGood(token))) return answerDead(requested);
    return renderFirstAdministratorPage({
      ...{ site: requested.site(), state, rulesVersion: rulesVersion() },
      path: accountPath('firstAdministrator', token),
    });
  }

  async function claim(requested: PageRequest): Promise<Response> {
    const { form, params, request } = requested;
    const account = await firstAdministrator.claim(params.token ?? '', readIdentity(form));
    if (account === undefined) return answerDead(requested);
    report('first_administrator_made', { account: account.name });
    await note(context, request, account, 'registered');
    await enter(context, account, requested);
    return seeOther(accountPath('account'));
  }

  return pageRoutes(context, [
    {
      path: accountPath('register'),
      who: 'visitor',
      query: ['next'],
      detail: describePage({ operationId: 'getAccRegister', summary: 'Registration page' }),
      ...formPage({
        ...{ show: showForm, submit: register, keep },
        onFailure(failure, { request }) {
          const fields = [failure, ...failure.others].map(({ field = 'form' }) => field);
          report('registration_refused', { fields, address: context.addressOf(request) });
        },
      }),
    },
    {
      path: `${accountPath('firstAdministrator')}:token`,
      who: 'visitor',
      parameter: tokenParameter(answerDead),
      ...formPage({ show: showFirst, submit: claim, keep }),
    },
  ]);
}
