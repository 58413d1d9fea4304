// What the pages about one server share: whose page it is, which server, and what was refused.

import type { Account, Visitor } from '../../../accounts/accounts.ts';
import { stripColourCodes } from '../../../lib/colour-codes.ts';
import { Failure } from '../../../lib/failure.ts';
import { parseServerHash } from '../../../servers/servers.ts';
import type { FormProblem } from '../../../views/forms.tsx';
import { messages } from '../../../views/messages.ts';
import { findVisitor, type HttpContext } from '../../context.ts';
import { statusOf } from '../../errors.ts';
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

/** What was refused, for a form to tell, with the status that says so. */
export interface Refusal {
  status: number;
  problems: readonly FormProblem[];
}

/** Does what a form asks for; a refusal that is meant for people is told by the form, at `field` if any. */
export async function tryForm(
  action: () => Promise<readonly FormProblem[]>,
  field?: string,
): Promise<Refusal | undefined> {
  try {
    const problems = await action();
    return problems.length > 0 ? { status: 400, problems } : undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { kind, message } = error;
    const isOfField = field !== undefined && (kind === 'invalid' || kind === 'conflict');
    const problem = isOfField ? { field, message } : { message };
    return { status: statusOf(kind), problems: [problem] };
  }
}
