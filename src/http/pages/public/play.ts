// The play URL that a heartbeat is answered with: the page of a server, and the ways onto it.

import { Elysia } from 'elysia';
import type { Visitor } from '../../../accounts/accounts.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { FoundServer } from '../../../servers/servers.ts';
import { type Period, parsePeriod } from '../../../views/server/history-plot.tsx';
import type { ShownHistory } from '../../../views/server/server-page.tsx';
import { renderServerPage, type ServerPage } from '../../../views/server/server-page.tsx';
import type { HttpContext } from '../../context.ts';
import { findVisitor } from '../../cookies.ts';
import { answerSitePage } from '../../html.ts';
import { alsoAnswers, describePage, SESSION_OPTIONAL } from '../../openapi.ts';
import { hashParameter, queryParameters } from '../../parameters.ts';
import { giveSession } from '../../session.ts';
import { describeGame } from './game.ts';
import { answerServerGone } from './server-page.ts';
import { describeSite } from './site.ts';

const PLAY_PATH = '/server/play/';

/** Route of `/server/play/<hash>/`, for private servers too. */
export function playRoutes(context: HttpContext, clock: Clock) {
  const { servers } = context;

  async function readHistory(hash: string, period: Period): Promise<ShownHistory | undefined> {
    try {
      const samples = await servers.history.findCurve(hash, period);
      return samples === undefined ? undefined : { period, samples };
    } catch (error) {
      // The ways onto the server matter more than its history.
      context.events.partFailed('history', error);
      return undefined;
    }
  }

  async function show(
    request: Request,
    visitor: Visitor,
    hash: string,
    period: Period,
  ): Promise<Response> {
    const found = servers.findServer(hash);
    if (found === undefined) return answerServerGone(context, request, { visitor, hash });
    const { listing, isPublic, relocation, claim } = found;
    const isOwn = visitor.kind === 'account' && claim?.accountId === visitor.account.id;
    const direct = describeDirectWay(found, visitor);
    const { way: game, policy } = describeGame(context, found, visitor);
    const site = describeSite(context, visitor, `${PLAY_PATH}${listing.hash}/`);
    const history = isPublic ? await readHistory(listing.hash, period) : undefined;
    const now = clock.now();
    const page = renderServerPage({
      ...{ site, listing, isPublic, relocation, claim, isOwn, now, history, direct, game },
    });
    // With an account it has the mppass.
    return answerSitePage(page, 200, policy, visitor.kind === 'account');
  }

  const period = queryParameters('period');
  const parameter = hashParameter(async ({ request, set }) => {
    giveSession(context, await findVisitor(context, request), set);
    return answerServerGone(context, request);
  });
  return new Elysia({ name: 'play' }).get(
    '/server/play/:hash',
    async ({ request, params, query, set }) => {
      const visitor = await findVisitor(context, request);
      const period = parsePeriod(query.period ?? null);
      const page = await show(request, visitor, params.hash, period);
      giveSession(context, visitor, set);
      return page;
    },
    {
      ...parameter,
      ...period,
      transform: [parameter.transform, period.transform],
      detail: {
        ...describePage({
          summary: 'The page of a server',
        }),
        ...alsoAnswers(404),
        ...SESSION_OPTIONAL,
      },
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
