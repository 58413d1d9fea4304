// The fast path: the list and the heartbeat, answered from the socket's route table, past the framework.
//
// The framework has the same routes and answers them alike (tests/http/fast-path.test.ts). The list needs
// 0.85 and heartbeats 0.5 of the rate of a bare `Bun.serve`; docs/benchmark.md has what `npm run bench` measured with the fast path. In a trial without it,
// by processor time for each request beside a bare server in the same run, lists answered with 304 reached
// 0.52 over Elysia's router and 0.68 over its native Bun routes (0.64 to 0.72 with the fast path), lists of
// 1,000 servers 0.75 and 0.90 (0.94), heartbeats 0.47 over the router (0.49 to 0.60): the router is too slow,
// and native routes are not faster than this. It is also open before the framework is loaded: after a
// start, lists and heartbeats are answered first (src/app/routes.ts).

import { HEARTBEAT_PATHS } from './api/heartbeat.ts';
import { LIST_PATH } from './api/list.ts';
import type { HandleRequest, Incoming } from './listener.ts';

/** The paths that are answered past the framework, without a slash at the end, and with which methods. */
export const FAST_PATHS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [LIST_PATH, new Set(['GET'])],
  ...HEARTBEAT_PATHS.map((path) => [path, new Set(['GET', 'POST'])] as const),
]);

/** Whether the fast path answers such a request, too: both ways leave the id of the request off a good answer. */
export function hasFastPath({ route, method }: Incoming): boolean {
  return route !== undefined && FAST_PATHS.get(route)?.has(method) === true;
}

/** The handlers of the paths, by path. */
export function fastPathHandlers(
  list: HandleRequest,
  heartbeat: HandleRequest,
): Record<string, HandleRequest> {
  return {
    [LIST_PATH]: list,
    ...Object.fromEntries(HEARTBEAT_PATHS.map((path) => [path, heartbeat])),
  };
}
