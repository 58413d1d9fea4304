// Opens the door in two steps: to lists and heartbeats at once, to everything else when it is loaded.

import { createHeartbeatAnswer } from '../http/api/heartbeat-answer.ts';
import { createListAnswer } from '../http/api/list-answer.ts';
import type { HttpContext } from '../http/context.ts';
import { fastPathHandlers } from '../http/fast-path.ts';
import type { HttpServer, RequestHandlers } from '../http/http-server.ts';
import type { RelayHandler } from '../http/relay.ts';
import { systemClock } from '../lib/clock.ts';
import { systemTimers } from '../lib/timers.ts';

/**
 * Opens the door; all routes are there when the promise resolves. Until then requests for the others
 * wait: framework and pages take longer to load than ten thousand servers take to be listed, and
 * after a restart every client asks for the list.
 */
export async function openRoutes(
  httpServer: Pick<HttpServer, 'open'>,
  context: HttpContext,
  relay: RelayHandler | undefined,
): Promise<void> {
  const routes = loadRoutes(context, relay);
  async function handle(request: Request): Promise<Response> {
    const handlers = await routes;
    // Whoever was waiting hears that the service is ready after it has said so itself.
    await nextTurn();
    return handlers.handle(request);
  }
  const list = createListAnswer(context);
  const heartbeat = createHeartbeatAnswer(context);
  httpServer.open({
    fastPath: fastPathHandlers({ list, heartbeat, handle, context }),
    handle,
    relay,
  });
  httpServer.open(await routes);
}

async function loadRoutes(
  context: HttpContext,
  relay: RelayHandler | undefined,
): Promise<RequestHandlers> {
  // Loading holds the thread, so whoever waits for a list already is answered first.
  await nextTurn();
  // In threads of the runtime, while this one loads.
  context.servers.list.prepareEncodings();
  const { createHttp } = await import('../http/http.ts');
  return { ...createHttp(context, systemClock), relay };
}

/** A turn of the event loop, in which requests that arrived are answered. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    systemTimers.after(0, resolve);
  });
}
