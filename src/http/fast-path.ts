// The fast path: the list and the heartbeat, answered from the socket's route table, past the framework.
//
// The framework has the same routes and answers them alike (tests/http/fast-path.test.ts), and a heartbeat
// passes the same compiled schema on both ways. The list needs 0.85 and heartbeats 0.5 of the rate of a bare
// `Bun.serve`; docs/benchmark.md has what `npm run bench` measured with the fast path. In a trial without it,
// by processor time for each request beside a bare server in the same run, lists answered with 304 reached
// 0.52 over Elysia's router and 0.68 over its native Bun routes (0.64 to 0.72 with the fast path), lists of
// 1,000 servers 0.75 and 0.90 (0.94), heartbeats 0.47 over the router (0.49 to 0.60): the router is too slow,
// and native routes are not faster than this file. It is also open before the framework is loaded: after a
// start, lists and heartbeats are answered first (src/app/routes.ts).

import { HEARTBEAT_PATHS } from './api/heartbeat-answer.ts';
import { LIST_PATH } from './api/list-answer.ts';
import type { HttpContext } from './context.ts';
import { answerError } from './errors.ts';
import type { HandleRequest } from './http-server.ts';
import type { Incoming } from './listener.ts';

/** The paths that `fastPathHandlers` answers. */
export const FAST_PATHS: readonly string[] = [LIST_PATH, ...HEARTBEAT_PATHS];

const METHODS: Readonly<Record<string, ReadonlySet<string>>> = {
  [LIST_PATH]: new Set(['GET']),
  ...Object.fromEntries(HEARTBEAT_PATHS.map((path) => [path, new Set(['GET', 'POST'])])),
};

/** Whether the fast path answers such a request, too: both ways leave the id of the request off a good answer. */
export function hasFastPath({ route, method }: Incoming): boolean {
  return route !== undefined && METHODS[route]?.has(method) === true;
}

/** GET of the list, GET and POST of the heartbeat; `handle` takes every other method. */
export function fastPathHandlers(options: {
  list: HandleRequest;
  heartbeat: HandleRequest;
  handle: HandleRequest;
  context: HttpContext;
}): Record<string, HandleRequest> {
  const { list, heartbeat, handle, context } = options;

  function safely(route: string, answer: HandleRequest): HandleRequest {
    return (request) => {
      if (!METHODS[route]?.has(request.method)) return handle(request);
      const fail = (error: unknown) => answerError(request, error, context);
      try {
        const answered = answer(request);
        return answered instanceof Promise ? answered.catch(fail) : answered;
      } catch (error) {
        return fail(error);
      }
    };
  }

  return {
    [LIST_PATH]: safely(LIST_PATH, list),
    ...Object.fromEntries(HEARTBEAT_PATHS.map((path) => [path, safely(path, heartbeat)])),
  };
}
