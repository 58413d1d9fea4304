// The web surface as a whole: the order of the plugins, and what happens where no route does.

import { Elysia } from 'elysia';
import type { Clock } from '../lib/clock.ts';
import { heartbeatRoutes } from './api/heartbeat.ts';
import { loginRoutes } from './api/login.ts';
import { myIpRoutes } from './api/my-ip.ts';
import { playerRoutes } from './api/players.ts';
import { PUBLIC_READ_HEADERS } from './api/read-answer.ts';
import { serverRoutes } from './api/servers.ts';
import type { HttpContext } from './context.ts';
import { answerError, answerFailure } from './errors.ts';
import type { HandleRequest } from './front-door.ts';
import { createMethodTable } from './methods.ts';
import { openApiRoutes } from './openapi.ts';
import { pathOf } from './path.ts';
import { playRoutes } from './web/play.ts';

/** Paths that sites of the community read from the browser. */
const OPEN_PATHS = /^\/api\/(?:servers|server|player|players|id)(?:\/|$)/;

/** Puts the routes of the house together. */
export function createHttp(context: HttpContext, clock: Clock): HandleRequest {
  const app = new Elysia({
    name: 'muster',
    // Hosts of three characters and fewer are not routed otherwise.
    handler: { standardHostname: false },
  })
    .onError({ as: 'global' }, ({ code, error, request }) => {
      const path = pathOf(request);
      if (code === 'NOT_FOUND') return answerUnrouted(request.method, path);
      if (code === 'PARSE' || (code === 'VALIDATION' && error.type !== 'response')) {
        return answerFailure(path, 400, 'This request cannot be read. Check its fields.');
      }
      return answerError(path, error, context.events.unknownError);
    })
    .use(openApiRoutes())
    .use(serverRoutes(context, clock))
    .use(heartbeatRoutes(context))
    .use(loginRoutes(context))
    .use(myIpRoutes(context))
    .use(playerRoutes(context))
    .use(playRoutes(context));
  const methods = createMethodTable(app.routes);

  function answerUnrouted(method: string, path: string): Response {
    const known = methods.findMethods(path);
    if (known.length === 0) {
      return answerFailure(path, 404, 'There is nothing at this address. Check its spelling.');
    }
    const allow = known.join(', ');
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow, ...openTo(path) } });
    const answer = answerFailure(path, 405, `${method.slice(0, 20)} is not possible here; ${allow} are.`);
    answer.headers.set('allow', allow);
    return answer;
  }

  app.compile();
  return app.fetch;
}

function openTo(path: string): Record<string, string> {
  if (!OPEN_PATHS.test(path)) return {};
  return {
    'access-control-allow-origin': PUBLIC_READ_HEADERS['access-control-allow-origin'],
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': 'If-None-Match',
  };
}
