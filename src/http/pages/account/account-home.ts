// The routes of one's own account: what it is, its password, its address, a copy of it, the rules, and its end.

import { Elysia } from 'elysia';
import type { Clock } from '../../../lib/clock.ts';
import { accountMessages, securityMessages } from '../../../messages/messages.ts';
import { accountPath } from '../../../messages/paths.ts';
import {
  renderAccountPage,
  renderDeletePage,
  renderEmailPage,
  renderExportPage,
  renderPasswordPage,
} from '../../../views/account/account-page.tsx';
import { renderRulesAgreementPage } from '../../../views/account/registration-pages.tsx';
import { EMPTY_FORM, type FormState } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { describeOwnerPage, HIDDEN, HIDDEN_FORM } from '../../openapi.ts';
import {
  type MismatchedRequest,
  matching,
  pathParameter,
  queryParameters,
} from '../../parameters.ts';
import { describeBrowser, giveSession } from '../../session.ts';
import { answerForm, type PageForm, seeOther } from '../public/page-form.ts';
import {
  type AccountVisitor,
  forOwner,
  forPageForm,
  loginPath,
  parseNextPath,
  type Requested,
} from '../public/require-account.ts';
import { describeSite } from '../public/site.ts';
import {
  answerNotice,
  enter,
  leadToDone,
  note,
  openPage,
  readAgreedRules,
} from './account-answers.ts';

const DoneSchema = matching(new RegExp(`^(?:${Object.keys(accountMessages.done).join('|')})$`), {
  description: 'What was done.',
});

