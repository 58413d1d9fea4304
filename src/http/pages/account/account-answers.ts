// What the routes of account pages share: sessions for forms, refusals as answers, pages that tell one thing.

import type { Account, AccountEvent, Visitor } from '../../../accounts/accounts.ts';
import type { Refusal } from '../../../accounts/registration.ts';
import { accountPath } from '../../../lib/account-paths.ts';
import { renderNoticePage } from '../../../views/account/account-parts.tsx';
import type { FormState } from '../../../views/forms.tsx';
import { accountMessages } from '../../../views/messages/account.ts';
import { describeBrowser } from '../../caller.ts';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { pathOf } from '../../path.ts';
import { type CookieJar, giveLogin } from '../../session.ts';
import { seeOther } from '../public/page-form.ts';
import { describeSite } from '../public/site.ts';

/** Longest text that is shown again in its field. */
const KEPT_LENGTH = 254;

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
  if (entered !== undefined) giveLogin(context, { ...entered, account }, set);
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

/** The form again with what is wrong, and the texts that were typed into the named fields. */
export async function answerRefused(
  refusals: readonly Refusal[],
  values: Readonly<Record<string, string>>,
  render: (state: FormState) => string | Promise<string>,
): Promise<Response> {
  const kept = Object.entries(values).map(([name, value]) => [name, value.slice(0, KEPT_LENGTH)]);
  const problems = refusals.map(({ field, message }) =>
    field === undefined ? { message } : { field, message },
  );
  const waitMs = Math.max(0, ...refusals.map(({ retryInMs = 0 }) => retryInMs));
  const state = { values: Object.fromEntries(kept), problems };
  const statusOfWait = refusals.some(({ isBusy }) => isBusy) ? 503 : 429;
  const answer = answerSitePage(await render(state), waitMs > 0 ? statusOfWait : 400);
  if (waitMs > 0) answer.headers.set('retry-after', `${Math.ceil(waitMs / 1_000)}`);
  return answer;
}

/** A page that tells one thing. */
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

/** A link of a letter that does nothing any more. */
export function answerDeadLink(
  context: HttpContext,
  visitor: Visitor,
  hint: string,
  link: { href: string; label: string },
): Response {
  const { deadTitle: title, dead } = accountMessages.links;
  return answerNotice(
    context,
    visitor,
    { kind: 'warning', title, texts: [dead, hint], links: [link] },
    410,
  );
}

/** The last part of the path: a token, as it stands there. */
export function tokenOf(request: Request): string {
  return pathOf(request).replace(/\/$/, '').split('/').at(-1) ?? '';
}

/** Leads to the page that tells what was done. */
export function leadToDone(what: keyof typeof accountMessages.done): Response {
  return seeOther(`${accountPath('account')}done/${what}/`);
}
