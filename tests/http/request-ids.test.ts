// The id of a request: on every answer, as a trusted proxy names it, and in the access log.

import { describe, expect, test } from 'bun:test';
import { collectLogLines } from '../support/log-lines.ts';
import { standIn } from '../support/stand-in.ts';
import { ADDRESS, openTestApp } from '../support/test-app.ts';
import { ALPHA_HASH, openSampleApp } from './sample-app.ts';

const lines = collectLogLines('info');
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const HEADER = 'x-request-id';
const BEHIND = { trustedProxies: [`${ADDRESS}/32`] };

/** A request of each surface, and the status of its answer. */
const SURFACES: [string, string, number][] = [
  ['GET', '/', 200],
  ['GET', `/api/server/${ALPHA_HASH}`, 200],
  ['GET', `/badge/${ALPHA_HASH}.svg`, 200],
  ['GET', '/readyz', 200],
  ['HEAD', '/api/servers', 200],
  ['OPTIONS', '/api/servers', 204],
  ['GET', '/acc/', 303],
  ['GET', '/nothing', 404],
  ['GET', '/api/v1/servers/x/history', 404],
];

describe('an answer has the id of its request', () => {
  test.each(SURFACES)('%s %s', async (method, path, status) => {
    await using app = await openSampleApp();
    const ids = new Set<string | null>();
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await app.request(path, { method });
      expect(answer.status).toBe(status);
      expect(answer.headers.get(HEADER)).toMatch(UUID);
      ids.add(answer.headers.get(HEADER));
    }
    expect(ids.size).toBe(2);
  });

  test('except a good list or heartbeat, which are the hottest', async () => {
    await using app = await openSampleApp();
    expect((await app.request('/api/servers')).headers.has(HEADER)).toBe(false);
  });

  test('for another host too', async () => {
    await using app = await openTestApp();
    const { headers, text } = await app.request('/', { headers: { host: 'elsewhere.example' } });
    expect(text).toContain(headers.get(HEADER) ?? 'none');
  });
});

describe('a trusted proxy names a request', () => {
  test('of each surface', async () => {
    await using app = await openSampleApp(BEHIND);
    const sent = { [HEADER]: 'proxy-4711.a' };
    for (const [method, path] of SURFACES) {
      const { headers } = await app.request(path, { method, headers: sent });
      expect(headers.get(HEADER), `${method} ${path}`).toBe('proxy-4711.a');
    }
  });

  test('on the page and in the log', async () => {
    await using app = await openSampleApp({
      ...BEHIND,
      alterContext: standIn({
        visitors: { find: () => Promise.reject(new Error('broken')) },
      }),
    });
    const headers = { [HEADER]: 'proxy-4711.a', cookie: 'session=x' };
    const gone = await app.request('/nothing', { headers });
    expect(gone.text).toContain('proxy-4711.a');
    const broken = await app.request('/api/servers', { headers });
    expect([broken.status, broken.headers.get(HEADER)]).toEqual([500, 'proxy-4711.a']);
    expect(broken.text).toContain('proxy-4711.a');
    expect(app.heard.failed).toMatchObject([{ requestId: 'proxy-4711.a', status: 500 }]);
  });

  test.each([
    ['too short', 'a'.repeat(7)],
    ['two words', 'proxy 4711'],
    ['markup', '<b>proxy</b>'],
    ['beyond ASCII', 'proxy-\xe4\xf6\xfc'],
  ])('but not by what is %s', async (_what, id) => {
    await using app = await openTestApp(BEHIND);
    const { headers, text } = await app.request('/nothing', { headers: { [HEADER]: id } });
    expect(headers.get(HEADER)).toMatch(UUID);
    expect(text).not.toContain(id);
  });

  test('of any length that is sane', async () => {
    await using app = await openTestApp(BEHIND);
    for (const id of [
      'a'.repeat(8),
      'Z'.repeat(128),
      '0af7651916cd43dd8448eb211c80319c',
      'a:b/c=d+e',
    ]) {
      const { headers } = await app.request('/nothing', { headers: { [HEADER]: id } });
      expect(headers.get(HEADER)).toBe(id);
    }
  });

  test('and nobody else does', async () => {
    await using app = await openTestApp({ trustedProxies: ['192.0.2.1/32'] });
    const { headers } = await app.request('/nothing', { headers: { [HEADER]: 'proxy-4711.a' } });
    expect(headers.get(HEADER)).toMatch(UUID);
  });
});

describe('the access log', () => {
  const logged = () => lines.filter(({ message }) => message === 'Request');

  test('is off by default', async () => {
    await using app = await openTestApp();
    await app.request('/api/servers');
    await app.request('/');
    expect(logged()).toEqual([]);
  });

  test('has a line for each request, on the fast path too, and none of its secrets', async () => {
    await using app = await openSampleApp({ isRequestLogOn: true, metricsAllow: [] });
    lines.length = 0;
    const token = 'Zm9yLWV2ZXItYW5kLWEtZGF5LXNlY3JldC10b2tlbi0x';
    const list = await app.request('/api/servers?secret=hunter2');
    await app.beat({ salt: 'hunter2-hunter2-hunter2' });
    await app.request(`/acc/verify/${token}/?code=hunter2`);
    await app.request('/nothing', { method: 'DELETE' });
    const ours = { module: 'http', level: 'info', address: ADDRESS };
    expect(logged()).toMatchObject([
      {
        ...ours,
        ...{ method: 'GET', route: '/api/servers', path: '/api/servers', status: 200 },
        requestId: list.headers.get(HEADER),
      },
      {
        ...ours,
        method: 'POST',
        route: '/server/heartbeat',
        path: '/server/heartbeat/',
        status: 200,
      },
      { ...ours, route: '/acc/verify/:token', path: '/acc/verify/…/' },
      { ...ours, method: 'DELETE', route: 'other', path: '/nothing', status: 404 },
    ]);
    for (const { ms } of logged()) expect(ms).toBeNumber();
    expect(JSON.stringify(lines)).not.toMatch(/hunter2|Zm9yLWV2/);
  });

  test('names the client behind a trusted proxy, and what that calls the request', async () => {
    await using app = await openTestApp({ ...BEHIND, isRequestLogOn: true });
    const headers = { [HEADER]: 'proxy-4711.a', 'x-forwarded-for': '198.51.100.7' };
    await app.request('/api/servers', { headers });
    expect(logged()).toMatchObject([{ requestId: 'proxy-4711.a', address: '198.51.100.7' }]);
  });
});
