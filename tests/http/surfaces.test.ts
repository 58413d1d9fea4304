// What is answered where no route is: unknown paths, other methods, OPTIONS, bodies over the limit, failures.

import { describe, expect, test } from 'bun:test';
import { openedOnce } from '../support/opened.ts';
import { standIn } from '../support/stand-in.ts';
import type { Sending } from '../support/test-app.ts';
import { ALPHA_HASH, ONLY_LOGGED_IN, openSampleApp, PAGE, play } from './sample-app.ts';

const app = openedOnce(openSampleApp);

const reads = [
  '/api/servers',
  '/api/server',
  `/api/server/${ALPHA_HASH}`,
  '/api/player',
  '/api/player/Alice',
  '/api/id',
  '/api/id/1',
  '/api/players',
];
const playPage = `/server/play/${ALPHA_HASH}`;
const gets = [...reads, '/api/myip', '/openapi.json', '/server/list'];
const posts = ['/api/login', '/server/heartbeat', '/heartbeat.jsp'];
const both = (paths: readonly string[]) => paths.flatMap((path) => [path, `${path}/`]);

const ERROR_OBJECT = { 'content-type': 'application/json', 'cache-control': 'no-store' } as const;
const isForPrograms = (path: string) => !/^\/(server\/(play|list)|openapi)/.test(path);

// C1.4
describe('an unknown path', () => {
  test.each([
    '/api/',
    '/api/nothing',
    '/api/servers/x',
    '/api/SERVERS',
    '/api/server/a/b',
    '/api/player/a/b',
    '/server/heartbeat/x',
    '/heartbeat.jsp/x',
    '/h/x',
    '/h/x/heartbeat/x',
  ])('%s is answered in JSON', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      const answer = await play(app, { path, method, status: 404, shows: ERROR_OBJECT });
      expect(answer.json()).toEqual({ error: expect.stringMatching(/^[A-Z].+\.$/) });
    }
  });

  test.each([
    '/nothing',
    '/server/list/nothing',
    '/heartbeatxjsp',
    '/heartbeat.jspx',
    '/apiary',
    '/server',
    '/server/play/a/b',
  ])('%s is answered with a page', async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      await play(app, { path, method, status: 404, shows: PAGE, contains: ['<h1>'] });
    }
  });

  test('is not written back', async () => {
    const path = '/api/<script>x</script>?<b>';
    await play(app, { path, status: 404, lacks: ['script', '<b>'] });
    await play(app, { path: '/<script>x</script>', status: 404, lacks: ['<script', 'script>x'] });
  });
});

// C1.4, C1.6
describe('another method', () => {
  test.each(both(gets))('than GET is refused on %s', async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const shows = { ...(isForPrograms(path) ? ERROR_OBJECT : PAGE), allow: 'GET, HEAD, OPTIONS' };
      await play(app, { path, method, status: 405, shows, lacks: ONLY_LOGGED_IN });
    }
  });

  test.each(both([playPage]))('than GET and POST is refused on the page %s', async (path) => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const shows = { ...PAGE, allow: 'GET, HEAD, OPTIONS, POST' };
      await play(app, { path, method, status: 405, shows, lacks: ONLY_LOGGED_IN });
    }
  });

  test.each(both(posts))('than GET and POST is refused on %s', async (path) => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const shows = { ...ERROR_OBJECT, allow: 'GET, HEAD, OPTIONS, POST' };
      const answer = await play(app, { path, method, status: 405, shows });
      expect(answer.json()).toEqual({ error: expect.stringContaining(method) });
    }
  });
});

// C1.7
describe('OPTIONS', () => {
  const ours = ['statistics', 'history', 'notice', 'servers'].map((name) => `/api/v1/${name}`);
  test.each(both([...reads, '/api/myip', '/openapi.json', ...ours]))(
    'on %s opens it to any origin',
    async (path) => {
      const shows = {
        allow: 'GET, HEAD, OPTIONS',
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'If-None-Match',
        'access-control-allow-credentials': null,
      };
      const answer = await play(app, { path, method: 'OPTIONS', status: 204, shows });
      expect(answer.bytes.length).toBe(0);
    },
  );

  test.each([
    ...both([...posts, playPage]).map((path) => [path, 'GET, HEAD, OPTIONS, POST']),
    ...both(['/api/docs']).map((path) => [path, 'GET, HEAD, OPTIONS']),
  ])('on %s allows nothing to other origins', async (path, allow) => {
    const headers = { origin: 'https://elsewhere.test', 'access-control-request-method': 'POST' };
    const shows = {
      allow,
      'access-control-allow-origin': null,
      'access-control-allow-methods': null,
      'access-control-allow-headers': null,
    };
    await play(app, { path, method: 'OPTIONS', headers, status: 204, shows });
  });
});

