// The play URL that a heartbeat is answered with: the page of a server, and the ways onto it.

import type { Visitor } from '../../../accounts/accounts.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { FoundServer } from '../../../servers/servers.ts';
import { type Period, parsePeriod } from '../../../views/server/history-plot.tsx';
import { renderServerPage, type ServerPage } from '../../../views/server/server-page.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { describePage, SESSION_OPTIONAL } from '../../openapi.ts';
import { type PageRequest, pageRoutes, readPart } from '../page.ts';
import { describeGame } from './game.ts';
import { answerServerGone, serverParameter } from './server-page.ts';

/** Route of `/server/play/<hash>/`, for private servers too. */
export function playRoutes(context: HttpContext, clock: Clock) {
  const { servers } = context;

  async function readHistory(hash: string, period: Period) {
    const samples = await readPart(context, 'history', () =>
      servers.history.findCurve(hash, period),
    );
    return samples && { period, samples };
  }

  async function show({ request, params, query, visitor, site }: PageRequest): Promise<Response> {
    const { hash = '' } = params;
    const found = servers.findServer(hash);
    if (found === undefined) return answerServerGone(context, { request, visitor }, hash);
    const { listing, isPublic, relocation, claim } = found;
    const isOwn = visitor.kind === 'account' && claim?.accountId === visitor.account.id;
    const { way: game, policy } = describeGame(context, found, visitor);
    const period = parsePeriod(query.period ?? null);
    const page = renderServerPage({
      ...{ listing, isPublic, relocation, claim, isOwn, game },
      site: site(`/server/play/${listing.hash}/`),
      direct: describeDirectWay(found, visitor),
      history: isPublic ? await readHistory(listing.hash, period) : undefined,
      now: clock.now(),
    });
    // With an account it has the mppass.
    return answerSitePage(page, 200, policy, visitor.kind === 'account');
  }

  return pageRoutes(context, [
    {
      path: '/server/play/:hash',
      who: 'visitor',
      query: ['period'],
      parameter: serverParameter(context),
      detail: {
        ...describePage({ summary: 'The page of a server' }, 404),
        ...SESSION_OPTIONAL,
      },
      get: show,
    },
  ]);
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
