// What the pages about one server share: finding the server in the path, the page if it is gone, notices, and links.
/** @jsxImportSource preact */

import { waysOn } from '../../platform/http/errors.ts';
import { answerPage } from '../../platform/http/html.ts';
import type { OwnerRequest, PageRequest } from '../../platform/http/page.ts';
import { HASH } from '../../platform/http/parameters.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { endMinute } from '../../platform/lib/moment.ts';
import { asStaff } from '../../platform/lib/roles.ts';
import { formats, labels } from '../../platform/messages/messages.ts';
import { Notice } from '../../platform/views/forms.tsx';
import { LinkLine, type Site } from '../../platform/views/layout.tsx';
import { serverAdminPath } from '../../platform/views/staff-paths.ts';
import type { FoundServer } from '../registry/index.ts';
import { bannedMessages, goneMessages, serverMessages } from '../registry/messages.ts';
import { operatorMessages } from './messages.ts';

/** The ports of pages about one server. */
export interface ServerPagePorts {
  servers: {
    findServer(hash: string): Pick<FoundServer, 'listing'> | undefined;
    /** Finds the reason why a server is not live. */
    findAbsent(
      hash: string,
    ): Promise<{ ban: { reason: string; expiresAt: number | null } | undefined }>;
    claims: { mayEdit(accountId: number, hash: string): Promise<boolean> };
  };
}

/** The path's hash in lower case, and the server's name without colour codes; empty while the server is not live. */
export function serverOf({ servers }: ServerPagePorts, { params: { hash = '' } }: OwnerRequest) {
  return { hash, name: stripColourCodes(servers.findServer(hash)?.listing.name ?? '') };
}

/** The parameter `:hash` of a page. Text that is not a hash finds no server. */
export const serverParameter = (context: ServerPagePorts) => ({
  schema: HASH,
  read: (raw: string) => raw.toLowerCase(),
  otherwise: (requested: PageRequest) => answerServerGone(context, requested, undefined),
});

/** Answers for a server that is not live and has no history to show. `hash` is the one in the path. */
export async function answerServerGone(
  { servers }: ServerPagePorts,
  { request, account }: Pick<PageRequest, 'request' | 'account'>,
  hash: string | undefined,
): Promise<Response> {
  const banned = bannedMessages;
  const gone = goneMessages;
  const answer = (title: string, paragraphs: string[], links = waysOn()) =>
    answerPage(request, 404, { title, paragraphs, links });
  const ban = hash === undefined ? undefined : (await servers.findAbsent(hash)).ban;
  if (hash === undefined || ban === undefined) {
    return answer(gone.title, [gone.why, gone.comeback]);
  }
  const isOwn = account !== undefined && (await servers.claims.mayEdit(account.id, hash));
  // Only who manages it and moderators can read the reason.
  const { reason, expiresAt } = ban;
  const until = expiresAt === null ? null : formats.formatMomentLong(endMinute(expiresAt));
  if (account !== undefined && asStaff(account.role) !== undefined) {
    const toModeration = { href: serverAdminPath(hash), label: operatorMessages.ways.moderate };
    const paragraphs = [banned.forStaff(until, reason), banned.refused];
    return answer(banned.staffTitle, paragraphs, [toModeration, ...waysOn()]);
  }
  const paragraphs = isOwn ? [banned.yours(until, reason), banned.yoursNext] : [banned.why];
  return answer(banned.title, paragraphs);
}

export function Unverified({ site }: { site: Site }) {
  return (
    <Notice kind="warning" title={labels.accountNotVerified}>
      <p>{operatorMessages.unverified}</p>
      <LinkLine look="button quiet" href={site.verifyPath} label={serverMessages.verify} />
    </Notice>
  );
}

export function ToServer({ hash }: { hash: string }) {
  return <LinkLine href={`/server/play/${hash}/`} label={operatorMessages.toServer} />;
}
