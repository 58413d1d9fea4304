// Creates all routes in their order.

import type { AnyElysia } from 'elysia';
import { playerRoutes } from '../modules/account/players-api.ts';
import {
  accountListRoutes,
  accountRoutes,
  newAccountRoutes,
} from '../modules/administration/accounts-page.tsx';
import { claimRoutes, publicAddressRoutes } from '../modules/claims/claim-page.tsx';
import { mailRoutes } from '../modules/email/mail-page.tsx';
import { cardRoutes } from '../modules/embed/cards-page.ts';
import { embedRoutes } from '../modules/embed/embed-page.ts';
import { favouriteRoutes } from '../modules/favourites/favourites-page.tsx';
import { createHeartbeatHandler } from '../modules/heartbeat/heartbeat-api.ts';
import { heartbeatRoutes } from '../modules/heartbeat/heartbeat-routes-api.ts';
import { historyRoutes } from '../modules/history/history-api.ts';
import { createListAnswer } from '../modules/list/list-api.ts';
import { listPageRoutes } from '../modules/list/list-page.ts';
import { rankingRoutes } from '../modules/list/ranking-page.ts';
import { searchRoutes } from '../modules/list/search-api.ts';
import { findTypedLookup, serverRoutes } from '../modules/list/server-api.ts';
import { loginRoutes } from '../modules/login/login-api.ts';
import { loginPageRoutes } from '../modules/login/login-page.tsx';
import { banRoutes, filterRoutes, tagRoutes } from '../modules/moderation/bans-page.tsx';
import { reportRoutes } from '../modules/moderation/report-page.tsx';
import { reportRoutes as reportAdminRoutes } from '../modules/moderation/reports-page.tsx';
import { serverRoutes as serverAdminRoutes } from '../modules/moderation/server-page.tsx';
import { serverListRoutes } from '../modules/moderation/servers-page.tsx';
import { auditRoutes, doctorRoutes, overviewRoutes } from '../modules/overview/overview-page.tsx';
import { claimedServerRoutes } from '../modules/own-server/own-server-page.tsx';
import { accountHomeRoutes } from '../modules/profile/account-page.tsx';
import { recoveryRoutes, verifyRoutes } from '../modules/profile/links-page.tsx';
import { switchRoutes } from '../modules/profile/switches-page.ts';
import { pushScript } from '../modules/rallies/rally-section.tsx';
import { registerRoutes } from '../modules/registration/register-page.tsx';
import { describedRelay, RELAY_PATH } from '../modules/relay/relay-api.ts';
import { playRoutes } from '../modules/server-page/play-page.tsx';
import { apiDocsRoutes, documentRoutes } from '../modules/site/documents-page.tsx';
import { noticeAdminRoutes, siteAdminRoutes } from '../modules/site/site-page.tsx';
import { wellKnownRoutes } from '../modules/site/well-known-page.ts';
import { helpRoutes } from '../modules/start/help-page.tsx';
import { startRoutes } from '../modules/start/start-page.tsx';
import { siteRoutes } from '../modules/statistics/statistics-api.ts';
import { statisticsPageRoutes } from '../modules/statistics/statistics-page.tsx';
import { securityRoutes } from '../modules/two-factor/security-page.tsx';
import { gameScript } from '../modules/web-client/game-section.tsx';
import { staticRoutes } from '../modules/web-client/static-page.ts';
import { webhookRoutes } from '../modules/webhooks/webhooks-page.tsx';
import { assetRoutes } from '../platform/http/assets.ts';
import { pageRoutes } from '../platform/http/page.ts';
import { createRouter, type KnownRoutes } from '../platform/http/router.ts';
import type { Clock } from '../platform/lib/clock.ts';
import type { HttpContext } from './context.ts';
import { FAST_PATHS } from './http-server.ts';

export type Http = Awaited<ReturnType<typeof createHttp>>;

export async function createHttp(context: HttpContext, clock: Clock) {
  await context.loadParts(context, clock);
  return createRouter({
    baseUrl: context.baseUrl,
    report: context.report,
    fastPaths: FAST_PATHS,
    listRoutes: (known) => listRoutes(context, clock, known),
    described: { [RELAY_PATH]: { get: describedRelay } },
    respell: findTypedLookup,
  });
}

function listRoutes(
  context: HttpContext,
  clock: Clock,
  { findMethods, describeApi }: KnownRoutes,
): readonly AnyElysia[] {
  return [
    serverRoutes(context, createListAnswer(context), clock),
    heartbeatRoutes(createHeartbeatHandler(context), context.baseUrl),
    loginRoutes(context),
    playerRoutes(context),
    historyRoutes(context, clock),
    searchRoutes(context, clock),
    siteRoutes(context),
    assetRoutes({
      ...context,
      scripts: [gameScript, ...(context.parts.scripts ?? [])],
      worker: pushScript,
    }),
    staticRoutes(context),
    wellKnownRoutes(context),
    listPageRoutes(context, clock),
    playRoutes(context, clock),
    favouriteRoutes(context),
    claimRoutes(context),
    claimedServerRoutes(context, clock),
    publicAddressRoutes(context),
    reportRoutes(context),
    loginPageRoutes(context, clock),
    securityRoutes(context, clock),
    registerRoutes(context),
    verifyRoutes(context, clock),
    recoveryRoutes(context),
    accountHomeRoutes(context, clock),
    ...(context.parts.routes ?? []),
    helpRoutes(context, clock),
    startRoutes(context, clock),
    statisticsPageRoutes(context),
    documentRoutes(context),
    rankingRoutes(context),
    embedRoutes(context),
    cardRoutes(context, clock),
    apiDocsRoutes(context, describeApi),
    pageRoutes(context, listAdminRoutes(context)),
    switchRoutes(context, (path) => findMethods(path).includes('GET')),
  ];
}

/** Every route of administration, in the order of its navigation within each group. */
export const listAdminRoutes = (context: HttpContext) =>
  [
    ...[overviewRoutes, accountListRoutes, newAccountRoutes, accountRoutes, serverListRoutes],
    ...[serverAdminRoutes, reportAdminRoutes, banRoutes, filterRoutes, tagRoutes],
    ...[siteAdminRoutes, noticeAdminRoutes, webhookRoutes, mailRoutes, auditRoutes, doctorRoutes],
    ({ parts }: HttpContext) => parts.staffRoutes ?? [],
  ].flatMap((listRoutes) => listRoutes(context));
