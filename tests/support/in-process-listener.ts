// A listener without a socket: a test passes its requests straight to the handlers of the HTTP server.

import type { Handlers, Listener, ListenOptions } from '../../src/platform/http/listener.ts';

/** What the service listens with, and the way in. */
export interface InProcessListener {
  /** To be given to the service as `openListener`. */
  open<Data>(options: ListenOptions, handlers: Handlers<Data>): Listener;
  /**
   * Passes a request on as if it came from `address`; `isRouted` keeps it off the fast path. No
   * request becomes a WebSocket.
   */
  handle(request: Request, address: string, isRouted?: boolean): Promise<Response>;
}

/** Makes one, for one service. */
export function createInProcessListener(): InProcessListener {
  const addresses = new WeakMap<Request, string>();
  let pending = 0;
  let answer: (request: Request, isRouted: boolean) => Promise<Response | undefined>;
  return {
    open(_options, handlers) {
      // Of the server of a socket, handlers need its upgrades and the peers of its connections.
      const server = {
        upgrade: () => false,
        requestIP: (request: Request) => ({ address: addresses.get(request) }),
      } as unknown as Parameters<typeof handlers.fetch>[1];
      answer = async (request, isRouted) => {
        const route = isRouted ? undefined : handlers.routes[new URL(request.url).pathname];
        return await (route ?? handlers.fetch)(request, server);
      };
      return {
        port: 0,
        countPending: () => pending,
        renew() {},
        async stop() {},
      };
    },
    async handle(request, address, isRouted = false) {
      addresses.set(request, address);
      pending += 1;
      try {
        const response = await answer(request, isRouted);
        if (response === undefined) throw new Error('the request became a WebSocket');
        return response;
      } finally {
        pending -= 1;
      }
    },
  };
}
