// Opens the HTTP server in two steps: lists and heartbeats at once, everything else when its code is loaded.

import { createHeartbeatHandler, heartbeatFastPaths } from '../modules/heartbeat/heartbeat-api.ts';
import { createListAnswer, listFastPath } from '../modules/list/list-api.ts';
import { answerError } from '../platform/http/errors.ts';
import type { HttpServer, Intercept, UpgradeHandler } from '../platform/http/http-server.ts';
import type { Incoming } from '../platform/http/listener.ts';
import type { DeclaredRoute } from '../platform/http/router.ts';
import type { Clock } from '../platform/lib/clock.ts';
import { systemTimers } from '../platform/lib/timers.ts';
import type { HttpContext } from './context.ts';
import type { Http } from './http.ts';

/**
 * Called after the first list: the relay's package loads the runtime's HTTP client, which takes a tenth of the start.
 */
type LoadRelay = () => Promise<UpgradeHandler>;

/**
 * Opens the server with all routes. Page requests wait until the pages are loaded, which takes longer than answering a
 * list of 10,000 servers. Lists come first because every client requests the list after a restart.
 */
export async function openRoutes(
  httpServer: Pick<HttpServer, 'open'>,
  context: HttpContext,
  { loadRelay, doctor }: { loadRelay?: LoadRelay | undefined; doctor?: Intercept | undefined } = {},
  clock: Clock,
): Promise<readonly DeclaredRoute[]> {
  const routes = loadRoutes(context, clock);
  async function handle(request: Request): Promise<Response> {
    const handlers = await routes;
    // The service reports its start first, then answers the requests that waited.
    await nextTurn();
    return handlers.handle(request);
  }
  const receive = createHeartbeatHandler(context);
  const heartbeats = heartbeatFastPaths.map(({ path }) => [path, receive] as const);
  const common = {
    fast: { [listFastPath.path]: createListAnswer(context), ...Object.fromEntries(heartbeats) },
    fail: (request: Incoming, error: unknown) => answerError(request, error, context),
    intercept: doctor,
  };
  const { promise: loading, resolve: noteLoaded } = Promise.withResolvers<void>();
  httpServer.open({ ...common, handle, loading });
  try {
    const http = await routes;
    httpServer.open({ ...common, ...http, upgrades: await loadRelay?.() });
    return http.routes;
  } finally {
    noteLoaded();
  }
}

async function loadRoutes(context: HttpContext, clock: Clock): Promise<Http> {
  // Loading blocks the thread, so the server first answers the list requests that already wait.
  await nextTurn();
  // The runtime's threads compress while this thread loads.
  context.servers.list.prepareEncodings();
  // Pages show servers in ranking order. The list does not need it.
  await context.servers.ranking.count();
  const { createHttp } = await import('./http.ts');
  return createHttp(context, clock);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    systemTimers.after(0, resolve);
  });
}
