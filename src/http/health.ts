// Whether the process lives and takes requests; these two paths alone need no right host.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';

export const LIVE_PATH = '/livez';
export const READY_PATH = '/readyz';

/** The answer of a service that is well. */
export function answerOk(): Response {
  return new Response('ok', {
    headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' },
  });
}

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
