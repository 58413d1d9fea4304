// A raw client for a test app that listens.

import { createHttpServer } from '../../src/platform/http/http-server.ts';
import { messages } from '../../src/platform/messages/messages.ts';
import { createReadiness } from '../../src/platform/ops/readiness.ts';
import {
  buildRequest,
  RawConnection,
  type RawResponse,
  type RequestParts,
} from '../support/raw-http.ts';

/** The title of the page for requests that name another host. */
export const FORBIDDEN = new RegExp(messages.failure.wrongHostTitle);

const open: RawConnection[] = [];

/** Closes every connection that was opened here; to be called after each test. */
export function closeConnections(): void {
  for (const connection of open.splice(0)) connection.close();
}

/** Opens a connection. */
export async function connect(to: { port: number }): Promise<RawConnection> {
  const connection = await RawConnection.open(to.port);
  open.push(connection);
  return connection;
}

/** The Host header alone. */
export const host = (value: string) => ({ headers: [['Host', value] as const] });
export const OURS = host('muster.test');

/** One request on a connection of its own, with the right host unless other headers are given. */
export async function ask(to: { port: number }, parts: RequestParts): Promise<RawResponse> {
  const connection = await connect(to);
  const isHead = parts.method === 'HEAD';
  return connection.exchange(buildRequest({ ...OURS, ...parts }), { isHead });
}

/** The HTTP server alone, which nothing has opened; it answers for every host unless told otherwise. */
export function openBareServer(options: Partial<Parameters<typeof createHttpServer>[0]> = {}) {
  return createHttpServer({
    socket: { listen: { hostname: '127.0.0.1', port: 0 } },
    readiness: createReadiness(),
    createHostGuard: () => ({ guard: () => true, baseUrl: 'http://muster.test' }),
    ...options,
  });
}
