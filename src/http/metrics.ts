// What the service counts, for the operator's monitoring and nobody else.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { messages } from '../views/messages.ts';
import type { HttpContext } from './context.ts';
import { answerFailure } from './errors.ts';
import { describeAnswer } from './openapi.ts';

const METRICS_PATH = '/metrics';

/** Route of `/metrics`; for clients that may not read it there is nothing at this path. */
export function metricsRoutes({ metrics }: HttpContext) {
  return new Elysia({ name: 'metrics' }).get(
    METRICS_PATH,
    async ({ request }) => {
      if (!metrics.mayRead(request))
        return answerFailure(METRICS_PATH, 404, messages.failure.nothingHere);
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
