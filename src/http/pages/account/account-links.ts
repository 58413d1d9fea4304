// Routes for what is confirmed by email: addresses, by code or link, and a new password where the old one is forgotten.

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
import type { FormState } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import {
  formPage,
  type OwnerRequest,
  type PageRequest,
  pageRoutes,
  parseNextPath,
  withNext,
} from '../page.ts';
import { seeOther } from '../page-form.ts';
import {
  answerDeadLink,
  leadToDone,
  note,
  showNotice,
  toAccount,
  toForgot,
  tokenParameter,
  toList,
} from './account-answers.ts';

const { forgot, links } = accountMessages;
const SENT_PATH = `${accountPath('forgot')}sent/`;

/** Routes of `/acc/forgot/`, `/acc/forgot/sent/` and `/acc/reset/<token>/`. */
export function recoveryRoutes(context: HttpContext) {
  const { registration } = context;
  const { recovery } = registration;

  async function showForgot(requested: PageRequest, state: FormState) {
    const { site, sessionValue, form } = requested;
    const isFailed = state.problems.length > 0;
    if (!registration.canMail && !isFailed) {
      const notice = { title: forgot.title, texts: [forgot.closed], links: [toList()] };
      return showNotice(requested, { kind: 'information', ...notice });
    }
    const challenge = isFailed ? form.field('challenge') : undefined;
    const registrationCheck = await recovery.openForm(sessionValue, challenge);
    return renderForgotPage({ site: site(), state, registrationCheck });
  }

  async function requestReset({ request, sessionValue, form }: PageRequest): Promise<Response> {
    await recovery.request(form.field('who'), context.addressOf(request), {
      sessionValue,
      challenge: form.field('challenge'),
      proof: form.field('proof'),
    });
    return seeOther(SENT_PATH);
  }

  function showSent(requested: PageRequest): string {
    return showNotice(requested, {
      kind: 'information',
      title: forgot.sentTitle,
      texts: [forgot.sent, forgot.sentSlow],
      links: [{ ...toForgot(), label: forgot.again }],
    });
  }

  async function showReset(requested: PageRequest, state: FormState) {
    const { token = '' } = requested.params;
    const link = await recovery.findLink(token);
    if (link === undefined) return answerDead(requested);
    const path = accountPath('reset', token);
    return renderResetPage({ site: requested.site(), ...link, path, state });
  }

  async function reset(requested: PageRequest): Promise<Response> {
    const { token = '' } = requested.params;
    const done = await recovery.reset(token, requested.form.field('new_password'));
    if (done === undefined) return answerDead(requested);
    const { accountId: id, accountName: name } = done;
    await note(context, requested.request, { id, name }, 'password reset');
    return leadToDone('reset');
  }

  const answerDead = (requested: PageRequest) =>
    answerDeadLink(requested, links.deadReset, toForgot());

  return pageRoutes(context, [
    {
      path: accountPath('forgot'),
      who: 'visitor',
      ...formPage({ show: showForgot, submit: requestReset, keep: ({ fields }) => fields('who') }),
    },
    { path: SENT_PATH, who: 'visitor', get: showSent },
    {
      path: `${accountPath('reset')}:token`,
      who: 'visitor',
      parameter: tokenParameter(answerDead),
      ...formPage({ show: showReset, submit: reset }),
    },
  ]);
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
  const { registration, report } = context;
  const { address, rules } = registration;

  /** Leads on, by default, to where the registration came from. */
  async function show({ account, form, query, site }: OwnerRequest, state: FormState) {
    const described = await address.describe(account);
    const next = parseNextPath(form.field('next') || query.next || described.next);
    return renderVerifyPage({
      ...{ site: site(next), next, rules, state },
      isVerified: account.verifiedAt !== null,
      address: described,
      canMail: registration.canMail,
      now: clock.now(),
    });
  }

  async function submit({ account, form, next, request }: OwnerRequest): Promise<Response> {
    const kind = form.field('act');
    if (kind === 'again') {
      await address.sendAgain(account);
      report('account_changed', { change: 'email asked for again', account: account.name });
    } else if (kind === 'correct') {
      await address.correct(account, form.field('email'));
      report('account_changed', { change: 'address corrected', account: account.name });
    } else {
      await address.confirmByCode(account, form.field('code'));
      const isFirst = account.emailConfirmedAt === null;
      await note(context, request, account, isFirst ? 'address verified' : 'address changed');
      if (next !== '/') return seeOther(next);
    }
    return seeOther(withNext(accountPath('verify'), next));
  }

  return pageRoutes(context, [
    {
      path: accountPath('verify'),
      who: 'owner',
      query: ['next'],
      ...formPage({
        ...{ show, submit },
        keep: ({ field, fields }) => (field('act') === 'correct' ? fields('email') : {}),
      }),
    },
    ...LINKS.map(({ page, purpose, done, event }) => {
      const hint = purpose === 'undo address' ? links.deadUndo : links.deadVerify;
      const answerDead = (requested: PageRequest) =>
        answerDeadLink(requested, hint, toAccount(accountMessages.home.title));
      return {
        path: `${accountPath(page)}:token`,
        who: 'visitor' as const,
        parameter: tokenParameter(answerDead),
        async get(requested: PageRequest) {
          const { token = '' } = requested.params;
          const link = await address.findLink(purpose, token);
          if (link === undefined) return answerDead(requested);
          const path = accountPath(page, token);
          return renderLinkPage({ site: requested.site(), purpose, link, path });
        },
        async post(requested: PageRequest) {
          const { request, params, visitor } = requested;
          const link = await address.followLink(purpose, params.token ?? '');
          if (link === undefined) return answerDead(requested);
          const { accountId: id, accountName: name } = link;
          await note(context, request, { id, name }, event);
          const isOwn = visitor.kind === 'account' && visitor.account.id === id;
          const next = parseNextPath(link.next);
          return isOwn && next !== '/' ? seeOther(next) : leadToDone(done, next);
        },
      };
    }),
  ]);
}
