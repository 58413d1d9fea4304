// All routes: the order of the plugins, and the answers to requests that no route matches.

import type { TSchema } from '@sinclair/typebox';
import { Elysia } from 'elysia';
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
import { historyRoutes } from '../modules/history/history-api.ts';
import { createListAnswer } from '../modules/list/list-api.ts';
import { listPageRoutes } from '../modules/list/list-page.ts';
import { searchRoutes } from '../modules/list/search-api.ts';
import { findTypedLookup, heartbeatRoutes, serverRoutes } from '../modules/list/server-api.ts';
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
import { staticRoutes } from '../modules/web-client/static-page.ts';
import { webhookRoutes } from '../modules/webhooks/webhooks-page.tsx';
import { assetRoutes } from '../platform/http/assets.ts';
import { answerError, answerFailure } from '../platform/http/errors.ts';
import { hasFastPath } from '../platform/http/fast-path.ts';
import { compressAnswer } from '../platform/http/html.ts';
import type { Incoming } from '../platform/http/listener.ts';
import { inThemeOf } from '../platform/http/negotiation.ts';
import { createApiDescriber } from '../platform/http/openapi.ts';
import { pageRoutes } from '../platform/http/page.ts';
import { answerRefusedParameter } from '../platform/http/parameters.ts';
import { mergeSlashesOfUrl, pathOf, underHttp, withUrl } from '../platform/http/path.ts';
import { nameAnswer } from '../platform/http/request-notes.ts';
import { createSecurityHeaders, preflightOf } from '../platform/http/security-headers.ts';
import type { Clock } from '../platform/lib/clock.ts';
import { messages } from '../platform/messages/messages.ts';
import type { HttpContext } from './context.ts';
import { FAST_PATHS } from './http-server.ts';

export interface DeclaredRoute {
  method: string;
  path: string;
  params: TSchema | undefined;
}

export type Http = ReturnType<typeof createHttp>;

