// The routes of the two health paths, for requests with the right host.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { Readiness } from '../lib/readiness.ts';
import { answerLive, answerReady, LIVE_PATH, READY_PATH } from './health-answer.ts';
import { named } from './openapi.ts';

const ONE_OF = (values: readonly string[]) => Type.Union(values.map((it) => Type.Literal(it)));

const REPORT = named(
  'Health',
  Type.Object(
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
      description: 'Result of each health check.',
      examples: [
        {
          status: 'ready',
          checks: { database: { status: 'ok', since: '2026-01-31T23:59:00.000Z', message: '' } },
        },
      ],
    },
  ),
);

/** Routes of the two health paths, reached only while requests are answered. */
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
