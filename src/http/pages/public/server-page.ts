// What the pages about one server share: the account that sees the page, and the server that it is about.

import type { Account, Visitor } from '../../../accounts/accounts.ts';
import { stripColourCodes } from '../../../lib/colour-codes.ts';
import { parseServerHash } from '../../../servers/servers.ts';
import { messages } from '../../../views/messages.ts';
import { findVisitor, type HttpContext } from '../../context.ts';
import { answerPage } from '../../html.ts';
import { pathOf } from '../../path.ts';
import { requireAccount } from './require-account.ts';

/** A logged-in account on the page of a server. */
export interface AtServer {
  visitor: Visitor;
  account: Account;
  isVerified: boolean;
  /** As the path names it, in lower case. */
  hash: string;
  /** Without colour codes; empty while the server is not live. */
  name: string;
}

/** The account and the server that `prefix<hash>/` is about; otherwise the answer: to the login page, or 404. */
export async function findAtServer(
  context: HttpContext,
  request: Request,
  prefix: string,
): Promise<AtServer | Response> {
  const visitor = await findVisitor(context, request);
  const logged = requireAccount(visitor, request);
  if (logged instanceof Response) return logged;
  const hash = parseServerHash(pathOf(request).slice(prefix.length).replace(/\/$/, ''));
  if (hash === undefined) return answerServerGone();
  const found = context.servers.findServer(hash);
  return {
    visitor,
    account: logged.account,
    isVerified: logged.account.verifiedAt !== null,
    hash,
    name: found === undefined ? '' : stripColourCodes(found.listing.name),
  };
}

/** The page for a server that is not live. */
export function answerServerGone(): Response {
  return answerPage(404, {
    title: messages.gone.title,
    paragraphs: [messages.gone.why, messages.gone.comeback],
    link: { href: '/', label: messages.failure.toTheList },
  });
}
