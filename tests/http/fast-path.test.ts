// The hottest paths are answered past the framework: exactly as the framework would have answered.

import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import fc from 'fast-check';
import { FAST_PATHS } from '../../src/app/http-server.ts';
import { rounds } from '../support/rounds.ts';
import { beatForm, type Sending, type TestApp } from '../support/test-app.ts';
import { openSampleApp } from './sample-app.ts';

let app: TestApp;
let session = '';
beforeAll(async () => {
  app = await openSampleApp({ serversPerAddress: 1_000 });
  const browser = await app.loggedIn('Alice');
  session = `session=${browser.session}`;
});
beforeEach(() => app.advance(10_000));
afterAll(() => app[Symbol.asyncDispose]());

const LIST = '/api/servers';

test('any request is answered alike on both ways', async () => {
  const latin1 = fc
    .string({ maxLength: 12 })
    .map((text) => text.replace(/[^\x20-\x7e]/g, '\xff').trim());
  const sending = fc.record<Sending>({
    method: fc.constantFrom(...['GET', 'GET', 'HEAD', 'POST', 'POST', 'PUT', 'DELETE', 'OPTIONS']),
    isChunked: fc.boolean(),
    headers: fc
      .record(
        {
          'accept-encoding': fc.oneof(fc.constantFrom('gzip', 'br', 'zstd, *;q=0'), latin1),
          'if-none-match': fc.oneof(fc.constantFrom('*', '"x"', 'W/"x"'), latin1),
          'content-type': fc.oneof(fc.constantFrom('application/json'), latin1),
          cookie: fc.oneof(fc.constantFrom('session=x', 'THEIRS'), latin1),
        },
        { requiredKeys: [] },
      )
      .map((headers) =>
        headers.cookie === 'THEIRS'
          ? { ...headers, cookie: session }
          : (headers as Record<string, string>),
      ),
  });
  const path = fc.tuple(
    fc.constantFrom(...FAST_PATHS.map((fast) => fast.path)),
    fc.constantFrom('', '/'),
    fc.constantFrom('', '?', '?%zz', '?name=x&port=1', `?${beatForm({ port: '2' })}`, '?port=//'),
  );
  const beats = [beatForm({ port: '7' }), beatForm({ salt: '' })];
  const body = fc.constantFrom('', 'a', '%', ...beats, 'x'.repeat(70_000));
  // A refused beat spends a budget; many addresses share the load, and both ways use the same one.
  const address = fc.nat(200).map((last) => `198.18.0.${last}`);
  await fc.assert(
    fc.asyncProperty(path, sending, body, address, async (parts, init, text, from) => {
      const takesBody = !['GET', 'HEAD'].includes(init.method ?? 'GET');
      const whole = { ...init, address: from, ...(takesBody ? { body: text } : {}) };
      const [byDoor, byRoutes] = [
        await app.request(parts.join(''), { ...whole, way: 'fast path' }),
        await app.request(parts.join(''), { ...whole, way: 'routes' }),
      ];
      expect(byDoor.status).toBe(byRoutes.status);
      // A good list or heartbeat has no id of its request, which differs otherwise.
      const isHot = takesBody ? init.method === 'POST' && parts[0] !== LIST : init.method === 'GET';
      for (const { status, headers } of [byDoor, byRoutes]) {
        expect(headers.has('x-request-id')).toBe(status >= 400 || !isHot);
        headers.delete('x-request-id');
      }
      expect([...byDoor.headers]).toEqual([...byRoutes.headers]);
      expect(byDoor.text).toBe(byRoutes.text);
      expect(byDoor.status).toBeLessThan(500);
    }),
    rounds(1_000),
  );
});
