// What the service counts, for the operator's monitoring and nobody else.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { messages } from '../messages/messages.ts';
import type { HttpContext } from './context.ts';
import { answerFailure } from './errors.ts';
import { answerMetrics, METRICS_PATH } from './metrics-answer.ts';
import { alsoAnswers, describeAnswer } from './openapi.ts';

/** Route of `/metrics`; for clients that may not read it there is nothing at this path. */
export function metricsRoutes({ metrics }: HttpContext) {
  return new Elysia({ name: 'metrics' }).get(
    METRICS_PATH,
    ({ request }) =>
      metrics.mayRead(request)
        ? answerMetrics(metrics.render)
        : answerFailure(request, 404, messages.failure.nothingHere),
    {
      detail: {
        summary: 'Metrics, for addresses in metrics_allow and for requests with metrics_token',
        tags: ['Health'],
        ...alsoAnswers(404),
        security: [{}, { metricsToken: [] }],
        responses: describeAnswer({
          'text/plain': Type.String({ description: 'Prometheus text format.' }),
        }),
      },
    },
  );
}
