// What the routes of account pages share: sessions after a form, notes for the logs, and pages with one message.

import type { Account, AccountEvent, Visitor } from '../../../accounts/accounts.ts';
import { accountMessages } from '../../../messages/messages.ts';
import { accountPath } from '../../../messages/paths.ts';
import { renderNoticePage } from '../../../views/account/account-parts.tsx';
import type { HttpContext } from '../../context.ts';
import { findVisitor } from '../../cookies.ts';
import { answerSitePage } from '../../html.ts';
import {
  type AnswerMismatch,
  type MismatchedRequest,
  pathParameter,
  TOKEN,
} from '../../parameters.ts';
import { type CookieJar, describeBrowser, giveLogin, openSession } from '../../session.ts';
import { type PageForm, readPageForm, seeOther } from '../public/page-form.ts';
import { loginPath, withNext } from '../public/require-account.ts';
import { describeSite } from '../public/site.ts';

/** Logs the visitor in to an account that was just made, or whose password was just set. */
export async function enter(
  context: HttpContext,
  visitor: Visitor,
  account: Account,
  request: Request,
  set: CookieJar,
): Promise<void> {
  const caller = describeBrowser(context, request);
  const entered = await context.accounts.startSession(visitor, account, caller);
  if (entered !== undefined) giveLogin(context, entered, set);
}

/** Notes what an owner did, in the service's log and in the account's own. */
export async function note(
  { accounts, events, addressOf }: HttpContext,
  request: Request,
  { id, name }: Pick<Account, 'id' | 'name'>,
  event: AccountEvent,
): Promise<void> {
  events.accountChanged(event, name);
  await accounts.noteEvent(id, event, describeBrowser({ addressOf }, request));
}

/**
 * Completes a login on a page and goes on to `next`; an account that is not verified first sees what it
 * lacks, and one whose owner has not agreed to the present rules is asked to.
 */
export function completeLoginOnPage(
  context: Pick<HttpContext, 'baseUrl' | 'events' | 'registration'>,
  entered: Parameters<typeof giveLogin>[1],
  next: string,
  set: CookieJar,
): Response {
  giveLogin(context, entered, set);
  const { account } = entered;
  if (account.verifiedAt === null) return seeOther(loginPath(next));
  const areRulesDue = context.registration.agreement.findDue(account) !== undefined;
  return seeOther(areRulesDue ? withNext(accountPath('rules'), next) : next);
}

/** A page with one message. */
export function answerNotice(
  context: HttpContext,
  visitor: Visitor,
  notice: Omit<Parameters<typeof renderNoticePage>[0], 'site'>,
  status = 200,
): Response {
  return answerSitePage(
    renderNoticePage({ site: describeSite(context, visitor), ...notice }),
    status,
  );
}

/** A visitor who opened a page, with the frame for them and the session that they have or get. */
export async function openPage(context: HttpContext, { request, set }: MismatchedRequest) {
  const visitor = await findVisitor(context, request);
  const sessionValue = openSession(context, visitor, set);
  return { visitor, sessionValue, site: describeSite(context, visitor) };
}

/** The page for the link of an email that does nothing any more. */
export async function answerDeadLink(
  context: HttpContext,
  requested: MismatchedRequest,
  hint: string,
  link: { href: string; label: string },
): Promise<Response> {
  const { visitor } = await openPage(context, requested);
  const { deadTitle: title, dead } = accountMessages.links;
  const notice = { kind: 'warning', title, texts: [dead, hint], links: [link] } as const;
  return answerNotice(context, visitor, notice, 410);
}

/** A request for the page behind a link. */
export interface LinkRequest extends MismatchedRequest {
  params: { token: string };
}

/** The parameter `:token` of the page behind a link; what is no token is a link that does nothing. */
export function tokenParameter(context: HttpContext, answerDead: AnswerMismatch) {
  return pathParameter('token', TOKEN, {
    async answerMismatch(requested) {
      if (requested.request.method === 'POST') await readPageForm(requested.request, context);
      return answerDead(requested);
    },
  });
}

/** Redirects to the page that says what was done, and leads on to `next`. */
export function leadToDone(what: keyof typeof accountMessages.done, next = '/'): Response {
  return seeOther(withNext(`${accountPath('account')}done/${what}/`, next));
}

/** The version of the rules that a form agrees to; empty without a tick. */
export function readAgreedRules(form: PageForm): string {
  return form.field('agree') === 'yes' ? form.field('rules') : '';
}
