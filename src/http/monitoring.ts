// The routes that monitoring asks: the two health paths, and the metrics.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { Readiness } from '../lib/readiness.ts';
import { messages } from '../messages/messages.ts';
import type { HttpContext } from './context.ts';
import { answerFailure } from './errors.ts';
import { answerLive, answerReady, LIVE_PATH, READY_PATH } from './health.ts';
import { answerMetrics, METRICS_PATH } from './metrics.ts';
import { alsoAnswers, describeAnswer } from './openapi.ts';

const ONE_OF = (values: readonly string[]) => Type.Union(values.map((it) => Type.Literal(it)));

const REPORT = Type.Object(
  {
    status: ONE_OF(['ready', 'degraded', 'not_ready']),
    checks: Type.Record(
      Type.String(),
      Type.Object({
        status: ONE_OF(['ok', 'degraded', 'failed']),
        since: Type.String({ format: 'date-time' }),
        message: Type.String(),
      }),
    ),
  },
  {
    title: 'Health',
    description: 'Result of each health check.',
    examples: [
      {
        status: 'ready',
        checks: { database: { status: 'ok', since: '2026-01-31T23:59:00.000Z', message: '' } },
      },
    ],
  },
);

export function healthRoutes(readiness: Pick<Readiness, 'probe' | 'read'>) {
  return new Elysia({ name: 'health' })
    .get(LIVE_PATH, () => answerLive(), {
      response: Type.Literal('ok'),
      detail: { summary: 'Liveness check: ok while the process runs', tags: ['Health'] },
    })
    .get(READY_PATH, () => answerReady(readiness), {
      response: { 200: REPORT, 503: REPORT },
      detail: {
        summary: 'Readiness check, with the result of each part',
        tags: ['Health'],
      },
    });
}

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
