// The framework with all routes, the answers to requests that it refuses, and to requests without a route.

import type { TSchema } from '@sinclair/typebox';
import { type AnyElysia, Elysia } from 'elysia';
import { createLazy } from '../lib/lazy.ts';
import { messages } from '../messages/messages.ts';
import { compressAnswer } from './compress-answer.ts';
import { answerError, answerFailure, type ReportPorts } from './errors.ts';
import { type FastPath, hasFastPath, nameAnswer } from './fast-path.ts';
import type { Incoming } from './listener.ts';
import { inThemeOf } from './negotiation.ts';
import { createApiDescriber } from './openapi.ts';
import { answerRefusedParameter } from './parameters.ts';
import { mergeSlashesOfUrl, pathOf, underHttp, withUrl } from './path.ts';
import { createSecurityHeaders, preflightOf } from './security-headers.ts';

export interface DeclaredRoute {
  method: string;
  path: string;
  params: TSchema | undefined;
}

/** Facts that are known once every route exists. They are read only after that. */
export interface KnownRoutes {
  /** Returns the methods of a path, with HEAD for GET (C1.6); none for an unknown path. */
  findMethods(path: string): string[];
  describeApi: ReturnType<typeof createApiDescriber>;
}

interface RouterPorts extends ReportPorts {
  baseUrl: string;
  fastPaths: readonly FastPath[];
  listRoutes(known: KnownRoutes): readonly AnyElysia[];
  /** Descriptions of the paths that the framework does not answer. */
  described: Readonly<Record<string, object>>;
  /** The intended URL of one that matches no route. */
  respell(url: string): string | undefined;
}

export function createRouter(ports: RouterPorts) {
  const { baseUrl, fastPaths } = ports;
  const app: AnyElysia = createFramework(ports, (request) => answerNotFound(request));
  const known: KnownRoutes = {
    findMethods: (path) => findMethods()(path),
    describeApi: (site) => describeApi()(site),
  };
  for (const routes of ports.listRoutes(known)) app.use(routes);
  // Few requests need them, and together they take a sixth of the start.
  const findMethods = createLazy(() => createMethodTable(app.routes));
  const describeApi = createLazy(() => createApiDescriber(app, baseUrl, ports.described));
  const secure = createSecurityHeaders(baseUrl);

  /**
   * Compatibility: a launcher whose server-services option ends in a slash requests `/api//login`. No route matches
   * that, so the request is routed again under the intended path. A redirect would lose its body (C1.1, C1.2).
   */
  function answerNotFound(request: Incoming): Response | Promise<Response> {
    const merged = mergeSlashesOfUrl(request.url);
    const url = ports.respell(merged) ?? merged;
    if (url !== request.url) return app.fetch(withUrl(request, url));
    const path = pathOf(request);
    return answerUnrouted(request, path, findMethods()(path));
  }

  app.compile();
  return {
    async handle(request: Incoming): Promise<Response> {
      const answer = await inThemeOf(request, () => app.fetch(underHttp(request)));
      if (!hasFastPath(fastPaths, request)) nameAnswer(request, answer);
      return compressAnswer(request, secure(request, answer));
    },
    routes: app.routes.map(
      ({ method, path, hooks }): DeclaredRoute => ({ method, path, params: hooks.params }),
    ),
  };
}

function createFramework(
  context: ReportPorts,
  answerNotFound: (request: Incoming) => Response | Promise<Response>,
) {
  return (
    new Elysia({
      name: 'muster',
      // Values are checked and never changed.
      normalize: false,
      // Otherwise hosts of up to three characters are not routed.
      handler: { standardHostname: false },
    })
      .onTransform({ as: 'global' }, ({ request, route }) => {
        (request as Incoming).route = route;
      })
      // One hook for all errors: if a first hook returns nothing, a plugin's mapResponse is called with nothing.
      .onError({ as: 'global' }, async ({ code, error, request, route, set }) => {
        // If a body could not be read, the hook above did not run.
        if (route !== undefined) (request as Incoming).route = route;
        if (code === 'NOT_FOUND') return answerNotFound(request);
        const { unreadable } = messages.failure;
        if (code === 'PARSE') {
          // If one of our parsers failed, the framework wraps its error.
          return error.cause === undefined
            ? answerFailure(request, 400, unreadable)
            : answerError(request, error.cause, context);
        }
        if (code !== 'VALIDATION' || error.type === 'response')
          return answerError(request, error, context);
        if (error.type === 'params')
          return answerRefusedParameter(error, { request, set }, context);
        // The sentence comes from the schema that refused the value, if it has one.
        return answerFailure(request, 400, `${error.customError ?? unreadable}`);
      })
  );
}

function answerUnrouted(request: Incoming, path: string, methods: readonly string[]): Response {
  const { method } = request;
  const { failure } = messages;
  const allow = methods.join(', ');
  if (allow === '') return answerNothingHere(request, path); // C1.4
  if (method === 'OPTIONS')
    return new Response(null, { status: 204, headers: { allow, ...preflightOf(path) } });
  const answer = answerFailure(request, 405, failure.wrongMethod(method.slice(0, 20), allow));
  answer.headers.set('allow', allow);
  return answer;
}

/** Below `/api/`, scripts of other sites may read this answer, as they may read existing paths. */
function answerNothingHere(request: Incoming, path: string): Response {
  const answer = answerFailure(request, 404, messages.failure.nothingHere);
  if (path.startsWith('/api/')) answer.headers.set('access-control-allow-origin', '*');
  return answer;
}

/**
 * Creates `findMethods`: the methods of a path, with HEAD for GET (C1.6); none for an unknown path. Parameters
 * match one segment, and a trailing slash makes no difference.
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
