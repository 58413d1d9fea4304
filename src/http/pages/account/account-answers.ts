// What the routes of account pages share: sessions after a form, notes for the logs, and pages with one message.

import type { Account, AccountEvent } from '../../../accounts/accounts.ts';
import { accountMessages, messages } from '../../../messages/messages.ts';
import { accountPath } from '../../../messages/paths.ts';
import { renderNoticePage } from '../../../views/account/account-parts.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { TOKEN } from '../../parameters.ts';
import { describeBrowser, giveLogin } from '../../session.ts';
import { loginPath, type PageRequest, withNext } from '../page.ts';
import { type PageForm, seeOther } from '../page-form.ts';

export const toList = () => ({ href: '/', label: messages.failure.toTheList });
export const toAccount = (label: string) => ({ href: accountPath('account'), label });
export const toForgot = () => ({
  href: accountPath('forgot'),
  label: accountMessages.forgot.title,
});

/** Logs the visitor in to an account that was just made, or whose password was just set. */
export async function enter(
  context: HttpContext,
  account: Account,
  { request, visitor, set }: PageRequest,
): Promise<void> {
  const caller = describeBrowser(context, request);
  const entered = await context.accounts.startSession(visitor, account, caller);
  if (entered !== undefined) giveLogin(context, entered, set);
}

/** Notes what an owner did, in the service's log and in the account's own. */
export async function note(
  context: HttpContext,
  request: Request,
  { id, name }: Pick<Account, 'id' | 'name'>,
  event: AccountEvent,
): Promise<void> {
  context.report('account_changed', { change: event, account: name });
  await context.accounts.noteEvent(id, event, describeBrowser(context, request));
}

/**
 * Completes a login on a page and goes on to where that leads; an account that is not verified first sees
 * what it lacks, and one whose owner has not agreed to the present rules is asked to.
 */
export function completeLoginOnPage(
  context: HttpContext,
  entered: Parameters<typeof giveLogin>[1],
  { next, set }: PageRequest,
): Response {
  giveLogin(context, entered, set);
  const { account } = entered;
  if (account.verifiedAt === null) return seeOther(loginPath(next));
  const areRulesDue = context.registration.agreement.findDue(account) !== undefined;
  return seeOther(areRulesDue ? withNext(accountPath('rules'), next) : next);
}

export function showNotice(
  { site }: PageRequest,
  notice: Omit<Parameters<typeof renderNoticePage>[0], 'site'>,
): string {
  return renderNoticePage({ site: site(), ...notice });
}

export function answerDeadLink(
  requested: PageRequest,
  hint: string,
  link: { href: string; label: string },
): Response {
  const { deadTitle: title, dead } = accountMessages.links;
  const notice = { kind: 'warning', title, texts: [dead, hint], links: [link] } as const;
  return answerSitePage(showNotice(requested, notice), 410);
}

/** The parameter `:token` of the page behind a link; what is no token is a link that does nothing. */
export const tokenParameter = (otherwise: (requested: PageRequest) => Response) => ({
  schema: TOKEN,
  otherwise,
});

/** Redirects to the page that says what was done, and leads on to `next`. */
export function leadToDone(what: keyof typeof accountMessages.done, next = '/'): Response {
  return seeOther(withNext(`${accountPath('account')}done/${what}/`, next));
}

/** The version of the rules that a form agrees to; empty without a tick. */
export function readAgreedRules(form: PageForm): string {
  return form.field('agree') === 'yes' ? form.field('rules') : '';
}
