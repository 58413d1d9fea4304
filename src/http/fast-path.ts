// The fast path: the list and the heartbeat, answered from the socket's route table, past the framework.
//
// The framework has the same routes and answers them alike (tests/http/fast-path.test.ts), and a heartbeat
// passes the same compiled schema on both ways. What the fast path is for, measured as processor time for
// each request, beside a bare `Bun.serve` in the same run (its time divided by ours, medians of 5 and 6 pairs):
//
//                             fast path     Elysia's router     Elysia's native Bun routes
//   list, gzip, 1,000         0.94          0.75                0.90
//   list, 304                 0.64 to 0.72  0.52                0.68
//   heartbeats, 100           0.49 to 0.60  0.47                0.59, without the framework's validation
//   heartbeats, 10,000        0.28          not measured        0.24, with it
//
// The list needs 0.85 and heartbeats 0.5 of the bare rate; on a quiet machine heartbeats of 10,000 servers
// reach 0.51 with the fast path (docs/benchmark.md), so that nothing is left to give away. It is also open
// before the framework is loaded: after a start, lists and heartbeats are answered first (src/app/routes.ts).

import { HEARTBEAT_PATHS } from './api/heartbeat-answer.ts';
import { LIST_PATH } from './api/list-answer.ts';
import type { HttpContext } from './context.ts';
import { answerError } from './errors.ts';
import type { HandleRequest } from './http-server.ts';

/** The paths that `fastPathHandlers` answers. */
export const FAST_PATHS: readonly string[] = [LIST_PATH, ...HEARTBEAT_PATHS];

/** GET of the list, GET and POST of the heartbeat; `handle` takes every other method. */
export function fastPathHandlers(options: {
  list: HandleRequest;
  heartbeat: HandleRequest;
  handle: HandleRequest;
  context: HttpContext;
}): Record<string, HandleRequest> {
  const { list, heartbeat, handle, context } = options;

  function safely(answer: HandleRequest, methods: ReadonlySet<string>): HandleRequest {
    return (request) => {
      if (!methods.has(request.method)) return handle(request);
      const fail = (error: unknown) => answerError(request, error, context);
      try {
        const answered = answer(request);
        return answered instanceof Promise ? answered.catch(fail) : answered;
      } catch (error) {
        return fail(error);
      }
    };
  }

  const onHeartbeat = safely(heartbeat, new Set(['GET', 'POST']));
  return {
    [LIST_PATH]: safely(list, new Set(['GET'])),
    ...Object.fromEntries(HEARTBEAT_PATHS.map((path) => [path, onHeartbeat])),
  };
}
