// "Play and add your server": how players and operators come in, and the heartbeats from the visitor's own address.

import { Elysia } from 'elysia';
import type { Clock } from '../../../lib/clock.ts';
import { computeServerHash } from '../../../servers/servers.ts';
import { START_PATH } from '../../../views/layout.tsx';
import { renderStartPage } from '../../../views/start/start-page.tsx';
import type { HttpContext } from '../../context.ts';
import { findVisitor } from '../../cookies.ts';
import { answerSitePage } from '../../html.ts';
import { describePage } from '../../openapi.ts';
import { type CookieJar, giveSession } from '../../session.ts';
import { findPlayable } from './game.ts';
import { describeSite } from './site.ts';

/** Route of `/start/`. */
export function startRoutes(context: HttpContext, clock: Clock) {
  async function show({ request, set }: { request: Request; set: CookieJar }): Promise<Response> {
    const visitor = await findVisitor(context, request);
    const ip = context.addressOf(request);
    const page = renderStartPage({
      site: describeSite(context, visitor, START_PATH),
      launcherUrl: context.launcherUrl,
      hasWebClient: findPlayable(context) !== undefined,
      ip,
      report: context.servers.operatorReports.reportOn(ip),
      hashOf: (port) => computeServerHash(ip, Number(port)),
      now: clock.now(),
    });
    giveSession(context, visitor, set);
    return answerSitePage(page);
  }

  return new Elysia({ name: 'start' }).get(START_PATH.slice(0, -1), show, {
    detail: describePage({
      operationId: 'getStart',
      summary:
        'How to play and how to add a server, with heartbeats from the visitor’s own address',
    }),
  });
}
