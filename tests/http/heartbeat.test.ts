// The heartbeat over http: where its fields come from, and the two answers that game servers parse.

import { beforeEach, describe, expect, test } from 'bun:test';
import { unlistedMessage } from '../../src/modules/moderation/rules.ts';
import { md5Hex } from '../../src/platform/lib/digest.ts';
import { COMMAND } from '../support/moderation-samples.ts';
import { openedOnce } from '../support/opened.ts';
import { ADDRESS, beatForm, openTestApp, SALT, type Sending } from '../support/test-app.ts';
import { play, type Scenario } from './sample-app.ts';

const app = openedOnce(() => openTestApp({ serversPerAddress: 1_000 }));

const PATHS = ['/server/heartbeat', '/server/heartbeat/', '/heartbeat.jsp', '/heartbeat.jsp/'];
const URL_OF = (port: number) => `http://muster.test/server/play/${md5Hex(`${ADDRESS}:${port}`)}/`;
const SUCCESS = {
  'content-type': 'text/plain',
  'access-control-allow-origin': null,
  etag: null,
};
const FAILURE = { ...SUCCESS, 'content-type': 'application/json', 'cache-control': 'no-store' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Plays a beat both ways, by the fast path and by the routes, which answer alike. */
async function playBothWays(scenario: Scenario) {
  const byRoutes = await play(app, { ...scenario, way: 'routes' });
  const byFastPath = await play(app, { ...scenario, way: 'fast path' });
  expect(byFastPath.text).toBe(byRoutes.text);
  // Each failed request has an id of its own.
  const ids = [byFastPath, byRoutes].map(({ headers }) => headers.get('x-request-id'));
  expect(ids.map((id) => id !== null)).toEqual([byRoutes.status >= 400, byRoutes.status >= 400]);
  for (const { headers } of [byFastPath, byRoutes]) headers.delete('x-request-id');
  expect([...byFastPath.headers]).toEqual([...byRoutes.headers]);
  return byFastPath;
}

beforeEach(() => app.advance(10_000));

describe('a beat that is right', () => {
  // C6.1, C6.9
  test.each(PATHS)('gets exactly the play URL on %s, by GET and by POST', async (path) => {
    const requested: Scenario[] = [
      { path: `${path}?${beatForm()}` },
      { path, method: 'POST', body: beatForm(), headers: FORM },
    ];
    for (const scenario of requested) {
      const answer = await playBothWays({ ...scenario, shows: SUCCESS });
      expect(answer.text).toBe(URL_OF(25_565));
    }
  });

  // C6.2, C6.3
  test.each<[string, Sending & { query?: string }]>([
    ['without a content type', { body: beatForm() }],
    [
      'that says it is a multipart form',
      { body: beatForm(), headers: { 'content-type': 'multipart/form-data' } },
    ],
    ['in chunks', { body: beatForm(), isChunked: true }],
    ['with a leading &', { body: `&${beatForm()}` }],
    ['with empty items', { body: `&&${beatForm()}&&=&` }],
    [
      'with unknown fields',
      { body: `${beatForm()}&version=7&__proto__=x&constructor=y&toString=z` },
    ],
    ['that names another address', { body: `${beatForm()}&ip=192.0.2.1&address=192.0.2.1` }],
    ['with fields in other capitals or with brackets', { body: `${beatForm()}&PORT=1&port[]=1` }],
    [
      'half in the query',
      { query: 'name=Alpha&port=25565&users=1', body: 'max=2&public=true&salt=x' },
    ],
    ['whose body wins', { query: beatForm({ port: '1', salt: '' }), body: beatForm() }],
    ['whose last repeat counts', { body: `port=1&users=x&${beatForm()}` }],
    ['with broken escapes', { body: beatForm().replace('Alpha', '%zz%E0%A4%') }],
    ['in other capitals of true', { body: beatForm({ public: 'TRUE', web: 'True' }) }],
  ])('%s is taken', async (_what, { query = '', ...init }) => {
    const path = `/server/heartbeat/${query && `?${query}`}`;
    const answer = await playBothWays({ ...init, method: 'POST', path, shows: SUCCESS });
    expect(answer.text).toBe(URL_OF(25_565));
  });

  // C6.3
  test('reads + as a space and UTF-8, and takes invalid UTF-8 as U+FFFD', async () => {
    const bytes = Buffer.concat([
      Buffer.from('name=a+b%C3%A9'),
      Buffer.from([0xff]),
      Buffer.from(`&${beatForm().replace('name=Alpha&', '').replace('25565', '4')}`),
    ]);
    const answer = await playBothWays({
      path: '/heartbeat.jsp',
      method: 'POST',
      body: new Uint8Array(bytes),
    });
    expect(answer.text).toBe(URL_OF(4));
    await play(app, {
      path: `/api/server/${md5Hex(`${ADDRESS}:4`)}`,
      contains: ['"name":"a b\\u00e9\\ufffd"'],
    });
  });

  test('is answered with the https base URL where one is configured', async () => {
    await using other = await openTestApp({ baseUrl: 'https://play.example.net:8443' });
    expect(await other.beat()).toBe(
      `https://play.example.net:8443/server/play/${md5Hex(`${ADDRESS}:25565`)}/`,
    );
  });

  // C6.2
  test('has no say where the body has the field as well, even an empty one', async () => {
    const path = `/server/heartbeat?${beatForm()}`;
    const answer = await playBothWays({ path, method: 'POST', body: 'max=', shows: FAILURE });
    expect(answer.json()).toMatchObject({ errors: [[expect.stringContaining('max is missing')]] });
  });
});

describe('a beat that is wrong', () => {
  // C6.10, C6.12
  test.each<[string, string, string[]]>([
    ['a salt that is too long', beatForm({ salt: 'z'.repeat(257) }), ['Invalid salt']],
    ['an empty body field over a good one in the query', `${beatForm()}&name=`, ['name']],
    ['nothing at all', '', ['name', 'port', 'users', 'max', 'public', 'Invalid salt']],
  ])('with %s gets the failure object', async (_what, body, pieces) => {
    const scenario = { path: '/server/heartbeat', method: 'POST', body, shows: FAILURE };
    const answer = await playBothWays({ ...scenario, lacks: ['zzzz', 'play/'] });
    expect(answer.text).toStartWith('{"errors":[["');
    expect(answer.text).toEndWith('"]],"response":"","status":"fail"}');
    expect(answer.text).toMatch(/^[\x20-\x7e]*$/);
    const { errors } = answer.json() as { errors: string[][] };
    expect(errors).toEqual(pieces.map((piece) => [expect.stringContaining(piece)]));
  });

  // C8.3
  test('is logged without the salt', async () => {
    await using other = await openTestApp();
    await other.beat({ port: 'x' });
    expect(other.heard.refused).toEqual([
      { ip: ADDRESS, complaints: [expect.stringContaining('port')] },
    ]);
    expect(JSON.stringify(other.heard)).not.toContain(SALT);
  });
});

describe('a beat by HEAD', () => {
  test('is a beat whose answer is not shown', async () => {
    await using other = await openTestApp();
    const answer = await play(other, { path: `/heartbeat.jsp?${beatForm()}`, method: 'HEAD' });
    expect(answer.text).toBe('');
    await play(other, { path: `/api/server/${md5Hex(`${ADDRESS}:25565`)}`, contains: ['Alpha'] });
  });
});

describe('a server that is kept out of the list', () => {
  test('is answered with the failure object, byte for byte, and looked up all the same', async () => {
    await using other = await openTestApp();
    await other.beat();
    const hash = md5Hex(`${ADDRESS}:25565`);
    await other.moderation.actOnServer('unlist', COMMAND, hash, 'Not "nice" <b>, Grüße\u{1f9f1}');
    await other.advance(1_000);
    expect(await other.beat()).toBe(
      `{"errors":[["${unlistedMessage('Not \\"nice\\" <b>, Gr??e?')}"]],"response":"","status":"fail"}`,
    );
    expect(await other.beat({ public: 'false' })).toBe(URL_OF(25_565));
    expect((await other.request('/api/servers')).text).toBe('{"servers":[]}');
    expect((await other.request(`/api/server/${hash}`)).text).toContain('"name":"Alpha"');
    expect(other.heard.refused).toEqual([]);
  });
});

// C2.1, C6.27
describe('a heartbeat that went wrong as a whole', () => {
  const failures = ({ text }: { text: string }) =>
    (JSON.parse(text) as { errors: string[][] }).errors;

  test.each<[string, Record<string, string>, string | Uint8Array<ArrayBuffer>]>([
    ['JSON', { 'content-type': 'application/json' }, '{"name":"Alpha","port":25565}'],
    [
      'a form with parts',
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\n\r\n--x--',
    ],
    ['gzip', { 'content-encoding': 'gzip' }, Bun.gzipSync(beatForm())],
  ])(
    'is answered with one sentence, which its operator reads too: %s',
    async (_, headers, body) => {
      await using app = await openTestApp();
      for (const way of ['fast path', 'routes'] as const) {
        const answer = await app.request('/server/heartbeat', {
          method: 'POST',
          headers,
          body,
          way,
        });
        expect(failures(answer)).toHaveLength(1);
      }
      const [line] = app.servers.operatorReports.reportOn(ADDRESS).beats;
      expect(line).toMatchObject({ reasons: ['fields'], count: 2 });
    },
  );

  test.each(['/api/server/heartbeat', '/api/heartbeat/', '/heartbeat', '/api//heartbeat'])(
    'to %s is told where heartbeats go',
    async (path) => {
      await using app = await openTestApp();
      for (const init of [
        { path: `${path}?${beatForm()}` },
        { path, method: 'POST', body: beatForm() },
      ]) {
        const answer = await app.request(init.path, init);
        expect(answer.status).toBe(200);
        expect(answer.text).toStartWith('{"errors":[[');
        expect(failures(answer)[0]?.[0]).toEndWith(
          ' Send them to http://muster.test/server/heartbeat',
        );
      }
      expect(app.servers.count().publicServers).toBe(0);
    },
  );

  test.each([
    '/server/heartbeat',
    '/heartbeat.jsp/',
    `/h/${'a'.repeat(40)}/server/heartbeat`,
    '/api/heartbeat',
  ])('to %s of a host that is not served is answered with one line of text', async (path) => {
    await using app = await openTestApp();
    for (const host of ['other.test', 'a/b']) {
      const answer = await app.request(path, {
        method: 'POST',
        body: beatForm(),
        headers: { host },
      });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/plain']);
      expect(answer.text).toMatch(
        /^[^<\n]+ Send heartbeats to http:\/\/muster\.test\/server\/heartbeat$/,
      );
    }
  });
});