// C1.5
describe('a body over 64 KiB', () => {
  const long = `name=${'a'.repeat(65_536)}`;
  test.each<[string, Sending]>([
    ['with a length', { body: long }],
    ['in chunks', { body: long, isChunked: true }],
    ['by the routes alone', { body: long, way: 'routes' }],
    ['in chunks by the routes alone', { body: long, isChunked: true, way: 'routes' }],
  ])('is refused wherever one is read, %s', async (_what, init) => {
    for (const path of both(posts)) {
      const shows = { ...ERROR_OBJECT, connection: 'close' };
      const answer = await play(app, { ...init, path, method: 'POST', status: 413, shows });
      expect(answer.json()).toEqual({ error: expect.stringContaining('65536') });
    }
  });

  test('that fits exactly is read', async () => {
    const body = `name=${'a'.repeat(65_531)}`;
    await play(app, { path: '/heartbeat.jsp', method: 'POST', body, contains: ['too long'] });
    await play(app, { path: '/api/login', method: 'POST', body, setsSession: true });
  });
});

describe('a failure inside', () => {
  const SECRET = 'an-internal-secret';
  function failWith(error: unknown) {
    const fail = () => {
      throw error;
    };
    return openSampleApp({
      alterContext: standIn({
        players: {
          findPlayer: () => Promise.reject(error),
          summarisePlayers: fail,
        },
        visitors: { find: () => Promise.reject(error) },
        servers: {
          announce: ({ name }) => (name === 'Late' ? Promise.reject(error) : fail()),
          findServer: fail,
        },
      }),
    });
  }

  const requested: [string, Sending][] = [
    ['/api/player/Alice', {}],
    ['/api/players', {}],
    ['/api/login', { cookie: 'session=x' }],
    ['/api/login', { method: 'POST', body: 'a=b', cookie: 'session=x' }],
    ['/api/servers', { cookie: 'session=x' }],
    [`/api/server/${ALPHA_HASH}`, {}],
    ['/api//players', {}],
    ['/heartbeat.jsp?name=Soon', {}],
    ['/heartbeat.jsp?name=Late', {}],
    ['/server/heartbeat/', { method: 'POST', body: 'name=Soon' }],
    ['/server/heartbeat/', { method: 'POST', body: 'name=Late', isChunked: true }],
  ];

  test('that nobody foresaw is a 500 with an id and nothing else, and is logged once', async () => {
    await using broken = await failWith(new Error(SECRET));
    for (const [path, init] of requested) {
      for (const way of ['fast path', 'routes'] as const) {
        broken.heard.unknown.length = 0;
        const wanted = {
          path,
          status: 500,
          shows: ERROR_OBJECT,
          lacks: [SECRET, ...ONLY_LOGGED_IN],
        };
        const answer = await play(broken, { ...init, ...wanted, way });
        expect(broken.heard.unknown).toMatchObject([{ error: new Error(SECRET) }]);
        expect(answer.text).toContain(answer.headers.get('x-request-id') ?? 'no id');
      }
    }
    const path = `/server/play/${ALPHA_HASH}/`;
    await play(broken, {
      path,
      status: 500,
      shows: PAGE,
      lacks: [SECRET],
      contains: ['Internal error'],
    });
  });

  test('of the store itself tells no query and no value', async () => {
    const broken = await openSampleApp();
    broken.store[Symbol.dispose]();
    for (const path of ['/api/player/Alice', '/api/id/1', '/api/players']) {
      await play(broken, { path, status: 500, lacks: ['select', 'accounts', 'Alice', 'atabase'] });
    }
    expect(broken.heard.unknown).toHaveLength(3);
    await play(broken, { path: '/api/servers', contains: ['Alpha'] });
  });
});
