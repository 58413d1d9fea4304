// Headers that tell browsers what not to do, on the answers that no route makes, and on the hottest ones.

import { beforeAll, describe, expect, test } from 'bun:test';
import { openedOnce } from '../support/opened.ts';
import { openListening, openTestApp, type Way } from '../support/test-app.ts';

const app = openedOnce(() => openTestApp({ baseUrl: 'https://muster.test' }));
beforeAll(async () => {
  await app.beat();
  await app.advance(1_000);
});

const request = (path: string, init: RequestInit = {}, way: Way = 'fast path') =>
  app.handle(
    new Request(`https://muster.test${path}`, {
      ...init,
      headers: { host: 'muster.test', ...init.headers },
    }),
    '203.0.113.7',
    way,
  );

describe.each(['fast path', 'routes'] as const)('by the %s', (way) => {
  test.each([
    ['the list', '/api/servers', {}, 200],
    ['the list, compressed', '/api/servers/', { headers: { 'accept-encoding': 'gzip' } }, 200],
    ['a wrong method', '/api/servers', { method: 'DELETE' }, 405],
    ['what is not there', '/api/nothing', {}, 404],
    ['a heartbeat that is refused', '/heartbeat.jsp', {}, 200],
    ['a question by a browser', '/api/servers', { method: 'OPTIONS' }, 204],
    [
      'a heartbeat',
      '/server/heartbeat?name=A&port=25565&users=1&max=2&public=true&salt=0123456789abcdef',
      {},
      200,
    ],
  ])('%s says nosniff', async (_what, path, init, status) => {
    const answer = await request(path, init, way);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('strict-transport-security')).toBeNull();
  });

  test('a list that has not changed says nosniff', async () => {
    const etag = (await request('/api/servers', {}, way)).headers.get('etag') ?? '';
    const answer = await request('/api/servers', { headers: { 'if-none-match': etag } }, way);
    expect(answer.status).toBe(304);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

test.each([
  ['/acc/login/', 'same-origin'],
  ['//acc//login', 'same-origin'],
  ['/acc/nothing-here/', 'same-origin'],
  ['/accounts/', null],
])('%s is opened by windows of other sites as %p', async (path, policy) => {
  const { headers } = await request(path);
  expect(headers.get('cross-origin-opener-policy')).toBe(policy);
});

test('what is answered before any route is looked for says nosniff', async () => {
  await using listening = await openListening({});
  const url = `http://127.0.0.1:${listening.port}`;
  const wrong = await fetch(`${url}/api/servers`, { headers: { host: 'other.example' } });
  expect(wrong.status).toBe(403);
  expect(wrong.headers.get('x-content-type-options')).toBe('nosniff');
  // For a host that is not ours, nothing is promised.
  expect(wrong.headers.get('strict-transport-security')).toBeNull();
  const live = await fetch(`${url}/livez`);
  expect(live.headers.get('x-content-type-options')).toBe('nosniff');
});