export function createHttp(context: HttpContext, clock: Clock) {
  const list = createListAnswer(context);
  const app = new Elysia({
    name: 'muster',
    // Values are checked and never altered.
    normalize: false,
    // Hosts of three characters and fewer are not routed otherwise.
    handler: { standardHostname: false },
  })
    .onTransform({ as: 'global' }, ({ request, route }) => {
      (request as Incoming).route = route;
    })
    // One hook for all errors: after a first that returns nothing, a plugin's mapResponse is called with nothing.
    .onError({ as: 'global' }, async ({ code, error, request, route, set }) => {
      // Where a body could not be read, the hook above was not reached.
      if (route !== undefined) (request as Incoming).route = route;
      const path = pathOf(request);
      if (code === 'NOT_FOUND')
        return answerUnderNormalizedPath(request) ?? answerUnrouted(request, path);
      const { unreadable } = messages.failure;
      if (code === 'PARSE') {
        // Where a parser of our own failed, the framework wraps what it threw.
        return error.cause === undefined
          ? answerFailure(request, 400, unreadable)
          : answerError(request, error.cause, context);
      }
      if (code !== 'VALIDATION' || error.type === 'response')
        return answerError(request, error, context);
      if (error.type === 'params') return answerRefusedParameter(error, { request, set }, context);
      // The sentence is that of the schema which refused the value, where it has one.
      return answerFailure(request, 400, `${error.customError ?? unreadable}`);
    })
    .use(serverRoutes(context, list, clock))
    .use(heartbeatRoutes(createHeartbeatHandler(context), context.baseUrl))
    .use(loginRoutes(context))
    .use(playerRoutes(context))
    .use(historyRoutes(context, clock))
    .use(searchRoutes(context, clock))
    .use(siteRoutes(context))
    .use(assetRoutes(context))
    .use(staticRoutes(context))
    .use(wellKnownRoutes(context))
    .use(listPageRoutes(context, clock))
    .use(playRoutes(context, clock))
    .use(favouriteRoutes(context))
    .use(claimRoutes(context))
    .use(claimedServerRoutes(context, clock))
    .use(publicAddressRoutes(context))
    .use(reportRoutes(context))
    .use(loginPageRoutes(context, clock))
    .use(securityRoutes(context, clock))
    .use(registerRoutes(context))
    .use(verifyRoutes(context, clock))
    .use(recoveryRoutes(context))
    .use(accountHomeRoutes(context, clock))
    .use(helpRoutes(context, clock))
    .use(startRoutes(context, clock))
    .use(statisticsPageRoutes(context))
    .use(documentRoutes(context))
    .use(embedRoutes(context))
    .use(cardRoutes(context, clock))
    .use(apiDocsRoutes(context, (site) => describeApi(site)))
    .use(pageRoutes(context, listAdminRoutes(context)))
    .use(switchRoutes(context, (path) => findMethods(path).includes('GET')));
  // Once every route is there; nobody asks before.
  const findMethods = createMethodTable(app.routes);
  const describeApi = createApiDescriber(app, context.baseUrl, {
    [RELAY_PATH]: { get: describedRelay },
  });
  const secure = createSecurityHeaders(context.baseUrl);

  async function handle(request: Incoming): Promise<Response> {
    const answer = await inThemeOf(request, () => app.fetch(underHttp(request)));
    if (!hasFastPath(FAST_PATHS, request)) nameAnswer(request, answer);
    return compressAnswer(request, secure(request, answer));
  }

  /**
   * Compatibility: a launcher whose server-services option ends in a slash asks for `/api//login`,
   * and for `/api/server/http://host/server/play/<hash>/` when a play URL was typed into it. No route
   * matches those, so such a request is routed again under the path that was meant. A redirect would lose
   * its body (C1.1, C1.2).
   */
  function answerUnderNormalizedPath(request: Request): Response | Promise<Response> | undefined {
    const merged = mergeSlashesOfUrl(request.url);
    const url = findTypedLookup(merged) ?? merged;
    if (url === request.url) return undefined;
    return app.fetch(withUrl(request, url));
  }

  function answerUnrouted(request: Incoming, path: string): Response {
    const { method } = request;
    const { failure } = messages;
    const allow = findMethods(path).join(', ');
    if (allow === '') return answerNothingHere(request, path); // C1.4
    if (method === 'OPTIONS')
      return new Response(null, { status: 204, headers: { allow, ...preflightOf(path) } });
    const answer = answerFailure(request, 405, failure.wrongMethod(method.slice(0, 20), allow));
    answer.headers.set('allow', allow);
    return answer;
  }

  app.compile();
  return {
    handle,
    routes: app.routes.map(
      ({ method, path, hooks }): DeclaredRoute => ({ method, path, params: hooks.params }),
    ),
  };
}

/** Every route of administration, before it is guarded by roles. */
export const listAdminRoutes = (context: HttpContext) =>
  [
    ...[overviewRoutes, accountListRoutes, newAccountRoutes, accountRoutes, serverListRoutes],
    ...[serverAdminRoutes, reportAdminRoutes, siteAdminRoutes, noticeAdminRoutes, banRoutes],
    ...[filterRoutes, tagRoutes, auditRoutes, mailRoutes, webhookRoutes, doctorRoutes],
  ].flatMap((listRoutes) => listRoutes(context));

/** Other sites' scripts may read it under `/api/`, as they may what is there. */
function answerNothingHere(request: Incoming, path: string): Response {
  const answer = answerFailure(request, 404, messages.failure.nothingHere);
  if (path.startsWith('/api/')) answer.headers.set('access-control-allow-origin', '*');
  return answer;
}

/**
 * Makes what finds the methods of a path, GET bringing HEAD along (C1.6); none for an unknown path. Parameters match
 * one segment, a trailing slash makes no difference.
 */
function createMethodTable(routes: readonly { method: string; path: string }[]) {
  const table = routes.map(({ method, path }) => {
    const pattern = path
      .replace(/\/$/, '')
      .replace(/\./g, '\\.')
      .replace(/:[^/]+/g, '[^/]+');
    return { pattern: new RegExp(`^${pattern}/?$`), method };
  });
  return (path: string): string[] => {
    const found = table.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (found.length === 0) return [];
    return [...new Set([...found, ...(found.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].sort();
  };
}
