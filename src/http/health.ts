// The routes of the two health paths, for requests with the right host.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { Readiness } from '../lib/readiness.ts';
import { answerLive, answerReady, LIVE_PATH, READY_PATH } from './health-answer.ts';

/** Routes of the two health paths, reached only while requests are answered. */
export function healthRoutes(readiness: Pick<Readiness, 'read'>) {
  return new Elysia({ name: 'health' })
    .get(LIVE_PATH, () => answerLive(), {
      response: Type.Literal('ok'),
      detail: { summary: 'Answers ok while the process lives', tags: ['Health'] },
    })
    .get(READY_PATH, () => answerReady(readiness.read()), {
      response: { 200: Type.String(), 503: Type.String() },
      detail: {
        summary: 'Answers ok while requests are taken, and a line for each thing that is wrong',
        tags: ['Health'],
      },
    });
}
