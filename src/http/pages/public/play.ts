// The play URL that a heartbeat is answered with: the page of a server, and the ways onto it.

import { Elysia } from 'elysia';
import type { Visitor } from '../../../accounts/accounts.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { FoundServer } from '../../../servers/servers.ts';
import { parsePeriod } from '../../../views/server/history-plot.tsx';
import type { ShownHistory } from '../../../views/server/server-history.tsx';
import { renderServerPage, type ServerPage } from '../../../views/server/server-page.tsx';
import { findVisitor, type HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { describePage } from '../../openapi.ts';
import { HASH, type MismatchedRequest, pathParameter } from '../../path-parameter.ts';
import { giveSession } from '../../session.ts';
import { describeGame } from './game.ts';
import { answerServerGone } from './server-page.ts';
import { describeSite } from './site.ts';

const PLAY_PATH = '/server/play/';

/** Route of `/server/play/<hash>/`, for private servers too. */
export function playRoutes(context: HttpContext, clock: Clock) {
  const { servers } = context;

  async function readHistory({ url }: Request, hash: string): Promise<ShownHistory | undefined> {
    const period = parsePeriod(new URL(url, context.baseUrl).searchParams.get('period'));
    try {
      const samples = await servers.history.findCurve(hash, period);
      return samples === undefined ? undefined : { period, samples };
    } catch (error) {
      // The ways onto the server matter more than its history.
      context.events.partFailed('history', error);
      return undefined;
    }
  }

  async function show(request: Request, visitor: Visitor, hash: string): Promise<Response> {
    const found = servers.findServer(hash);
    if (found === undefined) return answerServerGone();
    const { listing, isPublic, relocation, claim } = found;
    const isOwn = visitor.kind === 'account' && claim?.accountId === visitor.account.id;
    const direct = describeDirectWay(found, visitor);
    const { way: game, policy } = describeGame(context, found, visitor);
    const site = describeSite(context, visitor, `${PLAY_PATH}${listing.hash}/`);
    const history = isPublic ? await readHistory(request, listing.hash) : undefined;
    const now = clock.now();
    const page = renderServerPage({
      ...{ site, listing, isPublic, relocation, claim, isOwn, now, history, direct, game },
    });
    return answerSitePage(page, 200, policy);
  }

  return new Elysia({ name: 'play' }).get(
    '/server/play/:hash',
    async ({ request, params, set }) => {
      const visitor = await findVisitor(context, request);
      const page = await show(request, visitor, params.hash.toLowerCase());
      giveSession(context, visitor, set);
      return page;
    },
    {
      ...pathParameter('hash', HASH, {
        async answerMismatch({ request, set }: MismatchedRequest) {
          giveSession(context, await findVisitor(context, request), set);
          return answerServerGone();
        },
      }),
      detail: describePage({
        summary: 'The page of a server',
      }),
    },
  );
}

/** The link of a verified player, which carries the way in; or why there is none (C11.1). */
function describeDirectWay(found: FoundServer, visitor: Visitor): ServerPage['direct'] {
  if (visitor.kind !== 'account') return 'not logged in';
  const { id, name, verifiedAt } = visitor.account;
  if (verifiedAt === null) return 'not verified';
  const { joinIp, joinPort } = found.listing;
  const key = found.mppassFor({ id, name, isVerified: true });
  return { link: `mc://${joinIp}:${joinPort}/${encodeURIComponent(name)}/${key}` };
}
