// The routes of one's own account: what it is, its password, its address, a copy of it, the rules, and its end.

import type { Clock } from '../../../lib/clock.ts';
import { accountMessages, messages, securityMessages } from '../../../messages/messages.ts';
import { accountPath } from '../../../messages/paths.ts';
import {
  renderAccountPage,
  renderDeletePage,
  renderEmailPage,
  renderExportPage,
  renderPasswordPage,
} from '../../../views/account/account-page.tsx';
import { renderRulesAgreementPage } from '../../../views/account/registration-pages.tsx';
import type { FormState } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import { describeOwnerPage } from '../../openapi.ts';
import { matching } from '../../parameters.ts';
import { describeBrowser, giveSession } from '../../session.ts';
import { formPage, loginPath, type OwnerRequest, type PageRequest, pageRoutes } from '../page.ts';
import { seeOther } from '../page-form.ts';
import {
  enter,
  leadToDone,
  note,
  readAgreedRules,
  showNotice,
  toAccount,
  toForgot,
  toList,
} from './account-answers.ts';

/** Routes of `/acc/`, `/acc/password/`, `/acc/email/`, `/acc/export/`, `/acc/delete/`, `/acc/rules/` and `/acc/done/<what>/`. */
export function accountHomeRoutes(context: HttpContext, clock: Clock) {
  const { registration, report, accounts } = context;
  const { agreement, own, address } = registration;

  async function showHome({ account, site }: OwnerRequest): Promise<string> {
    const { name, registeredAt, verifiedAt, rulesAgreedAt } = account;
    const areDue = agreement.findDue(account) !== undefined;
    return renderAccountPage({
      ...{ site: site(), name, registeredAt, isVerified: verifiedAt !== null },
      address: await address.describe(account),
      rules: { agreedAt: rulesAgreedAt ?? undefined, areDue },
    });
  }

  /** What the forms have in common: with a second factor on they need a code. */
  async function gather({ visitor, site, query }: OwnerRequest, failed: FormState) {
    const { sent, wait } = query;
    const now = clock.now();
    const described = await accounts.security.describe(visitor);
    const seconds = Math.ceil((described.nextMailAt - now) / 1_000);
    const tooSoon = { message: securityMessages.problems.tooSoon(seconds) };
    // The page of a code that was requested too early.
    const isEarly = wait !== undefined && seconds > 0 && failed.problems.length === 0;
    const state = isEarly ? { values: {}, problems: [tooSoon] } : failed;
    return { site: site(), security: { ...described, isCodeSent: sent !== undefined, now }, state };
  }

  /** The password, whose attempts are counted by address, and a code where the account needs one. */
  function proofOf({ account, visitor, form, request }: OwnerRequest) {
    const caller = describeBrowser(context, request);
    return {
      account,
      password: form.field('password'),
      from: caller.address,
      proveCode: () => accounts.security.requireCode(visitor, form.field('code'), caller),
    };
  }

  async function changePassword(requested: OwnerRequest): Promise<Response> {
    const { password, from, proveCode } = proofOf(requested);
    const typed = { password, newPassword: requested.form.field('new_password') };
    const account = await own.changePassword(requested.account, typed, from, proveCode);
    await note(context, requested.request, account, 'password changed');
    await enter(context, account, requested);
    return leadToDone('password');
  }

  async function changeEmail(requested: OwnerRequest): Promise<Response> {
    const { account, password, from, proveCode } = proofOf(requested);
    const typed = { email: requested.form.field('email'), password };
    const { isDone } = await address.change(account, typed, from, proveCode);
    report('account_changed', { change: 'another address asked for', account: account.name });
    return seeOther(accountPath(isDone ? 'account' : 'verify'));
  }

  async function exportAll(requested: OwnerRequest): Promise<Response> {
    const { account, password, from, proveCode } = proofOf(requested);
    const everything = await own.readEverything(account, password, from, proveCode);
    report('account_changed', { change: 'copy handed out', account: account.name });
    return new Response(JSON.stringify(everything, null, 2), {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="muster-${account.name}.json"`,
        'cache-control': 'private, no-store',
      },
    });
  }

  async function remove(requested: OwnerRequest): Promise<Response> {
    const { account, password, from, proveCode } = proofOf(requested);
    await own.remove(account, password, from, proveCode);
    report('account_deleted');
    giveSession(context, { kind: 'none' }, requested.set);
    return leadToDone('deleted');
  }

  type Facts = Awaited<ReturnType<typeof gather>>;

  const forms = {
    password: [(_: OwnerRequest, facts: Facts) => renderPasswordPage(facts), changePassword],
    email: [
      ({ account: { email } }: OwnerRequest, facts: Facts) =>
        renderEmailPage({ ...facts, email, canMail: registration.canMail }),
      changeEmail,
    ],
    export: [(_: OwnerRequest, facts: Facts) => renderExportPage(facts), exportAll],
    delete: [
      ({ account: { name } }: OwnerRequest, facts: Facts) =>
        renderDeletePage({ ...facts, name, reservedDays: registration.rules.nameReservedDays }),
      remove,
    ],
  } as const;

  function showDone(requested: PageRequest) {
    const { params, next, visitor } = requested;
    const done = Object.entries(accountMessages.done).find(([name]) => name === params.what)?.[1];
    if (done === undefined) return seeOther(accountPath('account'));
    const isLoggedIn = visitor.kind === 'account';
    const links = [
      ...(isLoggedIn && next !== '/' ? [{ href: next, label: accountMessages.goOn }] : []),
      isLoggedIn
        ? toAccount(accountMessages.toAccount)
        : { href: loginPath(next), label: messages.logIn },
      toList(),
      ...(params.what === 'undone' ? [toForgot()] : []),
    ];
    const { title, text } = done;
    return showNotice(requested, { kind: 'success', title, texts: [text], links });
  }

  function showRules({ account, next, site }: OwnerRequest, state: FormState) {
    const version = agreement.findDue(account);
    if (version === undefined) return seeOther(next);
    const agreedAt = account.rulesAgreedAt ?? undefined;
    return renderRulesAgreementPage({ site: site(), next, version, agreedAt, state });
  }

  /** Nothing depends on the answer: whoever does not agree is asked again at the next login. */
  async function agree({ account, form, next }: OwnerRequest): Promise<Response> {
    await agreement.agree(account, readAgreedRules(form));
    report('account_changed', { change: 'rules agreed to', account: account.name });
    return seeOther(next);
  }

  return pageRoutes(context, [
    {
      path: accountPath('account'),
      who: 'owner',
      detail: describeOwnerPage({ operationId: 'getAcc', summary: 'Account page' }),
      get: showHome,
    },
    {
      path: `${accountPath('account')}done/:what`,
      who: 'visitor',
      query: ['next'],
      parameter: {
        schema: matching(new RegExp(`^(?:${Object.keys(accountMessages.done).join('|')})$`), {
          description: 'What was done.',
        }),
        otherwise: showDone,
      },
      get: showDone,
    },
    {
      path: accountPath('rules'),
      who: 'owner',
      query: ['next'],
      ...formPage({ show: showRules, submit: agree }),
    },
    ...(['password', 'email', 'export', 'delete'] as const).map((page) => {
      const [render, submit] = forms[page];
      return {
        path: accountPath(page),
        who: 'owner' as const,
        query: ['sent', 'wait'],
        ...formPage<OwnerRequest>({
          show: async (requested, state) => render(requested, await gather(requested, state)),
          submit,
          keep: ({ fields }) => (page === 'email' ? fields('email') : {}),
        }),
      };
    }),
  ]);
}
