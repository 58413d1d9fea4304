// The two steps in which the HTTP server opens: lists and heartbeats first, everything else when it is loaded.

import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { HttpContext } from '../../src/app/context.ts';
import { openRoutes } from '../../src/app/routes.ts';
import type { RequestHandlers } from '../../src/platform/http/http-server.ts';
import { systemClock } from '../../src/platform/lib/clock.ts';
import { ADDRESS, beatForm, openTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let context: HttpContext;
beforeEach(async () => {
  app = await openTestApp({
    alterContext(made) {
      context = { ...made, addressOf: () => ADDRESS };
      return made;
    },
  });
});
afterEach(() => app[Symbol.asyncDispose]());

const get = (path: string) => new Request(`http://muster.test${path}`);

/** Opens the routes; `surfaces` holds the handlers that the server was opened with, in order. */
function open(from: HttpContext) {
  const surfaces: RequestHandlers[] = [];
  const done = openRoutes(
    { open: (surface) => surfaces.push(surface) },
    from,
    undefined,
    systemClock,
  );
  const [first] = surfaces;
  if (first === undefined) throw new Error('The server is still closed.');
  return { surfaces, done, first };
}

test('lists and heartbeats are answered at once, and every other request as soon as it can be', async () => {
  const { surfaces, done, first } = open(context);
  const list = first.fast['/api/servers']?.(get('/api/servers'));
  // No promise: nothing is waited for.
  expect(list).toBeInstanceOf(Response);
  expect(await (await list)?.text()).toBe('{"servers":[]}');
  const body = beatForm();
  const headers = { 'content-length': `${body.length}` };
  const beat = new Request(get('/server/heartbeat'), { method: 'POST', body, headers });
  expect(await (await first.fast['/server/heartbeat']?.(beat))?.text()).toContain(
    'http://muster.test/server/play/',
  );
  const waiting = [first.handle(get('/readyz')), first.handle(get('/'))];
  expect(surfaces).toHaveLength(1);

  await done;
  for (const answer of waiting) expect((await answer).status).toBe(200);
  expect(surfaces).toHaveLength(2);
  expect((await surfaces[1]?.handle(get('/readyz')))?.status).toBe(200);
});

test('a part that cannot be made ends the start, and leaves no request waiting', async () => {
  const broken = Object.defineProperty({ ...context }, 'metrics', {
    get(): never {
      throw new Error('no metrics');
    },
  });
  const { surfaces, done, first } = open(broken);
  const outcomes = await Promise.allSettled([done, first.handle(get('/'))]);
  const failed = { status: 'rejected', reason: new Error('no metrics') } as const;
  expect(outcomes).toEqual([failed, failed]);
  expect(surfaces).toHaveLength(1);
});
