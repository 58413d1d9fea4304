// What the pages about one server share: the account that sees the page, and the server that it is about.

import type { Account, Visitor } from '../../../accounts/accounts.ts';
import { stripColourCodes } from '../../../lib/colour-codes.ts';
import { endMinute } from '../../../lib/moment.ts';
import { formats, messages } from '../../../messages/messages.ts';
import type { HttpContext } from '../../context.ts';
import { findVisitor } from '../../cookies.ts';
import { waysOn } from '../../errors.ts';
import { answerPage } from '../../html.ts';
import { hashParameter } from '../../parameters.ts';
import { type PageForm, readPageForm } from './page-form.ts';
import { requireAccount } from './require-account.ts';

/** A logged-in account on the page of a server. */
export interface AtServer {
  request: Request;
  visitor: Visitor;
  account: Account;
  isVerified: boolean;
  /** As the path names it, in lower case. */
  hash: string;
  /** Without colour codes; empty while the server is not live. */
  name: string;
}

/** The parameter of the pages about one server; without a hash there is no server, whoever sees that. */
export function serverParameter(context: HttpContext) {
  return hashParameter(async ({ request }) => {
    if (request.method === 'POST') await readPageForm(request, context);
    const logged = requireAccount(await findVisitor(context, request), request);
    return logged instanceof Response ? logged : answerServerGone(context, request);
  });
}

interface ServerRequest {
  request: Request;
  params: { hash: string };
  query: Readonly<Partial<Record<string, string>>>;
}

type Answer<Given> = (at: AtServer, given: Given) => Response | Promise<Response>;

/** A handler of the page of a server, for those who are logged in; all others are led to the login page. */
export function forServerPage(context: HttpContext, answer: Answer<ServerRequest['query']>) {
  return async ({ request, params, query }: ServerRequest): Promise<Response> => {
    const visitor = await findVisitor(context, request);
    const logged = requireAccount(visitor, request);
    if (logged instanceof Response) return logged;
    const { account } = logged;
    const found = context.servers.findServer(params.hash);
    const name = found === undefined ? '' : stripColourCodes(found.listing.name);
    const isVerified = account.verifiedAt !== null;
    return answer({ request, visitor, account, isVerified, hash: params.hash, name }, query);
  };
}

/** The same for a form on such a page. */
export function forServerForm(context: HttpContext, action: Answer<PageForm>) {
  return async ({ request, params, query }: ServerRequest): Promise<Response> => {
    const form = await readPageForm(request, context);
    return forServerPage(context, (at) => action(at, form))({ request, params, query });
  };
}

/** The page for a server that is not live. `at` is where the path named one, and who reads it. */
export function answerServerGone(
  { servers }: HttpContext,
  request: Request,
  at?: Pick<AtServer, 'hash'> & { visitor: Visitor },
): Response {
  const { gone, banned } = messages;
  const answer = (title: string, paragraphs: string[]) =>
    answerPage(request, 404, { title, paragraphs, links: waysOn() });
  const ban = at && servers.findServerBan(at.hash);
  if (at === undefined || ban === undefined) return answer(gone.title, [gone.why, gone.comeback]);
  const { visitor, hash } = at;
  const isOwn =
    visitor.kind === 'account' && servers.claims.findClaim(hash)?.accountId === visitor.account.id;
  // Only its owner reads the reason.
  const { reason, expiresAt } = ban;
  const until = expiresAt === null ? null : formats.formatMomentLong(endMinute(expiresAt));
  const paragraphs = isOwn ? [banned.yours(until, reason), banned.yoursNext] : [banned.why];
  return answer(banned.title, paragraphs);
}