/** Routes of `/acc/`, `/acc/password/`, `/acc/email/`, `/acc/export/`, `/acc/delete/`, `/acc/rules/` and `/acc/done/<what>/`. */
export function accountHomeRoutes(context: HttpContext, clock: Clock) {
  const { registration, events } = context;
  const { agreement, own, address } = registration;

  async function showHome(visitor: AccountVisitor): Promise<Response> {
    const { name, registeredAt, verifiedAt, rulesAgreedAt } = visitor.account;
    return answerSitePage(
      renderAccountPage({
        site: describeSite(context, visitor),
        name,
        registeredAt,
        isVerified: verifiedAt !== null,
        address: await address.describe(visitor.account),
        rules: {
          agreedAt: rulesAgreedAt ?? undefined,
          areDue: agreement.findDue(visitor.account) !== undefined,
        },
      }),
    );
  }

  /** What every form about the account is made from; with a second factor on it needs a code. */
  async function gather(visitor: AccountVisitor, state: FormState, isCodeSent: boolean) {
    const described = await context.accounts.security.describe(visitor);
    const security = { ...described, isCodeSent, now: clock.now() };
    return { site: describeSite(context, visitor), security, state };
  }

  type Facts = Awaited<ReturnType<typeof gather>>;

  const pages = {
    password: (_visitor: AccountVisitor, facts: Facts) => renderPasswordPage(facts),
    email: ({ account: { email } }: AccountVisitor, facts: Facts) =>
      renderEmailPage({ ...facts, email, canMail: registration.canMail }),
    export: (_visitor: AccountVisitor, facts: Facts) => renderExportPage(facts),
    delete: ({ account: { name } }: AccountVisitor, facts: Facts) =>
      renderDeletePage({ ...facts, name, reservedDays: registration.rules.nameReservedDays }),
  };

  /** The form of a page; `sent` and `wait` in the query say what became of a code that was requested. */
  async function showForm(
    { sent, wait }: { sent?: string; wait?: string },
    visitor: AccountVisitor,
    page: keyof typeof pages,
  ) {
    const facts = await gather(visitor, EMPTY_FORM, sent !== undefined);
    const seconds = Math.ceil((facts.security.nextMailAt - clock.now()) / 1_000);
    if (wait !== undefined && seconds > 0) {
      facts.state = {
        values: {},
        problems: [{ message: securityMessages.problems.tooSoon(seconds) }],
      };
    }
    return answerSitePage(pages[page](visitor, facts));
  }

  async function changePassword(
    visitor: AccountVisitor,
    form: PageForm,
    { request, set }: Requested,
  ) {
    const account = await own.changePassword(
      visitor.account,
      { password: form.field('password'), newPassword: form.field('new_password') },
      context.addressOf(request),
      () => proveCode(request, visitor, form.field('code')),
    );
    await note(context, request, account, 'password changed');
    await enter(context, visitor, account, request, set);
    return leadToDone('password');
  }

  async function changeEmail(visitor: AccountVisitor, form: PageForm, { request }: Requested) {
    const { isDone } = await address.change(
      visitor.account,
      { email: form.field('email'), password: form.field('password') },
      context.addressOf(request),
      () => proveCode(request, visitor, form.field('code')),
    );
    events.accountChanged('another address asked for', visitor.account.name);
    return seeOther(accountPath(isDone ? 'account' : 'verify'));
  }

  function proveCode(request: Request, visitor: AccountVisitor, code: string): Promise<void> {
    return context.accounts.security.requireCode(visitor, code, describeBrowser(context, request));
  }

  async function exportAll(visitor: AccountVisitor, form: PageForm, { request }: Requested) {
    const from = context.addressOf(request);
    const everything = await own.readEverything(visitor.account, form.field('password'), from, () =>
      proveCode(request, visitor, form.field('code')),
    );
    events.accountChanged('copy handed out', visitor.account.name);
    return new Response(JSON.stringify(everything, null, 2), {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="muster-${visitor.account.name}.json"`,
        'cache-control': 'private, no-store',
      },
    });
  }

  async function remove(visitor: AccountVisitor, form: PageForm, { request, set }: Requested) {
    const from = context.addressOf(request);
    await own.remove(visitor.account, form.field('password'), from, () =>
      proveCode(request, visitor, form.field('code')),
    );
    events.accountDeleted();
    giveSession(context, { kind: 'none' }, set);
    return leadToDone('deleted');
  }

  async function showDone(
    { request, set }: MismatchedRequest,
    what: string,
    requested = '',
  ): Promise<Response> {
    const { visitor } = await openPage(context, { request, set });
    const done = Object.entries(accountMessages.done).find(([name]) => name === what)?.[1];
    if (done === undefined) return seeOther(accountPath('account'));
    const next = parseNextPath(requested);
    const isLoggedIn = visitor.kind === 'account';
    const links = [
      ...(isLoggedIn && next !== '/' ? [{ href: next, label: accountMessages.goOn }] : []),
      isLoggedIn
        ? { href: accountPath('account'), label: accountMessages.toAccount }
        : { href: loginPath(next), label: accountMessages.toLogin },
      { href: '/', label: accountMessages.toList },
      ...(what === 'undone' ? [forgotLink()] : []),
    ];
    const { title, text } = done;
    return answerNotice(context, visitor, { kind: 'success', title, texts: [text], links });
  }

  async function showRules(
    visitor: AccountVisitor,
    next: string,
    state = EMPTY_FORM,
    status = 200,
  ): Promise<Response> {
    const { account } = visitor;
    const version = agreement.findDue(account);
    if (version === undefined) return seeOther(next);
    const site = describeSite(context, visitor);
    const agreedAt = account.rulesAgreedAt ?? undefined;
    const page = renderRulesAgreementPage({ site, next, version, agreedAt, state });
    return answerSitePage(page, status);
  }

  /** Nothing depends on the answer: whoever does not agree is asked again at the next login. */
  const agree = forPageForm(context, (owner, form) => {
    const next = parseNextPath(form.field('next'));
    return answerForm(
      async () => {
        await agreement.agree(owner.account, readAgreedRules(form));
        events.accountChanged('rules agreed to', owner.account.name);
        return seeOther(next);
      },
      { show: (state, status) => showRules(owner, next, state, status) },
    );
  });

  const forms = {
    password: changePassword,
    email: changeEmail,
    export: exportAll,
    delete: remove,
  };
  const next = queryParameters('next');
  const done = pathParameter('what', DoneSchema, {
    answerMismatch: (requested) => showDone(requested, ''),
  });
  const rulesPath = accountPath('rules').slice(0, -1);
  const app = new Elysia({ name: 'account' })
    .get(accountPath('account').slice(0, -1), forOwner(context, showHome), {
      detail: describeOwnerPage({ operationId: 'getAcc', summary: 'Account page' }),
    })
    .get(
      `${accountPath('account')}done/:what`,
      ({ request, params, query, set }) => showDone({ request, set }, params.what, query.next),
      { ...next, ...done, transform: [done.transform, next.transform], ...HIDDEN },
    )
    .get(
      rulesPath,
      forOwner(context, (owner, { query }) => showRules(owner, parseNextPath(query.next ?? ''))),
      { ...next, ...HIDDEN },
    )
    .post(rulesPath, agree, HIDDEN_FORM);
  for (const page of ['password', 'email', 'export', 'delete'] as const) {
    const path = accountPath(page).slice(0, -1);
    const show = forOwner(context, (owner, { query }) => showForm(query, owner, page));
    const send = forPageForm(context, (owner, form, requested) =>
      answerForm(() => forms[page](owner, form, requested), {
        values: page === 'email' ? { email: form.field('email') } : {},
        show: async (state, status) =>
          answerSitePage(pages[page](owner, await gather(owner, state, false)), status),
      }),
    );
    app
      .get(path, show, { ...queryParameters('sent', 'wait'), ...HIDDEN })
      .post(path, send, HIDDEN_FORM);
  }
  return app;
}

const forgotLink = () => ({ href: accountPath('forgot'), label: accountMessages.forgot.title });
