// The routes of one's own account: what it is, its password, its address, a copy of it, and its end.

import { Elysia } from 'elysia';
import { LOGIN_ERRORS } from '../../../accounts/accounts.ts';
import { isRefused } from '../../../accounts/registration.ts';
import { accountPath } from '../../../lib/account-paths.ts';
import type { Clock } from '../../../lib/clock.ts';
import {
  renderAccountPage,
  renderDeletePage,
  renderEmailPage,
  renderExportPage,
  renderPasswordPage,
} from '../../../views/account/account-page.tsx';
import { EMPTY_FORM, type FormState } from '../../../views/forms.tsx';
import { accountMessages } from '../../../views/messages/account.ts';
import { securityMessages } from '../../../views/messages/security.ts';
import { describeBrowser } from '../../caller.ts';
import { findVisitor, type HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { describePage, pathParameter } from '../../openapi.ts';
import { type CookieJar, giveSession, openSession } from '../../session.ts';
import { forOwner, forPageForm, type Requested } from '../public/owner-only.ts';
import { type PageForm, seeOther } from '../public/page-form.ts';
import type { AccountVisitor } from '../public/require-account.ts';
import { describeSite } from '../public/site.ts';
import {
  answerNotice,
  answerRefused,
  enter,
  leadToDone,
  note,
  tokenOf,
} from './account-answers.ts';
import { describeCodeRefusal } from './security-problems.ts';

const BUSY_MS = 2_000;

/** Routes of `/acc/`, `/acc/password/`, `/acc/email/`, `/acc/export/`, `/acc/delete/` and `/acc/done/<what>/`. */
export function accountHomeRoutes(context: HttpContext, clock: Clock) {
  const { registration, events } = context;
  const { own, address } = registration;

  async function showHome(visitor: AccountVisitor): Promise<Response> {
    const { name, registeredAt, verifiedAt } = visitor.account;
    return answerSitePage(
      renderAccountPage({
        site: describeSite(context, visitor),
        name,
        registeredAt,
        isVerified: verifiedAt !== null,
        address: await address.describe(visitor.account),
      }),
    );
  }

  /** What every form about the account is made from; with a second factor on it asks for a code. */
  async function gather(visitor: AccountVisitor, state: FormState, isCodeSent: boolean) {
    const security = { ...(await context.accounts.security.describe(visitor)), isCodeSent };
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

  /** The form of a page; `sent` and `wait` in the query tell what became of a code that was asked for. */
  async function showForm(request: Request, visitor: AccountVisitor, page: keyof typeof pages) {
    const { searchParams } = new URL(request.url, context.baseUrl);
    const facts = await gather(visitor, EMPTY_FORM, searchParams.has('sent'));
    const seconds = Math.ceil((facts.security.nextMailAt - clock.now()) / 1_000);
    if (searchParams.has('wait') && seconds > 0) {
      facts.state = {
        values: {},
        problems: [{ message: securityMessages.problems.tooSoon(seconds) }],
      };
    }
    return answerSitePage(pages[page](visitor, facts));
  }

  async function changePassword(
    { request, set }: Requested,
    visitor: AccountVisitor,
    form: PageForm,
  ) {
    const outcome = await own.changePassword(
      visitor.account,
      { password: form.field('password'), newPassword: form.field('new_password') },
      context.addressOf(request),
      () => proveCode(request, visitor, form.field('code')),
    );
    if (isRefused(outcome)) return refuse('password', visitor, outcome.refusals);
    await note(context, request, outcome.account, 'password changed');
    await enter(context, visitor, outcome.account, request, set);
    return leadToDone('password');
  }

  async function changeEmail({ request }: Requested, visitor: AccountVisitor, form: PageForm) {
    const email = form.field('email');
    const outcome = await address.change(
      visitor.account,
      { email, password: form.field('password') },
      context.addressOf(request),
      () => proveCode(request, visitor, form.field('code')),
    );
    if (isRefused(outcome)) return refuse('email', visitor, outcome.refusals, { email });
    events.accountChanged('another address asked for', visitor.account.name);
    return seeOther(accountPath(outcome.isDone ? 'account' : 'verify'));
  }

  async function proveCode(request: Request, visitor: AccountVisitor, code: string) {
    const caller = describeBrowser(context, request);
    const refusal = await context.accounts.security.proveCode(visitor, code, caller);
    if (refusal === undefined) return undefined;
    const { field, message } = describeCodeRefusal(refusal, code);
    if (refusal.error === LOGIN_ERRORS.busy) {
      return { field, message, retryInMs: BUSY_MS, isBusy: true };
    }
    const { retryInMs } = refusal;
    return { field, message, ...(retryInMs === undefined ? {} : { retryInMs }) };
  }

  async function exportAll({ request }: Requested, visitor: AccountVisitor, form: PageForm) {
    const from = context.addressOf(request);
    const outcome = await own.readEverything(visitor.account, form.field('password'), from, () =>
      proveCode(request, visitor, form.field('code')),
    );
    if (isRefused(outcome)) return refuse('export', visitor, outcome.refusals);
    events.accountChanged('copy handed out', visitor.account.name);
    return new Response(JSON.stringify(outcome.everything, null, 2), {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="muster-${visitor.account.name}.json"`,
        'cache-control': 'private, no-store',
      },
    });
  }

  async function remove({ request, set }: Requested, visitor: AccountVisitor, form: PageForm) {
    const from = context.addressOf(request);
    const outcome = await own.remove(visitor.account, form.field('password'), from, () =>
      proveCode(request, visitor, form.field('code')),
    );
    if (isRefused(outcome)) return refuse('delete', visitor, outcome.refusals);
    events.accountDeleted();
    giveSession(context, { kind: 'none' }, set);
    return leadToDone('deleted');
  }

  async function refuse(
    page: keyof typeof pages,
    visitor: AccountVisitor,
    refusals: Parameters<typeof answerRefused>[0],
    values: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return answerRefused(refusals, values, async (state) =>
      pages[page](visitor, await gather(visitor, state, false)),
    );
  }

  async function showDone(request: Request, set: CookieJar): Promise<Response> {
    const visitor = await findVisitor(context, request);
    openSession(context, visitor, set);
    const what = tokenOf(request);
    const done = Object.entries(accountMessages.done).find(([name]) => name === what)?.[1];
    if (done === undefined) return seeOther(accountPath('account'));
    const links = [
      visitor.kind === 'account'
        ? { href: accountPath('account'), label: accountMessages.toAccount }
        : { href: '/acc/login/', label: accountMessages.toLogin },
      { href: '/', label: accountMessages.toList },
      ...(what === 'undone' ? [forgotLink] : []),
    ];
    const { title, text } = done;
    return answerNotice(context, visitor, { kind: 'success', title, texts: [text], links });
  }

  const forms = {
    password: changePassword,
    email: changeEmail,
    export: exportAll,
    delete: remove,
  };
  const detail = { hide: true };
  const app = new Elysia({ name: 'account' })
    .get(
      accountPath('account').slice(0, -1),
      ({ request, set }) => forOwner(context, { request, set }, showHome),
      {
        detail: describePage({ operationId: 'getAcc', summary: 'One’s own account' }),
      },
    )
    .get(`${accountPath('account')}done/:what`, ({ request, set }) => showDone(request, set), {
      params: pathParameter('what', 'What was done.'),
      detail,
    });
  for (const [page, send] of Object.entries(forms)) {
    const path = accountPath(page as keyof typeof forms).slice(0, -1);
    app
      .get(
        path,
        ({ request, set }) =>
          forOwner(context, { request, set }, (owner) =>
            showForm(request, owner, page as keyof typeof pages),
          ),
        { detail },
      )
      .post(
        path,
        ({ request, set }) =>
          forPageForm(context, { request, set }, (owner, form) =>
            send({ request, set }, owner, form),
          ),
        { parse: 'none', detail },
      );
  }
  return app;
}

const forgotLink = { href: accountPath('forgot'), label: accountMessages.forgot.title };
