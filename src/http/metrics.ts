// What the service counts, for the operator's monitoring and nobody else.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { createAddressRanges, normaliseIp } from '../lib/address.ts';
import { words } from '../pages/words.ts';
import type { HttpContext } from './context.ts';
import { answerFailure } from './errors.ts';
import { describeAnswer } from './openapi.ts';

const METRICS_PATH = '/metrics';
const SIGNS_OF_A_PROXY = ['x-forwarded-for', 'forwarded', 'via'];

/**
 * Whether a request may read the metrics. One that came through a proxy that is not trusted never
 * does: everybody has such a proxy's address, which may well be this machine's.
 */
export function createMetricsGate(options: {
  /** Whose requests are answered, as CIDR ranges; the proxies alike. */
  metricsAllow: readonly string[];
  trustedProxies: readonly string[];
  /** The other end of the connection. */
  peerOf(request: Request): string;
  addressOf(request: Request): string;
}): (request: Request) => boolean {
  const { peerOf, addressOf } = options;
  const readers = createAddressRanges(options.metricsAllow);
  const proxies = createAddressRanges(options.trustedProxies);
  return (request) => {
    const isThroughProxy = SIGNS_OF_A_PROXY.some((name) => request.headers.has(name));
    const peer = peerOf(request);
    if (isThroughProxy && !proxies.contains(normaliseIp(peer) ?? peer)) return false;
    return readers.contains(addressOf(request));
  };
}

/** Route of `/metrics`; whoever may not read it finds nothing there. */
export function metricsRoutes({ metrics }: HttpContext) {
  return new Elysia({ name: 'metrics' }).get(
    METRICS_PATH,
    async ({ request }) => {
      if (!metrics.mayRead(request))
        return answerFailure(METRICS_PATH, 404, words.failure.nothingHere);
      const { text, type } = await metrics.render();
      return new Response(text, {
        headers: { 'content-type': type, 'cache-control': 'no-store' },
      });
    },
    {
      detail: {
        summary: 'What the service counts, for the addresses of metrics_allow',
        tags: ['Health'],
        responses: describeAnswer({
          'text/plain': Type.String({ description: 'The text format of Prometheus.' }),
        }),
      },
    },
  );
}
