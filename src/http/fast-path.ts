// The two hottest routes, entered straight from the socket: a list and a heartbeat cost less than the
// framework's own bookkeeping. The framework knows the same routes and answers them alike.

import { HEARTBEAT_PATHS } from './api/heartbeat-answer.ts';
import { LIST_PATH } from './api/list-answer.ts';
import type { HttpContext } from './context.ts';
import { answerError } from './errors.ts';
import type { HandleRequest } from './http-server.ts';

/** The paths that `expressHandlers` answers. */
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
