// All routes: the order of the plugins, and the answers to requests that no route matches.

import type { TSchema } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { Clock } from '../lib/clock.ts';
import { messages } from '../messages/messages.ts';
import { createHeartbeatHandler } from './api/heartbeat.ts';
import { historyRoutes } from './api/history.ts';
import { createListAnswer } from './api/list.ts';
import { loginRoutes } from './api/login.ts';
import { playerRoutes } from './api/players.ts';
import { searchRoutes } from './api/search.ts';
import { heartbeatRoutes, serverRoutes } from './api/servers.ts';
import { siteRoutes } from './api/site.ts';
import type { HttpContext } from './context.ts';
import { answerError, answerFailure } from './errors.ts';
import { compressAnswer } from './html.ts';
import { hasFastPath, nameAnswer } from './http-server.ts';
import type { Incoming } from './listener.ts';
import { inThemeOf } from './negotiation.ts';
import { createApiDescriber } from './openapi.ts';
import { accountHomeRoutes } from './pages/account/home.tsx';
import { recoveryRoutes, verifyRoutes } from './pages/account/links.tsx';
import { loginPageRoutes } from './pages/account/login.tsx';
import { registerRoutes } from './pages/account/register.tsx';
import { securityRoutes } from './pages/account/security.tsx';
import { adminRoutes } from './pages/admin/routes.ts';
import { assetRoutes, staticRoutes } from './pages/public/assets.ts';
import { cardRoutes } from './pages/public/cards.ts';
import { claimRoutes, publicAddressRoutes } from './pages/public/claim.tsx';
import { apiDocsRoutes, documentRoutes } from './pages/public/documents.tsx';
import { embedRoutes } from './pages/public/embed.ts';
import { favouriteRoutes } from './pages/public/favourites.tsx';
import { helpRoutes } from './pages/public/help.tsx';
import { listPageRoutes } from './pages/public/list.ts';
import { claimedServerRoutes } from './pages/public/own.tsx';
import { playRoutes } from './pages/public/play.tsx';
import { reportRoutes } from './pages/public/report.tsx';
import { startRoutes } from './pages/public/start.tsx';
import { statisticsPageRoutes } from './pages/public/statistics.tsx';
import { switchRoutes } from './pages/public/switches.ts';
import { wellKnownRoutes } from './pages/public/well-known.ts';
import { answerRefusedParameter } from './parameters.ts';
import { findTypedLookup, mergeSlashesOfUrl, pathOf, underHttp, withUrl } from './path.ts';
import { createSecurityHeaders, preflightOf } from './security-headers.ts';

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
    .use(adminRoutes(context))
    .use(switchRoutes(context, (path) => findMethods(path).includes('GET')));
  // Once every route is there; nobody asks before.
  const findMethods = createMethodTable(app.routes);
  const describeApi = createApiDescriber(app, context.baseUrl);
  const secure = createSecurityHeaders(context.baseUrl);

  async function handle(request: Incoming): Promise<Response> {
    const answer = await inThemeOf(request, () => app.fetch(underHttp(request)));
    if (!hasFastPath(request)) nameAnswer(request, answer);
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
