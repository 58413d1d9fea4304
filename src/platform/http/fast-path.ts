// The fast path: what is answered from the socket's route table, past the framework.

import { OUTGOING_HEADER } from '../lib/outgoing-request.ts';
import type { HandleRequest, Incoming, TransportHandler } from './listener.ts';
import type { Traffic } from './monitoring.ts';
import type { RequestNotes } from './request-notes.ts';

/**
 * A path of the fast path. The framework has the same routes and answers them alike (tests/http/fast-path.test.ts).
 * The list needs 0.85 and heartbeats 0.5 of the rate of a bare `Bun.serve`; docs/benchmark.md has what
 * `npm run bench` measured. In a trial without it, by processor time for each request beside a bare server in the
 * same run, lists answered with 304 reached 0.52 over Elysia's router and 0.68 over its native Bun routes (0.64 to
 * 0.72 with the fast path), lists of 1,000 servers 0.75 and 0.90 (0.94), heartbeats 0.47 over the router (0.49 to
 * 0.60): the router is too slow, and native routes are not faster than this. It is also open before the framework
 * is loaded (src/app/routes.ts).
 */
export interface FastPath {
  /** Without a slash at the end; with one it is answered alike. */
  readonly path: string;
  readonly methods: ReadonlySet<string>;
  /** Whether it answers what a Muster sent, which every other path refuses (C2.8). */
  readonly takesOutgoing?: boolean;
}

/** What answers them, by path. */
export interface FastHandlers {
  readonly fast: Readonly<Record<string, HandleRequest>>;
  /** Answers for what those throw. */
  fail(request: Incoming, error: unknown): Response;
}

/** Whether the fast path answers such a request, too: both ways leave the id of the request off a good answer. */
export function hasFastPath(paths: readonly FastPath[], { route, method }: Incoming): boolean {
  return paths.some(({ path, methods }) => path === route && methods.has(method));
}

/** Makes the socket's routes; what they do not answer goes to `answer`, and so does everything before the server is open. */
export function createFastRoutes(
  paths: readonly FastPath[],
  {
    state,
    notes,
    traffic,
    isHostOurs,
    prepare,
    answer,
  }: {
    state: { readonly handlers: FastHandlers | undefined };
    notes: Pick<RequestNotes, 'note' | 'createSparseClock'>;
    traffic: Traffic;
    isHostOurs(request: Incoming): boolean;
    prepare(request: Incoming, server: Bun.Server<unknown>): void;
    answer: TransportHandler<unknown>;
  },
): Record<string, TransportHandler<unknown>> {
  function createRoute({
    path,
    methods,
    takesOutgoing = false,
  }: FastPath): TransportHandler<unknown> {
    const counts = traffic.declare(path);
    const readClock = notes.createSparseClock();
    return (request: Incoming, server) => {
      const begunAt = readClock();
      const { handlers } = state;
      const handle = handlers?.fast[path];
      const isFast =
        methods.has(request.method) &&
        isHostOurs(request) &&
        (takesOutgoing || !request.headers.has(OUTGOING_HEADER));
      if (handlers === undefined || handle === undefined || !isFast) {
        return notes.note(request, begunAt, answer(request, server), counts);
      }
      prepare(request, server);
      return notes.note(request, begunAt, answerFast(handle, handlers, request), counts);
    };
  }

  return Object.fromEntries(
    paths.flatMap((each) => {
      const route = createRoute(each);
      return [
        [each.path, route],
        [`${each.path}/`, route],
      ];
    }),
  );
}

function answerFast(handle: HandleRequest, { fail }: FastHandlers, request: Incoming) {
  try {
    const answered = handle(request);
    if (!(answered instanceof Promise)) return answered;
    return answered.catch((error: unknown) => fail(request, error));
  } catch (error) {
    return fail(request, error);
  }
}
