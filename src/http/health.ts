// The routes of the two health paths, for whoever comes with the right host.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { answerOk, LIVE_PATH, READY_PATH } from './health-answer.ts';

/** Routes of the two health paths, asked only while the house is open. */
export function healthRoutes() {
  const app = new Elysia({ name: 'health' });
  for (const path of [LIVE_PATH, READY_PATH]) {
    app.get(path, () => answerOk(), {
      response: Type.Literal('ok'),
      detail: { summary: `Answers ok while the service is well`, tags: ['Health'] },
    });
  }
  return app;
}
