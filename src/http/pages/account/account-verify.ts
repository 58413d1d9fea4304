// The routes on which addresses are confirmed: by code, by link, again, and put right.

import { Elysia } from 'elysia';
import type { Account, AccountEvent, Visitor } from '../../../accounts/accounts.ts';
import type { AddressLink, LinkPurpose } from '../../../accounts/registration.ts';
import { type AccountPage, accountPath } from '../../../lib/account-paths.ts';
import type { Clock } from '../../../lib/clock.ts';
import { accountMessages } from '../../../messages/messages.ts';
import { renderLinkPage } from '../../../views/account/account-recovery-pages.tsx';
import { renderVerifyPage } from '../../../views/account/account-verify-page.tsx';
import type { FormState } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import { findVisitor } from '../../cookies.ts';
import { answerSitePage } from '../../html.ts';
import { type MismatchedRequest, pathParameter, TOKEN } from '../../path-parameter.ts';
import { queryParameters } from '../../query-parameters.ts';
import { openSession } from '../../session.ts';
import { answerForm } from '../form-failures.ts';
import { parseNextPath, withNext } from '../public/next-path.ts';
import { forOwner, forPageForm } from '../public/owner-only.ts';
import { type PageForm, readPageForm, seeOther } from '../public/page-form.ts';
import type { AccountVisitor } from '../public/require-account.ts';
import { describeSite } from '../public/site.ts';
import { answerDeadLink, leadToDone, note } from './account-answers.ts';

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
